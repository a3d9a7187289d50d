// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that run the points of a box: loops over the user's body.
//
#include "Reading.h"

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>

using namespace tilepipe;
using namespace clang;

namespace {

/// One copy of the body: the points that it runs, over coordinates and loops as parameters.
struct Leaf {
  isl::set Points;
  std::vector<Moment> Time;
};

std::string coordinate(unsigned D) { return "tp_c" + std::to_string(D); }

/// A loop's value { S[c] -> [v] } at the point tp_c0, tp_c1, ...
Value valueAt(const RegionSource &Source, const isl::pw_aff &Of) {
  isl_pw_aff *At = Of.copy();
  isl_ctx *Ctx = isl_pw_aff_get_ctx(At);
  isl_id_list *Ids = isl_id_list_alloc(Ctx, Source.Nest.tupleSize());
  for (unsigned I = 0; I < Source.Nest.tupleSize(); ++I)
    Ids = isl_id_list_add(Ids, isl_id_alloc(Ctx, coordinate(I).c_str(), nullptr));
  isl_multi_id *Tuple = isl_multi_id_from_id_list(isl_pw_aff_get_domain_space(At), Ids);
  return Value(isl::manage(isl_pw_aff_bind_domain(At, Tuple)));
}

class ScanHooks : public Executor::Hooks {
public:
  ScanHooks(const RegionSource &Source, const UserNest &User, const std::optional<BlockCall> &Blocks)
      : Results(Source, User), Places(Source), Held(Source, User, Blocks), Source(Source), User(User) {}

  std::vector<Leaf> Leaves;
  TileResults Results;
  PointerPlaces Places;
  HeldArrays Held;

  bool call(Executor &X, const CallExpr *Call) override {
    if (Held.call(X, Call))
      return true;
    const FunctionDecl *Callee = Call->getDirectCallee();
    const FunctionDecl *Known =
        Callee && Callee->getIdentifier() ? Source.File.function(Callee->getName()) : nullptr;
    if (!Known || !Known->getName().starts_with(Source.Prefix + "_") || Active.size() > 2)
      return false;
    const isl::set Path = X.Path;
    X.bindArguments(Known, Call);
    Active.push_back(Known);
    Results.enter(Known);
    X.runBody(Known);
    Active.pop_back();
    X.Path = Path;
    return true;
  }

  bool rest(Executor &X, const CompoundStmt *Block, unsigned First) override {
    if (Active.empty())
      return false;
    std::optional<TileResults::Frame> Frame;
    std::optional<unsigned> K = statementAt(Block, First, Frame);
    if (!K)
      return false;
    if (Frame) {
      Results.accept(*Frame);
      Block = Frame->Body;
      First = 0;
    }
    const Statement &S = Source.Nest.Statements[*K];
    Leaf L{X.Path, X.Time};
    std::set<const VarDecl *> Iterators;
    for (unsigned D : S.Loops) {
      const VarDecl *V = iterator(X, D, Block);
      L.Points = conjunction(L.Points, X.Vars.at(V).Number->equals(valueAt(Source, Source.Nest.Loops[D].Value)));
      Iterators.insert(V);
    }
    for (unsigned D : S.Loops)
      for (const Loop::Follower &F : Source.Nest.Loops[D].Followers) {
        const VarDecl *V = variableOf(X, F.Name, Block);
        if (!L.Points.is_subset(X.Vars.at(V).Number->equals(valueAt(Source, F.Value))))
          Source.File.fail(Block, "body that is run while '" + F.Name + "' is not what the user's loop makes of it");
        Iterators.insert(V);
      }
    User.checkNames(*K, Block, First, Active.back(), Iterators, Held.standIns());
    Results.body(Active.back(), Block, First, X);
    for (unsigned I = 0; !Source.Nest.isPerfect() && I < Source.Nest.tupleSize(); ++I) {
      bool IsCoordinate = I % 2 == 1 && I / 2 < S.Loops.size();
      int64_t Place = I % 2 == 0 && I / 2 < S.Places.size() ? S.Places[I / 2] : 0;
      if (!IsCoordinate)
        L.Points = conjunction(L.Points, Value::parameter(Source.ctx(), coordinate(I))
                                             .equals(Value::constant(Source.ctx(), Place)));
    }
    checkStrides(X, S, Block, L.Points);
    Places.check(*K, Block, First, L.Points);
    if (Frame)
      checkCoordinates(X, *Frame, S, L.Points);
    Held.body(X, Block, First, L.Points);
    Leaves.push_back(std::move(L));
    return true;
  }

