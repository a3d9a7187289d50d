// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syntax/PointerSwaps.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace tilepipe;
using namespace clang;

bool PointerSwaps::moves(const VarDecl *V) const {
  return llvm::any_of(Cycles, [&](const auto &Cycle) { return llvm::is_contained(Cycle, VariableUses::canonical(V)); });
}

namespace {

/// To = From; From is null where To is declared without a value.
struct Move {
  const VarDecl *To, *From;
};

/// Pointers to the same elements. Rows of variable length may differ: that is asked for at the start.
bool pointAlike(QualType A, QualType B, const ASTContext &AST) {
  const ArrayType *Here = AST.getAsArrayType(A), *There = AST.getAsArrayType(B);
  if (Here && There && (isa<VariableArrayType>(Here) || isa<VariableArrayType>(There)))
    return isa<VariableArrayType>(Here) && isa<VariableArrayType>(There) &&
           pointAlike(Here->getElementType(), There->getElementType(), AST);
  return AST.hasSameType(A, B);
}

class SwapReader {
public:
  SwapReader(const ForStmt *Loop, const VariableUses &FunctionUses, Liveness &Live, const ASTContext &AST)
      : Loop(Loop), FunctionUses(FunctionUses), Live(Live), AST(AST) {}

  PointerSwaps read() {
    auto *Body = dyn_cast<CompoundStmt>(Loop->getBody());
    if (!Body)
      return {};
    for (const Stmt *S : Body->body())
      if (!isa<NullStmt>(S))
        Children.push_back(S);
    findMoves();
    if (Swaps.Statements.empty() || !sortVariables() || !followMoves() || !findCycles() || !areOnlyMoved() || carriesAcross())
      return {};
    return std::move(Swaps);
  }

private:
  const ForStmt *Loop;
  const VariableUses &FunctionUses;
  Liveness &Live;
  const ASTContext &AST;
  std::vector<const Stmt *> Children;
  std::map<const Stmt *, std::vector<Move>> Moves; ///< of Swaps.Statements
  std::set<const VarDecl *> Pointers, Temporaries;
  std::map<const VarDecl *, const VarDecl *> Now; ///< whose place, of the iteration's beginning, each pointer has
  std::map<const Stmt *, std::map<const VarDecl *, const VarDecl *>> NowAt;
  PointerSwaps Swaps;

  bool isSwap(const Stmt *S) const { return Swaps.Statements.count(S); }

  const VarDecl *pointer(const Expr *E) const {
    auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return V && V->getType()->isPointerType() ? VariableUses::canonical(V) : nullptr;
  }

