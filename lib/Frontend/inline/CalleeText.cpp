// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "inline/CalleeText.h"

#include "syntax/Callee.h"
#include "syntax/NamedDeclarations.h"
#include "syntax/Types.h"

#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tilepipe;
using namespace clang;

//--- a function's syntax and its text -----------------------------------------

namespace {

/// Offset of what Loc, also of a macro's argument, is spelled at in Range; nothing: elsewhere.
std::optional<unsigned> spelledIn(SourceLocation Loc, TextRange Range, const SourceText &Src, const SourceManager &SM) {
  SourceLocation At = SM.getSpellingLoc(Loc);
  if (!At.isFileID() || SM.getFileID(At) != Src.file())
    return std::nullopt;
  unsigned Offset = SM.getFileOffset(At);
  if (Offset < Range.Begin || Offset >= Range.End)
    return std::nullopt;
  return Offset;
}

/// Text that S is spelled as, at token boundaries of the file. A macro may supply all of it.
std::optional<TextRange> spelledRange(const Stmt *S, const SourceText &Src, const ASTContext &AST) {
  const SourceManager &SM = AST.getSourceManager();
  SourceLocation Begin = S->getBeginLoc(), End = S->getEndLoc();
  if (Begin.isMacroID() && !Lexer::isAtStartOfMacroExpansion(Begin, SM, AST.getLangOpts(), &Begin))
    return std::nullopt;
  if (End.isMacroID() && !Lexer::isAtEndOfMacroExpansion(End, SM, AST.getLangOpts(), &End))
    return std::nullopt;
  if (!Begin.isFileID() || !End.isFileID() || !Src.isInFile(Begin) || !Src.isInFile(End))
    return std::nullopt;
  return TextRange{SM.getFileOffset(Begin), Src.endOffset(End)};
}

/// Text that needs a function around it, or that a compiler places by the function that holds it.
bool needsItsFunction(const Stmt *S) {
  return !isKnownSyntax(S) || isa<AttributedStmt>(withoutHints(S)) ||
         isa<ReturnStmt, LabelStmt, GotoStmt, IndirectGotoStmt, AddrLabelExpr, PredefinedExpr, StmtExpr, GenericSelectionExpr, AsmStmt,
             VAArgExpr, CompoundLiteralExpr>(S);
}

/// S declares arrays of known sizes, and perhaps scalars, of which none has an initial value. Adds the arrays' sizes
/// to Bytes. False where that is more than a caller's stack can do without.
bool declaresArrays(const DeclStmt *S, const ASTContext &AST, int64_t &Bytes) {
  constexpr int64_t MostBytes = 1024; // for one caller
  int64_t All = Bytes;
  bool Has = false;
  const bool AreKnown = llvm::all_of(S->decls(), [&](const Decl *D) {
    auto *V = dyn_cast<VarDecl>(D);
    if (!V || !V->hasLocalStorage() || V->hasInit() || V->hasAttrs() || V->getType().isVolatileQualified())
      return false;
    QualType Type = V->getType();
    while (const ConstantArrayType *Array = AST.getAsConstantArrayType(Type))
      Type = Array->getElementType();
    Has |= V->getType()->isArrayType();
    All += V->getType()->isArrayType() ? AST.getTypeSizeInChars(V->getType()).getQuantity() : 0;
    return isa<BuiltinType>(Type.getCanonicalType());
  });
  if (!AreKnown || !Has || All > MostBytes)
    return false;
  Bytes = All;
  return true;
}

bool isOrdinaryVariable(const Decl *D) {
  auto *V = dyn_cast<VarDecl>(D);
  return V && V->hasLocalStorage() && !V->hasAttrs() && !V->getType().isVolatileQualified();
}

} // namespace

/// One function: the caller, or a callee with what its names stand for.
struct CalleeText::Frame {
  const Frame *Outer = nullptr;
  const FunctionDecl *Function = nullptr;
  VariableUses Uses;
  bool IsUnderstood = true;
  std::map<unsigned, const VarDecl *> Named; ///< own variables by the offsets at which they are named
  std::set<unsigned> Members;                ///< offsets of names of members
  std::map<unsigned, std::pair<const CallExpr *, bool>> Calls; ///< of functions with nests, by offsets
  std::map<unsigned, std::pair<const DeclStmt *, unsigned>> Arrays; ///< see declaresArrays(), of the body itself; by offsets, with ends
  std::map<const VarDecl *, std::string> Of;      ///< another variable's name, for a variable of the function's
  std::map<const VarDecl *, std::string> Address; ///< the name of the variable that a parameter points to