  /// i = (int)(3 * tp_c0 + 2): points of the nest have iterators that keep their value, and only
  /// those are accepted in the end.
  bool assignment(Executor &X, const BinaryOperator *E) override {
    if (Held.store(X, E))
      return true;
    const VarDecl *V = Evaluator::variable(E->getLHS());
    auto *Cast = dyn_cast<CStyleCastExpr>(E->getRHS()->IgnoreImpCasts());
    if (!V || !Cast || E->getOpcode() != BO_Assign || !isIterator(V))
      return false;
    X.assign(V, X.number(Cast->getSubExpr()->IgnoreImpCasts()));
    return true;
  }

  bool isResult(const VarDecl *V) override {
    return Results.isVariable(V->getName());
  }
  bool standsIn(Executor &X, const VarDecl *V) override { return Held.standsIn(X, V); }
  bool doesBranch(Executor &X, const IfStmt *S) override { return Held.shiftsLanes(X, S); }
  bool isKnown(const Stmt *S) override { return Results.isKnown(S); }
  bool knowsStrides() override { return true; }

  bool declaration(Executor &X, const VarDecl *V) override {
    for (const AggregateCopy &H : Source.Nest.AggregateCopies)
      if (V->getName() == H.Name || V->getName() == H.Variable)
        return checkAggregateCopy(V, H), true;
    if ((V->getType()->isPointerType() && Places.declare(X, V)) || Held.declare(X, V))
      return true;
    // Each point writes it before it reads it.
    return !V->getInit() && V->hasLocalStorage() &&
           llvm::any_of(Source.Nest.Privates, [&](const Private &P) { return P.Name == V->getName(); });
  }

  /// TP_FORCE_READ(element): reads an element that the nest reads under a condition.
  bool other(Executor &X, const Stmt *S) override {
    auto *Announcement = dyn_cast<Expr>(S);
    if (auto *Cast = Announcement ? dyn_cast<CStyleCastExpr>(Announcement->IgnoreParens()) : nullptr;
        Cast && Cast->getType()->isVoidType())
      if (auto *Number = dyn_cast<IntegerLiteral>(Cast->getSubExpr()->IgnoreParenImpCasts())) {
        Announced = Number->getValue().getZExtValue();
        return true;
      }
    auto *Asm = dyn_cast<GCCAsmStmt>(S);
    if (!Asm || Asm->getNumOutputs() || Asm->getNumClobbers() || Asm->getNumInputs() != 1 ||
        !Asm->getAsmString()->getString().empty())
      return false;
    std::string Text = squeezed(Source.File.text(Asm->getInputExpr(0)));
    return Text.empty() || llvm::any_of(Source.Nest.Accesses, [&](const Access &A) {
             return A.What == Access::Kind::Read && Source.mayRead(A) && squeezed(A.HoistedText) == touched(S);
           });
  }

private:
  const RegionSource &Source;
  const UserNest &User;
  std::vector<const FunctionDecl *> Active;
  std::optional<unsigned> Announced; ///< statement that stands next in a block

  /// The statement whose copy the rest of Block is. Statements of one text are told apart by what the emitted code
  /// announces: whichever it is, the obligations ask whether each runs where it should.
  std::optional<unsigned> statementAt(const CompoundStmt *Block, unsigned First, std::optional<TileResults::Frame> &Frame) const {
    unsigned Count = Source.Nest.Statements.size();
    for (unsigned K = 0; K < Count; ++K) {
      if (Count > 1 && Announced != K)
        continue;
      bool IsWatched = llvm::any_of(Source.Nest.Reductions, [&](const Reduction &R) { return R.isWatched() && R.StatementIndex == K; });
      if (IsWatched)
        Frame = Results.frame(Block, First, K);
      if (Frame ? !Frame->Body->body_empty() && User.isBody(K, Frame->Body, 0) : !IsWatched && User.isBody(K, Block, First, Held.standIns()))
        return K;
    }
    return std::nullopt;
  }

