// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Emitters.h"
#include "LineMarker.h"
#include "Results.h"
#include "TileText.h"

#include "tilepipe/Support/Identifiers.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

using namespace tilepipe;

static std::string guardedText(const LoopNest &Nest, const std::string &Text,
                               const std::optional<isl::set> &Guard);

/// Text over captures with what they are at the call in their places.
static std::string spelledOut(const LoopNest &Nest, llvm::StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    llvm::StringRef Word = Text.take_while(isIdentifierByte);
    auto Known = llvm::find_if(Nest.Captures, [&](const Capture &C) { return C.Name == Word && C.Name != C.CallText; });
    Result += Known == Nest.Captures.end() ? Text.take_front(std::max<size_t>(Word.size(), 1)).str()
                                           : "((tp_int)(" + guardedText(Nest, Known->CallText, Known->Guard) + "))";
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return Result;
}

/// Identifiers at the call: the user's own variables, extents and symbolic
/// expressions spelled out.
static std::string callIdentifier(const LoopNest &Nest, llvm::StringRef Name) {
  for (const Capture &C : Nest.Captures)
    if (C.Name == Name)
      return "(tp_int)(" + guardedText(Nest, C.CallText, C.Guard) + ")";
  for (const Symbol &S : Nest.Symbols)
    if (S.Name == Name)
      return "(tp_int)(" + spelledOut(Nest, S.Text) + ")";
  return Name.str();
}

/// Text where the program would evaluate it too, 0 elsewhere: a structure may exist
/// only if there are iterations.
static std::string guardedText(const LoopNest &Nest, const std::string &Text,
                               const std::optional<isl::set> &Guard) {
  if (!Guard)
    return Text;
  auto Name = [&](llvm::StringRef N) { return callIdentifier(Nest, N); };
  std::string Condition = printCondition(*Guard, Nest.Context, Name);
  return Condition == "1" ? Text : "(" + Condition + " ? " + Text + " : 0)";
}

static isl::set unnamed(const isl::set &Set) {
  return isl::manage(isl_set_reset_tuple_id(Set.copy()));
}

/// { [c0..cd] : [c0..c(d-1)] in Outer } within Set
static isl::set above(const isl::set &Outer, const isl::set &Set) {
  isl::set Cylinder = isl::manage(
      isl_set_add_dims(Outer.copy(), isl_dim_set, dims(Set) - dims(Outer)));
  return unnamed(Set).intersect(unnamed(Cylinder));
}

/// { [c0..cd] } with cd By further
static isl::set shiftLast(const isl::set &Set, int64_t By) {
  isl::multi_aff Shift =
      isl::manage(isl_multi_aff_identity_on_domain_space(Set.get_space().release()));
  unsigned Last = dims(Set) - 1;
  isl::aff Next = isl::manage(
      isl_aff_add_constant_si(isl_multi_aff_get_at(Shift.get(), Last), By));
  Shift = isl::manage(isl_multi_aff_set_at(Shift.release(), Last, Next.release()));
  return isl::manage(isl_set_apply(Set.copy(), isl_map_from_multi_aff(Shift.release())));
}

/// { [v] }: the value that loop D's iterator has after the nest, for parameters
/// under which loop D is ever started. That is its exit value at the last point
/// of the loops around it: one step past the last iteration there, or the start
/// value when there is none.
static isl::set exitValue(const LoopNest &Nest, unsigned D) {
  isl::set LastOuter = Nest.Prefix[D].lexmax();
  isl::set LastInner = above(LastOuter, Nest.Prefix[D + 1]).lexmax();
  isl::map First = isl::manage(isl_map_from_pw_aff(Nest.Loops[D].First.copy()));
  isl::set AtStart = isl::manage(isl_set_flatten(
      isl_map_wrap(First.intersect_domain(LastOuter).release())));
  isl::set NoIteration = Nest.Prefix[D].params().subtract(LastInner.params());
  isl::set Exit =
      shiftLast(LastInner, Nest.Loops[D].Spacing).unite(unnamed(AtStart).intersect_params(NoIteration));
  // The iterator's value depends on coordinates 0..D only.
  isl_map *Value = isl_map_from_pw_aff(Nest.Loops[D].Value.copy());
  Value = isl_map_project_out(Value, isl_dim_in, D + 1, isl_map_dim(Value, isl_dim_in) - D - 1);
  Value = isl_map_reset_tuple_id(Value, isl_dim_in);
  return isl::manage(isl_set_apply(Exit.release(), Value)).intersect_params(Nest.Context);
}