  /// Fills what the function's body, Range of the file, tells.
  void read(TextRange Range, const SourceText &Src, const ASTContext &AST, CalledNests &Nests, int64_t &ArrayBytes);

private:
  void name(const VarDecl *V, std::optional<unsigned> Offset);
  void visit(const Stmt *S, unsigned Depth, llvm::function_ref<std::optional<unsigned>(SourceLocation)> OffsetOf);
};

CalleeText::CalleeText(const ASTContext &AST, const SourceText &Src, const PreprocessorFacts &Directives,
                       const FunctionDecl *Caller, CalledFunctions &Known, int64_t ArrayBytes)
    : ArrayBytes(ArrayBytes), AST(AST), Src(Src), Directives(Directives), Known(Known), Caller(Caller), CallerUses(Caller) {}

std::optional<std::string> CalleeText::inPlaceOf(const CallExpr *Call) {
  Frame Whole;
  Whole.Function = Caller;
  Whole.Uses = CallerUses;
  std::optional<TextRange> Range = Src.statementRange(Call);
  if (!Range || holdsDirective(*Range))
    return std::nullopt;
  CallOffset = Range->Begin;
  return replace(Call, Whole);
}

std::string CalleeText::freshName(const VarDecl *V) {
  for (unsigned K = 1;; ++K) {
    std::string Wanted = V->getNameAsString() + "_" + std::to_string(K);
    // What Clang skips may define a macro for the backend.
    if (!Known.Fresh.count(Wanted) && AST.Idents.find(Wanted) == AST.Idents.end() && !Src.text().contains(Wanted)) {
      Known.Fresh[Wanted] = V;
      return Wanted;
    }
  }
}

void CalleeText::Frame::read(TextRange Range, const SourceText &Src, const ASTContext &AST, CalledNests &Nests,
                             int64_t &ArrayBytes) {
  auto OffsetOf = [&](SourceLocation Loc) { return spelledIn(Loc, Range, Src, AST.getSourceManager()); };
  for (const Stmt *S : calledStatements(Function))
    visit(S, 0, OffsetOf);
  auto Add = [&](const CallExpr *Call, bool IsWhole) {
    if (auto Offset = OffsetOf(Call->getBeginLoc()); Offset && Nests.callee(Call))
      Calls[*Offset] = {Call, IsWhole};
  };
  forEachCallStatement(Function->getBody(), Add, [](const Stmt *) { return false; });
  for (const Stmt *S : calledStatements(Function))
    if (auto *Declaration = dyn_cast<DeclStmt>(S); Declaration && declaresArrays(Declaration, AST, ArrayBytes))
      if (std::optional<TextRange> Whole = spelledRange(S, Src, AST))
        Arrays[Whole->Begin] = {Declaration, Whole->End};
}

void CalleeText::Frame::name(const VarDecl *V, std::optional<unsigned> Offset) {
  if (!Offset || Named.try_emplace(*Offset, V).first->second != V)
    IsUnderstood = false;
}

void CalleeText::Frame::visit(const Stmt *S, unsigned Depth, llvm::function_ref<std::optional<unsigned>(SourceLocation)> OffsetOf) {
  if (Depth > DeepestSyntax || needsItsFunction(S)) {
    IsUnderstood = false;
    return;
  }
  if (auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls()) {
      IsUnderstood &= isOrdinaryVariable(D);
      if (auto *V = dyn_cast<VarDecl>(D))
        name(V, OffsetOf(V->getLocation()));
    }
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && V->hasLocalStorage())
      name(V, OffsetOf(Ref->getLocation()));
  if (auto *Member = dyn_cast<MemberExpr>(S))
    if (auto Offset = OffsetOf(Member->getMemberLoc()))
      Members.insert(*Offset);
  // What an operand's type or size is would change with the name of its variable.
  if (auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(S); Trait && !Trait->isArgumentType())
    IsUnderstood = false;
  forEachChild(S, [&](const Stmt *Child) { visit(Child, Depth + 1, OffsetOf); });
}

