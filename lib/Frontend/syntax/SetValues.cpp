// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syntax/SetValues.h"

using namespace tilepipe;
using namespace clang;

namespace {

/// Where the variables of a piece of text are named in it, and how often they are written.
struct NameUses {
  std::map<const VarDecl *, std::vector<const DeclRefExpr *>> Named;
  std::map<const VarDecl *, unsigned> Written;

  void add(const Stmt *S) {
    auto *Ref = dyn_cast<DeclRefExpr>(S);
    if (auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr)
      Named[VariableUses::canonical(V)].push_back(Ref);
    const Expr *Target = targetOf(S);
    if (const VarDecl *V = Target ? rootVariable(Target) : nullptr)
      ++Written[VariableUses::canonical(V)];
    forEachChild(S, [&](const Stmt *Child) { add(Child); });
  }
};

bool isPlain(QualType Type, SetValues::Types Which) {
  const bool IsAmong = Type->isIntegerType() || (Which == SetValues::Types::Numbers && Type->isRealFloatingType());
  return IsAmong && !Type->isBooleanType() && !Type->isAtomicType() && !Type.isVolatileQualified();
}

/// E is made of variables, constants and arithmetic: it has no effect, reads no element and calls nothing.
bool isArithmetic(const Expr *E, SetValues::Types Which) {
  if (!isPlain(E->getType(), Which))
    return false;
  E = E->IgnoreParens();
  if (auto *Ref = dyn_cast<DeclRefExpr>(E))
    return isa<VarDecl, EnumConstantDecl>(Ref->getDecl());
  auto *Unary = dyn_cast<UnaryOperator>(E);
  auto *Binary = dyn_cast<BinaryOperator>(E);
  bool IsOperator = (Unary && Unary->isArithmeticOp()) || (Binary && !Binary->isAssignmentOp() && !Binary->isCommaOp()) ||
                    isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CastExpr, ConditionalOperator>(E);
  return IsOperator && allChildren(E, [&](const Stmt *Child) {
           auto *Operand = dyn_cast<Expr>(Child);
           return Operand && isArithmetic(Operand, Which);
         });
}

bool namesAny(const Stmt *S, const std::map<const VarDecl *, unsigned> &Variables) {
  auto *Ref = dyn_cast<DeclRefExpr>(S);
  auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return (V && Variables.count(VariableUses::canonical(V))) ||
         anyChild(S, [&](const Stmt *Child) { return namesAny(Child, Variables); });
}

/// An assignment, and what reads it.
struct Setting {
  const BinaryOperator *Assignment;
  std::vector<const DeclRefExpr *> Reads;
};

class SettingFinder {
public:
  SettingFinder(const Stmt *Text, const VariableUses &Uses, SetValues::Types Which) : Uses(Uses), Which(Which) {
    All.add(Text);
    visit(Text);
  }

  /// Visit(V, Settings) for each variable with settings for all that names it.
  void forEach(llvm::function_ref<void(const VarDecl *, const std::vector<Setting> &)> Visit) const {
    for (const auto &[V, Settings] : Found) {
      size_t Named = Settings.size();
      for (const Setting &Each : Settings)
        Named += Each.Reads.size();
      if (All.Written.at(V) == Settings.size() && All.Named.at(V).size() == Named) // it is set, so it is in both
        Visit(V, Settings);
    }
  }

private:
  /// Whatever else holds statements may be entered in their midst, as a `switch` is: nothing in there is looked at.
  void visit(const Stmt *S) {
    if (auto *Block = dyn_cast_or_null<CompoundStmt>(S)) {
      for (auto It = Block->body_begin(); It != Block->body_end(); ++It) {
        consider(*It, llvm::ArrayRef(It + 1, Block->body_end()));
        visit(*It);
      }
    } else if (auto *For = dyn_cast_or_null<ForStmt>(S)) {
      visit(For->getBody());
    } else if (auto *While = dyn_cast_or_null<WhileStmt>(S)) {
      visit(While->getBody());
    } else if (auto *Do = dyn_cast_or_null<DoStmt>(S)) {
      visit(Do->getBody());
    } else if (auto *If = dyn_cast_or_null<IfStmt>(S)) {
      visit(If->getThen());
      visit(If->getElse());
    }
  }

  void consider(const Stmt *S, llvm::ArrayRef<const Stmt *> Behind) {
    auto *Assignment = dyn_cast<BinaryOperator>(S);
    if (!Assignment || Assignment->getOpcode() != BO_Assign)
      return;
    auto *Ref = dyn_cast<DeclRefExpr>(Assignment->getLHS()->IgnoreParens());
    auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V || !V->hasLocalStorage() || !isPlain(V->getType(), Which) || Uses.isAddressTaken(V) ||
        !isArithmetic(Assignment->getRHS(), Which))
      return;
    const VarDecl *Set = VariableUses::canonical(V);
    NameUses Later;
    for (const Stmt *Other : Behind)
      Later.add(Other);
    if (!Later.Written.count(Set) && !namesAny(Assignment->getRHS(), Later.Written))
      Found[Set].push_back({Assignment, std::move(Later.Named[Set])});
  }

  const VariableUses &Uses;
  const SetValues::Types Which;
  std::map<const VarDecl *, std::vector<Setting>> Found;
  NameUses All;
};

/// Jumps may come from anywhere.
bool hasLabel(const Stmt *S) { return isa<LabelStmt>(S) || anyChild(S, hasLabel); }

} // namespace

void SetValues::add(const Stmt *Text, const VariableUses &Uses, Types Which) {
  if (hasLabel(Text))
    return;
  SettingFinder(Text, Uses, Which).forEach([&](const VarDecl *V, const std::vector<Setting> &All) {
    Variables.insert(V);
    for (const Setting &Each : All) {
      Settings[Each.Assignment] = V;
      for (const DeclRefExpr *Read : Each.Reads)
        Reads[Read] = Each.Assignment->getRHS();
    }
  });
}

bool SetValues::has(const VarDecl *V) const { return Variables.count(VariableUses::canonical(V)) > 0; }

const Expr *SetValues::of(const DeclRefExpr *Read) const { return Reads.count(Read) ? Reads.at(Read) : nullptr; }

const VarDecl *SetValues::setBy(const Stmt *S) const { return Settings.count(S) ? Settings.at(S) : nullptr; }