static std::string exitValues(const RegionContext &R) {
  auto Name = [&](llvm::StringRef N) { return callIdentifier(R.Nest, N); };
  std::string Text;
  for (unsigned D = 0; D < R.Nest.depth(); ++D) {
    const Loop &L = R.Nest.Loops[D];
    if (!L.outlives())
      continue;
    isl::set Value = exitValue(R.Nest, D).coalesce();
    std::string Assignment = L.Iterator + " = (" + L.Type + ")(" +
                             printValue(dimMax(Value, 0), R.Nest.Context, Name) + ");";
    std::string Started = printCondition(R.Nest.Prefix[D].params(), R.Nest.Context, Name);
    Text += " " + (Started == "1" ? Assignment : "if (" + Started + ") " + Assignment);
  }
  return Text;
}

/// Moves exchanged pointers to where as many iterations as there are leave them; empty: nobody reads them.
static std::string movedPointers(const RegionContext &R) {
  auto Name = [&](llvm::StringRef N) { return callIdentifier(R.Nest, N); };
  std::string Result;
  for (const PointerCycle &C : R.Nest.Cycles) {
    const size_t Size = C.Pointers.size();
    if (Size == 1 || llvm::all_of(C.Pointers, [](const PointerCycle::Pointer &P) { return P.IsDeadBehind; }))
      continue;
    const Loop &L = R.Nest.Loops.front();
    // There is a point, and so an iteration.
    std::string Last = printValue(dimMax(*R.Nest.Turns, 0), R.Nest.Context, Name);
    std::string Count = "(" + Last + " - (" + printValue(firstTurn(R.Nest), R.Nest.Context, Name) + ")";
    Count += L.Spacing == 1 ? " + 1)" : ") / " + std::to_string(L.Spacing) + " + 1";
    std::string Text = "const tp_int tp_turn = (" + Count + ") % " + std::to_string(Size) + ";";
    const char *Type = C.IsConst ? "const void *" : "void *";
    for (size_t I = 0; I < Size; ++I)
      Text += " " + (Type + ("const tp_p" + std::to_string(I))) + " = (" + Type + ")" + C.Pointers[I].Name + ";";
    for (size_t I = 0; I < Size; ++I) {
      std::string Place;
      for (size_t Rest = 0; Rest < Size; ++Rest)
        Place += (Rest + 1 < Size ? "tp_turn == " + std::to_string(Rest) + " ? " : "") + "tp_p" +
                 std::to_string((I + Rest) % Size) + (Rest + 1 < Size ? " : " : "");
      if (!C.Pointers[I].IsDeadBehind)
        Text += " " + C.Pointers[I].Name + " = " + Place + ";";
    }
    Result += (Result.empty() ? "" : ", ") + ("__extension__({ " + Text + " })");
  }
  return Result;
}

/// Where the own loop leaves nothing behind a loop around it knows when it has ended. (Compilers would take iterators
/// that are assigned there for perhaps uninitialized.) C89 knows no loop that declares a variable.
bool tilepipe::timesLoop(const RegionContext &R) {
  return !R.Nest.IsOldC && llvm::none_of(R.Nest.Loops, [](const Loop &L) { return L.outlives(); });
}

/// True for the body of an unbraced `if (...)`: an if-else of ours there would
/// make compilers warn about a dangling else.
static bool followsParenthesis(llvm::StringRef FileText, unsigned Offset) {
  return FileText.take_front(Offset).rtrim().ends_with(")");
}

/// Blanks in front of the nest on its line.
static std::string indentation(llvm::StringRef FileText, unsigned Offset) {
  llvm::StringRef Before = FileText.take_front(Offset);
  llvm::StringRef Line = Before.drop_front(Before.rfind('\n') + 1);
  return std::string(Line.take_while([](char C) { return C == ' ' || C == '\t'; }));
}

/// True when the user's own text precedes the nest on its line. Compilers look at what comes
/// first on a line to find misleading indentation: no line may be begun inside of the user's.
static bool hasTextBefore(llvm::StringRef FileText, unsigned Offset) {
  llvm::StringRef Before = FileText.take_front(Offset).rtrim(" \t");
  return !Before.empty() && !Before.ends_with("\n");
}

/// Call on lines of their own that count as a system header; the user's text behind it keeps its
/// line and column.
static std::string unseen(const std::string &Call, llvm::StringRef FileText, unsigned Offset,
                          llvm::StringRef File) {
  llvm::StringRef Line = FileText.take_front(Offset);
  Line = Line.drop_front(Line.rfind('\n') + 1);
  std::string Blanks;
  for (char C : Line)
    Blanks += C == '\t' ? '\t' : ' ';
  return "\n" + userLineMarker(FileText, Offset, File, /*IsGenerated=*/true) + Call + "\n" +
         userLineMarker(FileText, Offset, File, /*IsGenerated=*/false) + Blanks;
}