//--- text ---------------------------------------------------------------------

/// Names whose meaning hangs on the place or the function where they stand.
static bool isOfItsPlace(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases("__LINE__", "__COUNTER__", "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__", "_Pragma", "__pragma", true)
      .Cases("typeof", "__typeof", "__typeof__", "typeof_unqual", "__auto_type", "__label__", "alloca", "__builtin_alloca", true)
      .Default(false);
}

/// Where text goes on behind a hint or a conditional directive that begins with Tok at Offset; Offset: neither begins there.
/// Nothing: another directive does, or a macro that may give more than a hint.
std::optional<unsigned> CalleeText::behindDirective(const Token &Tok, unsigned Offset) const {
  if (const PragmaUse *Hint = Directives.hintAt(Offset)) { // needs a line of its own
    const bool IsMacro = Tok.is(tok::raw_identifier) && Tok.getRawIdentifier() != "_Pragma";
    return IsMacro ? std::nullopt : std::optional(Hint->End);
  }
  if (Tok.isNot(tok::hash))
    return Offset;
  const unsigned Behind = Directives.skipConditionals(Src, Offset);
  return Behind > Offset ? std::optional(Behind) : std::nullopt;
}

/// The tokens of Range in one line, with the frame's names in place of those of its function.
std::optional<std::string> CalleeText::text(TextRange Range, const Frame &In) {
  const SourceManager &SM = AST.getSourceManager();
  const llvm::StringRef File = Src.text();
  std::string Out;
  unsigned Position = Range.Begin;
  bool IsBehindSpace = false;
  while (Position < Range.End) {
    const Token Tok = Src.tokenAt(Position);
    const unsigned Offset = SM.getFileOffset(Tok.getLocation());
    if (Offset >= Range.End || Tok.is(tok::eof))
      break;
    llvm::StringRef Spelled = File.substr(Offset, Tok.getLength());
    if (File.slice(Position, Offset).contains_insensitive("fall"))
      Out += " /* fall through */"; // compilers ask for the comment
    IsBehindSpace |= Offset > Position;
    const std::optional<unsigned> Behind = behindDirective(Tok, Offset);
    if (!Behind)
      return std::nullopt;
    if (*Behind > Offset) {
      Position = *Behind;
      IsBehindSpace = true;
      continue;
    }
    if (Spelled.contains('\n') || Spelled.contains("\?\?"))
      return std::nullopt;
    if (IsBehindSpace && !Out.empty())
      Out += ' ';
    IsBehindSpace = false;
    if (auto Call = In.Calls.find(Offset); Call != In.Calls.end()) {
      std::optional<std::string> Body = replace(Call->second.first, In);
      std::optional<TextRange> Whole = Src.statementRange(Call->second.first);
      if (!Body || !Whole || holdsDirective(*Whole))
        return std::nullopt;
      Out += Call->second.second ? "{ " + *Body + " }" : *Body;
      Position = Whole->End;
      IsBehindSpace = true;
      continue;
    }
    if (auto Declaration = In.Arrays.find(Offset); Declaration != In.Arrays.end()) {
      Out += declareArrays(Declaration->second.first, In);
      Position = Declaration->second.second;
      IsBehindSpace = true;
      continue;
    }
    Position = Offset + Tok.getLength();
    auto Own = In.Named.find(Offset);
    if (Tok.isNot(tok::raw_identifier) || In.Members.count(Offset)) {
      Out += Spelled;
    } else if (Own == In.Named.end()) {
      if (isOfItsPlace(Spelled))
        return std::nullopt;
      Out += Spelled;
    } else if (auto Of = In.Of.find(Own->second); Of != In.Of.end()) {
      Out += Of->second;
    } else if (auto To = In.Address.find(Own->second); To != In.Address.end()) {
      const Token Arrow = Src.tokenAt(Position);
      const unsigned At = SM.getFileOffset(Arrow.getLocation());
      if (At < Range.End && Arrow.is(tok::arrow)) {
        Out += To->second + ".";
        Position = At + Arrow.getLength();
      } else {
        Out += "(&" + To->second + ")";
      }
    } else {
      return std::nullopt;
    }
  }
  return Out;
}