  /// A loop with a stride is run by a loop of this stride, and such loops run nothing else: the points of both are the
  /// same part of all coordinates.
  void checkStrides(const Executor &X, const Statement &S, const Stmt *Where, const isl::set &Points) const {
    size_t Found = 0;
    for (unsigned D : S.Loops) {
      const std::optional<Loop::Stride> &Stride = Source.Nest.Loops[D].Strided;
      if (!Stride)
        continue;
      Value Coordinate = Value::parameter(Source.ctx(), coordinate(Source.Nest.coordinateOf(D)));
      bool IsRun = llvm::any_of(X.Strides, [&](const Executor::Stride &Known) {
        return Points.is_subset(Coordinate.equals(Value::parameter(Source.ctx(), Known.Parameter))) &&
               Points.is_subset(Value(Stride->First).equals(Known.First)) &&
               Points.is_subset(Value(Stride->Step).equals(Known.Step));
      });
      if (!IsRun)
        Source.File.fail(Where, "iterations of '" + Source.Nest.Loops[D].Iterator + "' that are not a step apart");
      ++Found;
    }
    if (Found != X.Strides.size())
      Source.File.fail(Where, "loop with a stride that the nest does not have");
  }

  /// What is remembered of a point is where it lies.
  void checkCoordinates(Executor &X, const TileResults::Frame &F, const Statement &S, const isl::set &Points) const {
    for (const auto &[D, V] : F.Coordinates) {
      auto Found = X.Vars.find(V);
      std::string Name = coordinate(Source.Nest.coordinateOf(S.Loops[D]));
      if (Found == X.Vars.end() || !Found->second.Number ||
          !Points.is_subset(Found->second.Number->equals(Value::parameter(Source.ctx(), Name))))
        Source.File.fail(F.Body, "place that is not the point's");
    }
  }

  bool isIterator(const VarDecl *V) const {
    return llvm::any_of(Source.Nest.Loops, [&](const Loop &L) { 
      return L.Iterator == V->getName() ||
             llvm::any_of(L.Followers, [&](const Loop::Follower &F) { return F.Name == V->getName(); });
    });
  }

  /// E of "TP_FORCE_READ(E)".
  std::string touched(const Stmt *S) const {
    llvm::StringRef Text = Source.File.text(S);
    Text.consume_front("TP_FORCE_READ");
    return squeezed(Text.rtrim(';').drop_front().drop_back());
  }

  /// The variable that holds the iterator of loop D at Where. Two of its name with a value are one too many.
  const VarDecl *iterator(Executor &X, unsigned D, const Stmt *Where) const {
    return variableOf(X, Source.Nest.Loops[D].Iterator, Where);
  }
  const VarDecl *variableOf(Executor &X, const std::string &Name, const Stmt *Where) const {
    std::vector<const VarDecl *> Found;
    for (const auto &[V, B] : X.Vars)
      if (V->getDeclContext() == Active.back() && V->getName() == Name && B.Number && !B.Left)
        Found.push_back(V);
    if (Found.size() != 1)
      Source.File.fail(Where, "body that is run while '" + Name + "' is not known");
    return Found.front();
  }

  /// struct grid g = {.n = tp_f0_n, .u = tp_p0_u}; struct grid *const g = &tp_o0;
  void checkAggregateCopy(const VarDecl *V, const AggregateCopy &H) const {
    std::string Members;
    for (const AggregateCopy::Member &M : H.Members)
      Members += (Members.empty() ? "" : ", ") + M.Path + " = " + M.Value;
    std::string Expected = H.Type + " " + H.Name + " = {" + (Members.empty() ? "0" : Members) + "}";
    if (V->getName() != H.Name)
      Expected = H.Type + " *const " + H.Variable + " = &" + H.Name;
    std::string Text; // with macros expanded: one might stand for a member's name
    for (const ExpandedToken &Token : Source.File.tokens(V->getBeginLoc(), Source.File.end(V->getInit())))
      Text += Token.Text;
    if (Text != squeezed(Expected))
      Source.File.fail(V, "structure that is not made of what the nest reads");
  }
};

/// { S[c] -> [t] } from { : } over tp_c<d> and loops, with Times made equally long.
isl::map orderOf(const RegionSource &Source, const Leaf &L, size_t Length) {
  std::vector<std::string> Names;
  for (unsigned D = 0; D < Source.Nest.tupleSize(); ++D)
    Names.push_back(coordinate(D));
  isl::set Set = L.Points;
  for (size_t I = 0; I < Length; ++I) {
    Moment M = I < L.Time.size() ? L.Time[I] : Moment();
    if (M.Loop.empty()) {
      M.Loop = "tp_t" + std::to_string(I);
      Value Place = Value::constant(Source.ctx(), M.Place);
      Set = conjunction(Set, Value::parameter(Source.ctx(), M.Loop).equals(Place));
    }
    Names.push_back(M.Loop);
  }
  Set = parametersAsTuple(Set, Names, "");
  Set = withoutParameters(Set, Evaluator::isFresh);
  unsigned Depth = Source.Nest.tupleSize();
  isl_map *Map = isl_map_from_range(isl_set_reset_tuple_id(Set.release()));
  Map = isl_map_move_dims(Map, isl_dim_in, 0, isl_dim_out, 0, Depth);
  return isl::manage(isl_map_coalesce(isl_map_set_tuple_name(Map, isl_dim_in, "S")));
}

} // namespace

