// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every class of C syntax that Clang knows holds a planted read or write once. The front end must
// see it, or refuse the nest. A class without a sample fails the test: a new version of Clang has
// brought it.
#include "SyntaxSamples.h"

#include "syntax/Syntax.h"
#include "tilepipe/Frontend/Frontend.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>
#include <isl/map.h>

using namespace tilepipe;

namespace tilepipe {
static void PrintTo(const Sample &S, std::ostream *OS) { *OS << S.Code; }
} // namespace tilepipe

namespace {

//--- programs around a sample -------------------------------------------------

const char *const Common = "static int I[50][60], K[50][60];\n"
                           "struct record { char pad, bytes[64]; int a, b; };\n"
                           "typedef int vector __attribute__((vector_size(16)));\n"
                           "typedef int swizzled __attribute__((ext_vector_type(4)));\n"
                           "static int given, w = 5;\n"
                           "static int same(int x) { return x; }\n";

/// The sample is the body of a nest; Plant is an element that another iteration writes.
std::string inBody(const Sample &S, const std::string &Plant) {
  return std::string(Common) + "#define P " + Plant + "\n" + S.FileScope +
         "int nest(int n, int m) {\n  for (int i = 1; i < n; i++)\n"
         "    for (int j = 0; j < m; j++) {\n      int r = 0;\n      " +
         S.Code + "\n      K[i][j] = r;\n      I[i][j] = i;\n    }\n  return 0;\n}\n";
}

/// The sample stands in a function that the nest calls; Plant is a global.
std::string inCallee(const Sample &S, const std::string &Plant) {
  return std::string(Common) + "static int planted = 3;\n#define P " + Plant + "\n" +
         S.FileScope + "static int callee(int from) {\n  int r = from;\n  " + S.Code +
         "\n  return r;\n}\nvoid nest(int n, int m) {\n  for (int i = 1; i < n; i++)\n"
         "    for (int j = 0; j < m; j++)\n      K[i][j] = callee(K[i - 1][j]);\n}\n";
}

/// The sample stands in a function that writes elements and is read in place; Plant is an element
/// that another iteration writes.
std::string inPlace(const Sample &S, const std::string &Plant) {
  return std::string(Common) + "#define P " + Plant + "\n" + S.FileScope +
         "static int callee(int (*to)[60], int i, int j) {\n  int r = i;\n  " + S.Code +
         "\n  to[i][j] = r;\n  return 0;\n}\nvoid nest(int n, int m) {\n"
         "  for (int i = 1; i < n; i++)\n    for (int j = 0; j < m; j++) {\n"
         "      callee(K, i, j);\n      I[i][j] = i;\n    }\n}\n";
}

/// The sample stands behind a nest; Plant is a variable that the nest writes.
std::string behind(const Sample &S, const std::string &Plant) {
  return std::string(Common) + "#define P " + Plant + "\n" + S.FileScope +
         "int nest(int n, int m) {\n  int left = 1, r = 0;\n  for (int i = 1; i < n; i++)\n"
         "    for (int j = 0; j < m; j++) {\n      left = i + j;\n"
         "      K[i][j] = K[i - 1][j] + left;\n    }\n  " +
         S.Code + "\n  return r;\n}\n";
}

//--- what the front end makes of them -----------------------------------------

struct Reading {
  bool IsParsed = false;
  std::vector<LoopNest> Nests;
  std::string Why; ///< of the last refusal
};

std::vector<std::string> flags() { return {"-std=gnu17", "-w", "-x", "c"}; }

Reading readText(const IslContext &Ctx, const std::string &Text) {
  llvm::SmallString<64> Path;
  int Descriptor = 0;
  if (llvm::sys::fs::createTemporaryFile("syntax", "c", Descriptor, Path))
    return {};
  llvm::raw_fd_ostream(Descriptor, /*shouldClose=*/true) << Text;
  tilepipe::FrontendOptions Options;
  Options.File = Path.str().str();
  Options.ClangFlags = flags();
  Options.PrintDiagnostics = false;
  Reading Result;
  llvm::Expected<FrontendResult> Read = readNests(
      Ctx, Options,
      [](const Location &, llvm::StringRef, llvm::StringRef, const SourceFile &) { return std::nullopt; },
      [&](LoopNest Nest, const SourceFile &) {
        Result.Nests.push_back(std::move(Nest));
        return llvm::Error::success();
      },
      [&](const Location &, llvm::StringRef, const Refusal &Why) { Result.Why = Why.Message; });
  llvm::sys::fs::remove(Path);
  Result.IsParsed = bool(Read);
  if (!Read)
    llvm::consumeError(Read.takeError());
  return Result;
}

/// Some access of the kind reaches the element of I that the iteration before wrote. The loops of a
/// sample may be loops of the nest, inside the two of the program.
bool reaches(const LoopNest &Nest, Access::Kind What) {
  for (const Access &A : Nest.Accesses) {
    if (A.What != What || Nest.Arrays[A.ArrayIndex].Name != "I")
      continue;
    isl::map ByLoops = Nest.coordinatesOf(A.StatementIndex).reverse().apply_range(A.Relation); // { S<K>[c] -> I[x] }
    const unsigned Depth = isl_map_dim(ByLoops.get(), isl_dim_in);
    if (Depth < 2)
      continue;
    ByLoops = isl::manage(isl_map_project_out(ByLoops.release(), isl_dim_in, 2, Depth - 2));
    ByLoops = isl::manage(isl_map_reset_tuple_id(ByLoops.release(), isl_dim_in));
    isl::map Planted(A.Relation.ctx(), "{ [i, j] -> I[i - 1, j] }");
    if (!ByLoops.intersect(Planted).is_empty())
      return true;
  }
  return false;
}

bool readsPlanted(const LoopNest &Nest) {
  for (const CalledGlobal &G : Nest.CalledGlobals)
    if (G.Name == "planted")
      return true;
  return false;
}

//--- which classes a text has ---------------------------------------------------

class Classes : public clang::RecursiveASTVisitor<Classes> {
public:
  std::set<std::string> Found;