/// A directive stands between the tokens of Range, and is no conditional one or tells compilers apart.
bool CalleeText::holdsDirective(TextRange Range) const {
  if (!Directives.compilerTest(Range).empty() || Directives.asksHeaders(Range))
    return true;
  for (unsigned Position = Range.Begin; Position < Range.End;) {
    const Token Tok = Src.tokenAt(Position);
    const unsigned Offset = AST.getSourceManager().getFileOffset(Tok.getLocation());
    if (Tok.is(tok::eof))
      break;
    Position = Offset + Tok.getLength();
    if (Tok.is(tok::hash) && Offset < Range.End) {
      Position = Directives.skipConditionals(Src, Offset);
      if (Position == Offset)
        return true;
    }
  }
  return false;
}

/// Adds the arrays that S declares to Arrays. Answers declarations of the scalars.
std::string CalleeText::declareArrays(const DeclStmt *S, const Frame &In) {
  std::string Scalars;
  llvm::raw_string_ostream OfArrays(Arrays), OfScalars(Scalars);
  for (const Decl *D : S->decls()) {
    auto *V = cast<VarDecl>(D);
    llvm::raw_ostream &Out = V->getType()->isArrayType() ? OfArrays : OfScalars;
    V->getType().getCanonicalType().getUnqualifiedType().print(Out, emittedSpelling(AST), In.Of.at(V));
    Out << "; ";
  }
  return Scalars;
}

//--- arguments ----------------------------------------------------------------

/// Pointers to rows of which both have the same kind, up to qualifiers that A adds: `(const double (*)[5])a`. Sizes that are no
/// constants are equal where C takes them for equal, as conversions without a cast do.
static bool pointToSameRows(QualType A, QualType B, bool AreSizesEqual, const ASTContext &AST) {
  A = A->getPointeeType();
  B = B->getPointeeType();
  while (!A.isNull() && !B.isNull() && A->isArrayType() && B->isArrayType()) {
    auto *Left = AST.getAsConstantArrayType(A), *Right = AST.getAsConstantArrayType(B);
    if (Left && Right ? Left->getSize() != Right->getSize() : Left || Right || !AreSizesEqual)
      return false;
    A = AST.getAsArrayType(A)->getElementType();
    B = AST.getAsArrayType(B)->getElementType();
  }
  return !A.isNull() && !B.isNull() && AST.hasSameUnqualifiedType(A, B) && A.isAtLeastAsQualifiedAs(B);
}

/// E without parentheses, loads and conversions that change no value.
static const Expr *plain(const Expr *E, const ASTContext &AST) {
  for (;;) {
    E = E->IgnoreParens();
    auto *Cast = dyn_cast<CastExpr>(E);
    if (!Cast || !isa<ImplicitCastExpr, CStyleCastExpr>(Cast))
      return E;
    CastKind Kind = Cast->getCastKind();
    bool IsOfRows = (Kind == CK_BitCast || Kind == CK_NoOp) && Cast->getType()->isPointerType() &&
                    pointToSameRows(Cast->getType(), Cast->getSubExpr()->getType(), isa<ImplicitCastExpr>(Cast), AST);
    bool IsHarmless = isa<ImplicitCastExpr>(Cast) && (Kind == CK_LValueToRValue || Kind == CK_ArrayToPointerDecay || Kind == CK_NoOp);
    if (!IsOfRows && !IsHarmless)
      return E;
    E = Cast->getSubExpr();
  }
}

/// Type, or what it points to, is a structure that only a typedef names.
static bool hasUnnamedRecord(QualType Type) {
  while (Type->isPointerType())
    Type = Type->getPointeeType();
  const RecordType *Record = Type->getBaseElementTypeUnsafe()->getAs<RecordType>();
  return Record && !Record->getDecl()->getIdentifier();
}