/// The ends of blocks with more places along a dimension might overflow.
static constexpr int64_t LargestBlock = int64_t(1) << 40;

/// What Function consists of; nothing: it is no such call.
static std::optional<BlockCall> blockCall(const RegionSource &Source, const FunctionDecl *Function) {
  auto *Body = cast<CompoundStmt>(Function->getBody());
  auto *Call = Body->size() == 1 ? dyn_cast<CallExpr>(Body->body_front()) : nullptr;
  if (!Call || !isCallOf(Call, "tp_in_blocks"))
    return std::nullopt;
  std::vector<int64_t> Numbers;
  for (unsigned I = 1; I < 4; ++I)
    if (std::optional<llvm::APSInt> Number = Call->getArg(I)->getIntegerConstantExpr(Source.File.ast()))
      Numbers.push_back(Number->getExtValue());
  auto *Tile = namedUnconverted<FunctionDecl>(Call->getArg(4));
  Tile = Tile ? Source.File.function(Tile->getName()) : nullptr;
  bool HasOwnArguments = Function->getNumParams() == 2 && namedUnconverted<ParmVarDecl>(Call->getArg(0)) == Function->getParamDecl(0) &&
                         namedUnconverted<ParmVarDecl>(Call->getArg(5)) == Function->getParamDecl(1);
  if (!Source.File.isRuntimes(Call->getDirectCallee()) || !HasOwnArguments || !Tile || Numbers.size() != 3 || Numbers[0] < 1 ||
      Numbers[0] >= int64_t(Source.Rows) || Numbers[1] < 1 || Numbers[1] > LargestBlock || Numbers[2] < 1 || Numbers[2] > LargestBlock)
    Source.File.fail(Call, "blocks that are not understood");
  return BlockCall{unsigned(Numbers[0]), Numbers[1], Numbers[2], Tile};
}

const FunctionDecl *tilepipe::tileOfBlocks(const RegionSource &Source, const FunctionDecl *Function) {
  const std::optional<BlockCall> Blocks = blockCall(Source, Function);
  return Blocks ? Blocks->Tile : nullptr;
}

EmittedScan tilepipe::readScan(const RegionSource &Source, const UserNest &User,
                               const FunctionDecl *Function) {
  // A box's blocks in lexicographic order are legal if its points are (obligation 1): what runs a block is looked at.
  const std::optional<BlockCall> Blocks = blockCall(Source, Function);
  if (Blocks)
    Function = Blocks->Tile;
  ScanHooks Hooks(Source, User, Blocks);
  std::optional<isl::set> Corners;
  auto Run = [&](ScanHooks &Of, bool HidesCorners) {
    Executor X(Source, Of);
    X.HidesCorners = HidesCorners;
    X.bindParameters(Function);
    X.runBody(Function);
    Corners = X.Corners;
    return X.HasHidden;
  };
  const bool HasCases = Run(Hooks, false);
  if (Hooks.Leaves.empty())
    Source.File.fail(Function, "function that never runs the nest's body");
  Hooks.Results.finish();
  // Cells hold what they should in any box that is run this way. Points run in it as they run in the box that there is.
  ScanHooks Again(Source, User, Blocks);
  const bool HidesCorners = HasCases && Hooks.Held.hasArrays();
  if (HidesCorners)
    Run(Again, true);
  ScanHooks &Last = HidesCorners ? Again : Hooks;
  Last.Held.finish();
  size_t Length = 0;
  for (const Leaf &L : Last.Leaves)
    Length = std::max(Length, L.Time.size());
  std::optional<isl::map> Order;
  for (Leaf &L : Last.Leaves) {
    if (Hooks.Held.hasLanes())
      L.Points = conjunction(L.Points, Source.Known);
    isl::map Here = orderOf(Source, L, Length);
    Order = Order ? Order->unite(Here) : Here;
  }
  return {Function->getName().str(), Order->domain(), *Order, Corners, Hooks.Held.hasLanes()};
}