  bool shouldVisitImplicitCode() const { return true; }
  bool VisitStmt(clang::Stmt *S) {
    Found.insert(S->getStmtClassName());
    if (auto *E = llvm::dyn_cast<clang::Expr>(S))
      add(E->getType());
    return true;
  }
  bool VisitValueDecl(clang::ValueDecl *D) {
    add(D->getType());
    return true;
  }
  bool VisitTypedefNameDecl(clang::TypedefNameDecl *D) {
    add(D->getUnderlyingType());
    return true;
  }
  bool VisitTypeLoc(clang::TypeLoc T) {
    add(T.getType());
    return true;
  }

private:
  void add(clang::QualType Type) {
    if (Type.isNull())
      return;
    const clang::Type *T = Type.getTypePtr();
    if (!Found.insert(std::string(T->getTypeClassName()) + "Type").second)
      return;
    add(T->getLocallyUnqualifiedSingleStepDesugaredType());
    add(T->getPointeeType());
    if (auto *Array = llvm::dyn_cast<clang::ArrayType>(T))
      add(Array->getElementType());
  }
};

std::set<std::string> classesOf(const std::string &Text) {
  std::unique_ptr<clang::ASTUnit> Unit =
      clang::tooling::buildASTFromCodeWithArgs(Text, flags(), "sample.c");
  Classes Finder;
  if (Unit)
    Finder.TraverseDecl(Unit->getASTContext().getTranslationUnitDecl());
  return Finder.Found;
}

std::set<std::string> allStatements() {
  return {
#define ABSTRACT_STMT(STMT)
#define STMT(CLASS, PARENT) #CLASS,
#include "clang/AST/StmtNodes.inc"
  };
}

std::set<std::string> allTypes() {
  return {
#define ABSTRACT_TYPE(CLASS, PARENT)
#define TYPE(CLASS, PARENT) #CLASS "Type",
#include "clang/AST/TypeNodes.inc"
  };
}

class SyntaxTest : public testing::TestWithParam<Sample> {
protected:
  IslContext Ctx;