/// The text of a parameter's type has effects: `double a[count++]`.
static bool hasEffects(const ParmVarDecl *P, const ASTContext &AST) {
  for (QualType Type = P->getOriginalType();;) {
    if (const VariableArrayType *Rows = AST.getAsVariableArrayType(Type); Rows && Rows->getSizeExpr() && Rows->getSizeExpr()->HasSideEffects(AST))
      return true;
    if (const ArrayType *Rows = AST.getAsArrayType(Type))
      Type = Rows->getElementType();
    else if (Type->isPointerType())
      Type = Type->getPointeeType();
    else
      return false;
  }
}

static const VarDecl *variable(const Expr *E) {
  auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// The name of V, which In names, in the caller.
std::string CalleeText::nameOf(const VarDecl *V, const Frame &In) const {
  auto Own = In.Of.find(V);
  return Own != In.Of.end() ? Own->second : V->getNameAsString();
}

/// Makes P stand for Argument. Answers a declaration that has to come first, or nothing at all: that cannot be done.
std::optional<std::string> CalleeText::bind(const ParmVarDecl *P, const Expr *Argument, const Frame &Around, Frame &Inside) {
  if (hasEffects(P, AST))
    return std::nullopt;
  if (llvm::none_of(Inside.Named, [&](const auto &Each) { return Each.second == P; }))
    return Argument->HasSideEffects(AST) ? std::nullopt : std::optional<std::string>("");
  const QualType Type = P->getType();
  const bool IsPointer = Type->isPointerType();
  if ((!IsPointer && !Type->isArithmeticType() && !Type->isRecordType()) ||
      (IsPointer && !Inside.Uses.isFixed(P)) || P->hasAttrs() || Argument->HasSideEffects(AST))
    return std::nullopt;
  const Expr *Value = plain(Argument, AST);
  if (auto *AddressOf = dyn_cast<UnaryOperator>(Value); AddressOf && AddressOf->getOpcode() == UO_AddrOf)
    if (const VarDecl *V = variable(AddressOf->getSubExpr()->IgnoreParens()); V && V->getType()->isRecordType()) {
      Inside.Address[P] = nameOf(V, Around);
      return "";
    }
  if (const VarDecl *V = variable(Value)) {
    if (auto To = Around.Address.find(V); To != Around.Address.end()) {
      Inside.Address[P] = To->second;
      return "";
    }
    // Nothing that the callee does changes it.
    bool Stays = V->getType()->isArrayType() || (V->hasLocalStorage() && !Around.Uses.isAddressTaken(V));
    bool IsSame = IsPointer || AST.hasSameUnqualifiedType(V->getType(), Type);
    if (Stays && IsSame && Inside.Uses.isFixed(P)) {
      const std::string Name = nameOf(V, Around);
      // Compilers warn of a comparison of a variable with itself.
      if (IsPointer || llvm::none_of(Inside.Of, [&](const auto &Each) { return Each.second == Name; })) {
        Inside.Of[P] = Name;
        return "";
      }
    }
  }
  std::optional<TextRange> Range = spelledRange(Argument, Src, AST);
  if (!Range || Type->isVariablyModifiedType())
    return std::nullopt;
  std::optional<std::string> Initial = text(*Range, Around);
  if (!Initial)
    return std::nullopt;
  std::string Declaration;
  llvm::raw_string_ostream Out(Declaration);
  Inside.Of[P] = freshName(P);
  // What typedefs and `typeof` name may be something else here. Structures may have no other name.
  const QualType Plain = hasUnnamedRecord(Type) ? Type : Type.getCanonicalType();
  Plain.getUnqualifiedType().print(Out, emittedSpelling(AST), Inside.Of[P]);
  Out << " = (" << *Initial << "); ";
  return Declaration;
}

//--- one call -----------------------------------------------------------------

/// Type names something with attributes that its canonical type lacks: `may_alias`, `aligned`.
static bool losesAttributes(QualType Type) {
  for (;;) {
    if (isa<AttributedType>(Type) || (isa<TypedefType>(Type) && cast<TypedefType>(Type)->getDecl()->hasAttrs()))
      return true;
    if (auto *Pointer = dyn_cast<PointerType>(Type))
      Type = Pointer->getPointeeType();
    else if (auto *Rows = dyn_cast<ArrayType>(Type))
      Type = Rows->getElementType();
    else if (QualType Next = Type->getLocallyUnqualifiedSingleStepDesugaredType(); Next.getTypePtr() != Type.getTypePtr())
      Type = Next;
    else
      return false;
  }
}

/// F's definition, and what that names, is text of the file that says the same to both compilers. Canonical types may stand for
/// those of its variables.
bool CalleeText::isOrdinary(const FunctionDecl *F) const {
  const SourceManager &SM = AST.getSourceManager();
  auto DoesNotHold = [&](const Decl *D) {
    auto *V = dyn_cast<VarDecl>(D);
    return (V && losesAttributes(V->getType())) || !Directives.unstableDeclaration(D->getSourceRange(), F->getLocation(), SM).empty();
  };
  for (const Attr *A : F->attrs())
    if (!A->isImplicit() && !isa<UnusedAttr, UsedAttr, AlwaysInlineAttr, NoThrowAttr, NonNullAttr>(A))
      return false;
  SourceRange Whole = F->getSourceRange();
  return !F->isVariadic() && (F->hasPrototype() || F->getNumParams() == 0) &&
         Whole.getBegin().isFileID() && Whole.getEnd().isFileID() && Src.isInFile(Whole.getBegin()) &&
         Src.isInFile(Whole.getEnd()) && !Directives.dependsOnCompiler(Whole, SM) &&
         llvm::none_of(namedDeclarations(F, SM), DoesNotHold) &&
         llvm::none_of(F->parameters(), [](const ParmVarDecl *P) { return losesAttributes(P->getOriginalType()); });
}

std::optional<std::string> CalleeText::replace(const CallExpr *Call, const Frame &Around) {
  const SourceManager &SM = AST.getSourceManager();
  constexpr unsigned MostLoops = 64; // functions that call each other several times
  const FunctionDecl *F = Known.Nests.callee(Call);
  if (!F || Loops > MostLoops)
    return std::nullopt;
  if (auto [It, IsNew] = Known.AreOrdinary.try_emplace(F, false); IsNew)
    It->second = isOrdinary(F);
  if (!Known.AreOrdinary[F])
    return std::nullopt;
  for (const Frame *Outer = &Around; Outer; Outer = Outer->Outer)
    if (Outer->Function == F)
      return std::nullopt;
  auto *Block = cast<CompoundStmt>(F->getBody());
  if (!Block->getLBracLoc().isFileID() || !Block->getRBracLoc().isFileID())
    return std::nullopt;
  TextRange Body{SM.getFileOffset(Block->getLBracLoc()) + 1, SM.getFileOffset(Block->getRBracLoc())};
  if (calledStatements(F).size() < Block->size()) {
    const SourceLocation Return = Block->body_back()->getBeginLoc();
    if (!Return.isFileID() || !Src.isInFile(Return))
      return std::nullopt;
    Body.End = SM.getFileOffset(Return);
  }
  if (!Directives.meansTheSameAt(Src, Body, CallOffset) || !Directives.compilesTheSameAt(Body.Begin, CallOffset) || Directives.asksHeaders(Body))
    return std::nullopt;
  Frame Inside;
  Inside.Outer = &Around;
  Inside.Function = F;
  Inside.Uses = VariableUses(F);
  Inside.read(Body, Src, AST, Known.Nests, ArrayBytes);
  if (!Inside.IsUnderstood)
    return std::nullopt;
  std::string Result;
  for (unsigned I = 0; I < F->getNumParams(); ++I) {
    std::optional<std::string> Declaration = bind(F->getParamDecl(I), Call->getArg(I), Around, Inside);
    if (!Declaration)
      return std::nullopt;
    Result += *Declaration;
  }
  for (const auto &[Offset, V] : Inside.Named)
    if (!isa<ParmVarDecl>(V) && !Inside.Of.count(V))
      Inside.Of[V] = freshName(V);
  std::optional<std::string> Text = text(Body, Inside);
  if (!Text)
    return std::nullopt;
  Loops += countLoops(F->getBody());
  Replaced.insert(F);
  // gcc looks at loops that are first in a line for misleading indentation.
  return Result.empty() && llvm::StringRef(*Text).starts_with("for") ? "; " + *Text : Result + *Text;
}