  /// S consists of moves.
  bool readMoves(const Stmt *S, std::vector<Move> &Found, bool IsInside) const {
    if (auto *Block = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(Block->body(), [&](const Stmt *Child) { return readMoves(Child, Found, true); });
    if (const Stmt *Once = runOnce(S, AST))
      return readMoves(Once, Found, true);
    if (auto *Declaration = dyn_cast<DeclStmt>(S))
      return IsInside && readDeclaration(Declaration, Found);
    auto *Binary = isa<Expr>(S) ? dyn_cast<BinaryOperator>(cast<Expr>(S)->IgnoreParens()) : nullptr;
    if (Binary && Binary->getOpcode() == BO_Comma)
      return readMoves(Binary->getLHS(), Found, true) && readMoves(Binary->getRHS(), Found, true);
    if (!Binary || Binary->getOpcode() != BO_Assign)
      return isa<NullStmt>(S) && IsInside;
    const VarDecl *To = pointer(Binary->getLHS()), *From = pointer(Binary->getRHS());
    if (To && From)
      Found.push_back({To, From});
    return To && From;
  }

  bool readDeclaration(const DeclStmt *S, std::vector<Move> &Found) const {
    for (const Decl *D : S->decls()) {
      auto *V = dyn_cast<VarDecl>(D);
      const VarDecl *From = V && V->getInit() ? pointer(V->getInit()) : nullptr;
      if (!V || !V->getType()->isPointerType() || (V->getInit() && !From))
        return false;
      Found.push_back({VariableUses::canonical(V), From});
    }
    return true;
  }

  /// `double *tmp = a;` is a part of an exchange where it is nothing else: its value goes to a pointer.
  void findMoves() {
    std::set<const VarDecl *> Named;
    for (const Stmt *S : Children)
      if (std::vector<Move> Found; !isa<DeclStmt>(S) && readMoves(S, Found, false) && !Found.empty()) {
        for (const Move &M : Found)
          Named.insert({M.To, M.From});
        Swaps.Statements.insert(S);
        Moves[S] = std::move(Found);
      }
    for (const Stmt *S : Children)
      if (std::vector<Move> Found; isa<DeclStmt>(S) && readMoves(S, Found, true) &&
                                   llvm::all_of(Found, [&](const Move &M) { return Named.count(M.To) > 0; })) {
        Swaps.Statements.insert(S);
        Moves[S] = std::move(Found);
      }
  }

  bool isInLoop(const VarDecl *V) const {
    const SourceManager &SM = AST.getSourceManager();
    return !SM.isBeforeInTranslationUnit(V->getLocation(), Loop->getBeginLoc()) &&
           SM.isBeforeInTranslationUnit(V->getLocation(), Loop->getEndLoc());
  }

  /// A temporary is written by each iteration before anything reads it, and read by moves alone.
  bool sortVariables() {
    std::set<const VarDecl *> All, Written, ReadFirst;
    for (const Stmt *S : Children)
      if (isSwap(S))
        for (const Move &M : Moves[S]) {
          if (M.From && !Written.count(M.From))
            ReadFirst.insert(M.From);
          if (M.From)
            All.insert(M.From);
          Written.insert(M.To);
          All.insert(M.To);
        }
    for (const VarDecl *V : All) {
      if (!V->hasLocalStorage() || V->hasAttrs() || V->getType().isVolatileQualified() || FunctionUses.isAddressTaken(V))
        return false;
      bool IsNamed = llvm::any_of(Children, [&](const Stmt *S) { return !isSwap(S) && names(S, V); });
      bool IsTemporary = !IsNamed && Written.count(V) && !ReadFirst.count(V) && (isInLoop(V) || Live.isDeadBehind(V, Loop));
      (IsTemporary ? Temporaries : Pointers).insert(V);
      if (!IsTemporary && isInLoop(V))
        return false;
    }
    const std::vector<const VarDecl *> InOrder = sorted(Pointers);
    for (const VarDecl *V : sorted(Temporaries)) {
      auto Like = llvm::find_if(InOrder, [&](const VarDecl *P) { return fits(P, V); });
      if (Like == InOrder.end())
        return false;
      if (!isInLoop(V))
        Swaps.Temporaries.push_back({V, *Like});
    }
    return true;
  }

  bool fits(const VarDecl *A, const VarDecl *B) const {
    return pointAlike(A->getType()->getPointeeType(), B->getType()->getPointeeType(), AST);
  }

  bool followMoves() {
    for (const VarDecl *V : Pointers)
      Now[V] = V;
    for (const Stmt *S : Children) {
      if (!isSwap(S)) {
        NowAt[S] = Now;
        continue;
      }
      for (const Move &M : Moves[S]) {
        if (!M.From)
          continue;
        auto Value = Now.find(M.From);
        if (Value == Now.end() || !fits(M.To, M.From))
          return false;
        const VarDecl *Whose = Value->second;
        Now[M.To] = Whose;
      }
    }
    return true;
  }

  /// Where the moves of one iteration, done over and over, lead.
  bool findCycles() {
    constexpr size_t Longest = 4;
    std::map<const VarDecl *, PointerSwaps::Held> Places;
    for (const VarDecl *First : sorted(Pointers)) {
      if (Places.count(First))
        continue;
      std::vector<const VarDecl *> Cycle;
      const VarDecl *V = First;
      do {
        if (Places.count(V) || Cycle.size() == Longest) // two pointers to one place
          return false;
        Places[V] = {unsigned(Swaps.Cycles.size()), unsigned(Cycle.size())};
        Cycle.push_back(V);
        V = Now.at(V);
      } while (V != First);
      Swaps.Cycles.push_back(std::move(Cycle));
    }
    for (const auto &[S, Whose] : NowAt)
      for (const VarDecl *V : Pointers)
        Swaps.At[S].emplace(V, Places.at(Whose.at(V)));
    return true;
  }

  /// In the order of the text.
  std::vector<const VarDecl *> sorted(const std::set<const VarDecl *> &All) const {
    std::vector<const VarDecl *> Result(All.begin(), All.end());
    llvm::sort(Result, [&](const VarDecl *A, const VarDecl *B) {
      return AST.getSourceManager().isBeforeInTranslationUnit(A->getLocation(), B->getLocation());
    });
    return Result;
  }

  /// S may skip what stands behind it in the loop's body.
  static bool skips(const Stmt *S) {
    return isa<ContinueStmt>(S) || (!isa<ForStmt, WhileStmt, DoStmt>(S) && anyChild(S, skips));
  }

  /// Nothing else in the loop writes these pointers, and every iteration moves them.
  bool areOnlyMoved() const {
    auto IsNamed = [&](const VarDecl *V) {
      return (Loop->getInit() && names(Loop->getInit(), V)) || (Loop->getCond() && names(Loop->getCond(), V)) ||
             (Loop->getInc() && names(Loop->getInc(), V));
    };
    if (llvm::any_of(Pointers, IsNamed) || llvm::any_of(Temporaries, IsNamed))
      return false;
    return llvm::all_of(Children, [&](const Stmt *S) {
      VariableUses Uses(S);
      return isSwap(S) || (!skips(S) && llvm::none_of(Pointers, [&](const VarDecl *V) { return Uses.isWritten(V); }));
    });
  }

  /// A variable of the body that is declared by means of the pointers is named behind a later move: copies of its
  /// declaration would mean something else there.
  bool carriesAcross() const {
    std::set<const VarDecl *> Derived, Old; // Old: declared in front of the last move
    auto NamesAny = [](const Stmt *S, const std::set<const VarDecl *> &Any) {
      return llvm::any_of(Any, [&](const VarDecl *V) { return names(S, V); });
    };
    for (const Stmt *S : Children) {
      if (NamesAny(S, Old))
        return true;
      if (isSwap(S))
        Old = Derived;
      else if (auto *Declaration = dyn_cast<DeclStmt>(S); Declaration && (NamesAny(S, Pointers) || NamesAny(S, Derived)))
        for (const Decl *D : Declaration->decls())
          if (auto *V = dyn_cast<VarDecl>(D))
            Derived.insert(VariableUses::canonical(V));
    }
    return false;
  }
};

} // namespace

PointerSwaps tilepipe::findSwaps(const ForStmt *Loop, const VariableUses &FunctionUses, Liveness &Live, const ASTContext &AST) {
  return SwapReader(Loop, FunctionUses, Live, AST).read();
}