  Reading read(const std::string &Text) {
    Reading Result = readText(Ctx, Text);
    EXPECT_TRUE(Result.IsParsed) << Text;
    return Result;
  }
};

TEST(Syntax, EveryClassHasASample) {
  std::set<std::string> All = allStatements();
  All.merge(allTypes());
  std::set<std::string> Sampled;
  for (const Sample &S : samples())
    Sampled.insert(S.Class);
  for (const std::string &Class : All)
    EXPECT_TRUE(Sampled.count(Class) || isOfOtherLanguages(Class))
        << Class << " is new: add a sample, and look at isKnownSyntax";
  for (const std::string &Class : Sampled)
    EXPECT_TRUE(All.count(Class)) << Class << " does not exist";
}

/// A piece of syntax of any class, for readers that look at the class alone.
struct OfClass : clang::Stmt {
  explicit OfClass(StmtClass Class) : Stmt(Class) {}
};

// A class is known if a sample shows what the readers make of it. A nest that has another is refused.
TEST(Syntax, ClassesWithoutASampleAreNotKnown) {
  const std::pair<clang::Stmt::StmtClass, const char *> All[] = {
#define ABSTRACT_STMT(STMT)
#define STMT(CLASS, PARENT) {clang::Stmt::CLASS##Class, #CLASS},
#include "clang/AST/StmtNodes.inc"
  };
  // Readers meet designated initialisers in their semantic form, and walk directives of OpenMP with their clauses.
  std::set<std::string> Known{"CapturedStmt", "OMPCanonicalLoop"};
  for (const Sample &S : samples())
    if (S.Class != "DesignatedInitExpr")
      Known.insert(S.Class);
  for (auto [Class, Name] : All) {
    OfClass S(Class);
    EXPECT_EQ(isKnownSyntax(&S), Known.count(Name) || llvm::isa<clang::OMPExecutableDirective>(&S)) << Name;
  }
}

// Without a plant nothing is seen, so the tests below can fail.
TEST_F(SyntaxTest, NothingIsSeenWhereNothingIsPlanted) {
  Sample Empty{"", "r = P;"};
  Reading Body = read(inBody(Empty, "1")), Callee = read(inCallee(Empty, "1"));
  Reading InPlace = read(inPlace(Empty, "1"));
  ASSERT_EQ(InPlace.Nests.size(), 1u) << InPlace.Why;
  EXPECT_FALSE(reaches(InPlace.Nests[0], Access::Kind::Read));
  EXPECT_FALSE(reaches(InPlace.Nests[0], Access::Kind::Write));
  ASSERT_EQ(Body.Nests.size(), 1u) << Body.Why;
  EXPECT_FALSE(reaches(Body.Nests[0], Access::Kind::Read));
  EXPECT_FALSE(reaches(Body.Nests[0], Access::Kind::Write));
  ASSERT_EQ(Callee.Nests.size(), 1u) << Callee.Why;
  EXPECT_FALSE(readsPlanted(Callee.Nests[0]));
  EXPECT_EQ(read(behind(Empty, "1")).Nests.size(), 1u);
}

TEST_P(SyntaxTest, HasTheClass) {
  std::string Text = inCallee(GetParam(), "planted");
  EXPECT_TRUE(classesOf(Text).count(GetParam().Class)) << Text;
}

TEST_P(SyntaxTest, ReadInTheBody) {
  Reading R = read(inBody(GetParam(), "I[i - 1][j]"));
  if (R.Nests.empty()) {
    EXPECT_NE(GetParam().In, Sample::Understood) << R.Why;
    return;
  }
  if (GetParam().In != Sample::NotEvaluated) {
    EXPECT_TRUE(reaches(R.Nests[0], Access::Kind::Read)) << inBody(GetParam(), "I[i - 1][j]");
  }
}

TEST_P(SyntaxTest, WriteInTheBody) {
  Reading R = read(inBody(GetParam(), "I[i - 1][j]++"));
  if (!R.Nests.empty() && GetParam().In != Sample::NotEvaluated) {
    EXPECT_TRUE(reaches(R.Nests[0], Access::Kind::Write)) << inBody(GetParam(), "I[i - 1][j]++");
  }
}

TEST_P(SyntaxTest, ReadInACalledFunction) {
  Reading R = read(inCallee(GetParam(), "planted"));
  if (!R.Nests.empty() && GetParam().In != Sample::NotEvaluated) {
    EXPECT_TRUE(readsPlanted(R.Nests[0])) << inCallee(GetParam(), "planted");
  }
}

TEST_P(SyntaxTest, WriteInACalledFunction) {
  Reading R = read(inCallee(GetParam(), "planted++"));
  if (GetParam().In != Sample::NotEvaluated) {
    EXPECT_TRUE(R.Nests.empty()) << inCallee(GetParam(), "planted++");
  }
}

TEST_P(SyntaxTest, ReadInAFunctionReadInPlace) {
  Reading R = read(inPlace(GetParam(), "I[i - 1][j]"));
  if (!R.Nests.empty() && GetParam().In != Sample::NotEvaluated) {
    EXPECT_TRUE(reaches(R.Nests[0], Access::Kind::Read)) << inPlace(GetParam(), "I[i - 1][j]");
  }
}

TEST_P(SyntaxTest, WriteInAFunctionReadInPlace) {
  Reading R = read(inPlace(GetParam(), "I[i - 1][j]++"));
  if (!R.Nests.empty() && GetParam().In != Sample::NotEvaluated) {
    EXPECT_TRUE(reaches(R.Nests[0], Access::Kind::Write)) << inPlace(GetParam(), "I[i - 1][j]++");
  }
}

TEST_P(SyntaxTest, ReadBehindTheNest) {
  Reading R = read(behind(GetParam(), "left"));
  if (GetParam().In != Sample::NotEvaluated) {
    EXPECT_TRUE(R.Nests.empty()) << behind(GetParam(), "left");
  }
}

INSTANTIATE_TEST_SUITE_P(Classes, SyntaxTest, testing::ValuesIn(samples()),
                         [](const testing::TestParamInfo<Sample> &Info) {
                           return Info.param.Class + "_" + std::to_string(Info.index);
                         });

} // namespace