/// TP_OTHERWISE_TAKE(struct tp_sweep_results, (tp_results.s = s), tp_sweep_run(...), (s = tp_results.s), (TP_CHECK(s, int, s)))
static std::string takingResults(const RegionContext &R, const std::string &Run) {
  std::string Give, Take;
  for (const Reduction &Each : R.Nest.Reductions) {
    const char *Separator = Give.empty() ? "" : ", ";
    Give += Separator + ("tp_results." + Each.Name + " = " + Each.Name);
    Take += Separator + (Each.Name + " = tp_results." + Each.Name);
    // Before the nest they may have no value.
    for (const Reduction::Companion &C : Each.Companions)
      Take += ", tp_results.tp_took_" + Each.Name + " ? (void)(" + C.Name + " = tp_results." + C.Name + ") : (void)0";
  }
  if (std::string Moved = movedPointers(R); !Moved.empty())
    Take += ", " + Moved;
  return "TP_OTHERWISE_TAKE(" + resultsType(R) + ", (" + Give + "), " + Run + ", (" + Take + "), (" + checksOfResults(R) + "))";
}

/// The call stands in front of a line with a directive: hints in front of the nest.
static bool precedesDirective(const RegionContext &R) { return llvm::StringRef("#%?").contains(R.FileText[R.Nest.CallAt]); }

/// Between the call and the nest, or the hints in front of it.
static std::string behindCall(const RegionContext &R) {
  const unsigned At = R.Nest.CallAt;
  if (R.Options.LineDirectives && precedesDirective(R))
    return "\n" + userLineMarker(R.FileText, At, R.Options.File, /*IsGenerated=*/false);
  // On one line where lines must keep their numbers.
  bool IsOneLine = R.Options.LineDirectives || hasTextBefore(R.FileText, At);
  return IsOneLine ? " " : "\n" + indentation(R.FileText, At);
}

/// "tp_sweep_run(n, (void *)A)"
static std::string startCall(const RegionContext &R) {
  std::string Arguments;
  auto Add = [&](const std::string &A) { Arguments += (Arguments.empty() ? "" : ", ") + A; };
  for (const Capture &C : R.Nest.Captures)
    Add(guardedText(R.Nest, C.CallText, C.Guard));
  for (unsigned I : R.BaseArrays)
    Add("(" + voidPointer(R.Nest.Arrays[I]) + ")" +
        guardedText(R.Nest, R.Nest.Arrays[I].baseText(), R.Nest.Arrays[I].Guard));
  for (const Reachable &Each : R.Reachables)
    if (!Each.IsCalledGlobal)
      Add(guardedText(R.Nest, Each.Address, Each.Guard));
  if (!R.Nest.Reductions.empty())
    Add("&tp_results");
  return R.Prefix + "_run(" + Arguments + ")";
}

std::string tilepipe::emitPlainCall(const RegionContext &R) {
  return "for (int tp_ran = " + startCall(R) + "; !tp_ran; tp_ran = 1)" + behindCall(R);
}

std::string tilepipe::emitCall(const RegionContext &R) {
  const std::string Run = startCall(R);
  std::string Exits = exitValues(R), Moved = movedPointers(R);
  if (!timesLoop(R) && !Moved.empty())
    Exits += " " + Moved + ";";
  std::string Separator = behindCall(R);
  bool IsBranch = followsParenthesis(R.FileText, R.Nest.CallAt);
  std::string Call;
  if (!R.Nest.Reductions.empty())
    Call = takingResults(R, Run) + Separator;
  else if (timesLoop(R))
    Call = (Moved.empty() ? "TP_OTHERWISE(" + Run + ")" : "TP_OTHERWISE_THEN(" + Run + ", (" + Moved + "))") + Separator;
  else
    Call = (IsBranch ? "switch (0) default: if (" : "if (") + Run + ") {" + Exits +
           (Exits.empty() ? "" : " ") + "} else" + Separator;
  if (R.Options.LineDirectives && R.Nest.IsSharedInline)
    return unseen(Call, R.FileText, R.Nest.CallAt, R.Options.File);
  if (!R.Options.LineDirectives && precedesDirective(R) && indentation(R.FileText, R.Nest.CallAt).empty())
    return indentation(R.FileText, R.Nest.NestText.Begin) + Call; // directives mostly begin at the margin
  return Call;
}
