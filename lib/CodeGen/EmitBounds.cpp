// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Emitters.h"
#include "TileText.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/aff.h>
#include <isl/set.h>

using namespace tilepipe;

/// Symbols beyond which h_d . j could overflow; spaces that large are declined. Rows that are unit
/// vectors multiply nothing. The second one is for loops whose variable is the user's int: the first
/// value of a loop that is empty, for corners of a box far from each other, must fit too.
static constexpr const char *LargestSymbol = "((tp_int)1 << 40)";
static constexpr const char *LargestOfInts = "((tp_int)1 << 27)";

static void declineHugeSymbols(const RegionContext &R, CodeBuffer &Out) {
  if (R.HasUnitRows || R.Nest.Symbols.empty())
    return;
  std::string Largest = "0";
  for (const Symbol &S : R.Nest.Symbols) {
    std::string Name = supportIdentifier(S.Name);
    Largest = "tp_max(" + Largest + ", tp_max(" + Name + ", -" + Name + "))";
  }
  bool HasInt = false;
  for (unsigned D = 0; D < R.Nest.Loops.size(); ++D)
    HasInt |= isDirect(R, D) && R.Nest.Loops[D].Type == "int";
  Out.line("if (" + Largest + " > " + (HasInt ? LargestOfInts : LargestSymbol) +
           ") { /* too large for skewed coordinates */");
  for (unsigned D = 0; D < R.dimensions(); ++D) {
    std::string Index = "[" + std::to_string(D) + "]";
    Out.line("  tp_out->tp_lo" + Index + " = 0; tp_out->tp_hi" + Index + " = (tp_int)1 << 62;");
  }
  Out.line("  return;");
  Out.line("}");
}

/// Value wherever it is one expression; nothing where it has cases.
static std::optional<isl::pw_aff> everywhere(const isl::pw_aff &Value) {
  std::optional<isl::pw_aff> Result;
  if (isl_pw_aff_n_piece(Value.get()) == 1)
    Value.foreach_piece([&](isl::set, isl::multi_aff Only) { Result = isl::pw_aff(Only.at(0)); });
  return Result;
}

/// True where the bounds are an empty box without iterations, too.
static bool emptiesBounds(const RegionContext &R) {
  isl::set Full = R.Nest.Context;
  for (unsigned D = 0; D < R.dimensions(); ++D) {
    std::optional<isl::pw_aff> First = everywhere(R.Spans[D].First), Last = everywhere(R.Spans[D].Last);
    if (!First || !Last)
      return false;
    Full = Full.intersect(Last->ge_set(*First).params());
  }
  return Full.is_subset(R.Nest.domain().params());
}

std::string tilepipe::emitBox(const RegionContext &R, const std::string &Name) {
  std::string Low, High;
  for (const RegionContext::Span &S : R.Spans) {
    const char *Separator = Low.empty() ? "" : ", ";
    Low += Separator + printValue(S.First, R.Nest.Context, supportIdentifier);
    High += Separator + printValue(S.Last.add_constant(1), R.Nest.Context, supportIdentifier);
  }
  return "  const tp_box " + Name + " = {{" + Low + "}, {" + High + "}};\n";
}

std::string tilepipe::noIterations(const RegionContext &R, const std::string &Name) {
  std::string Text;
  for (unsigned D = 0; D < R.dimensions(); ++D) {
    const std::string Extent = Name + ".tp_hi[" + std::to_string(D) + "] - " + Name + ".tp_lo[" + std::to_string(D) + "]";
    Text += (Text.empty() ? "" : " || ") + Extent + " < 1";
    if (!R.HasUnitRows)
      Text += " || " + Extent + " > " + LargestOfInts;
  }
  if (!R.HasUnitRows)
    for (const Symbol &S : R.Nest.Symbols)
      Text += " || " + supportIdentifier(S.Name) + " > " + LargestOfInts + " || " + supportIdentifier(S.Name) + " < -" + LargestOfInts;
  if (!emptiesBounds(R))
    Text += " || !(" + printCondition(R.Nest.domain().params(), R.Nest.Context, supportIdentifier) + ")";
  return Text;
}

std::string tilepipe::emitBounds(const RegionContext &R) {
  CodeBuffer Out(1);
  declineHugeSymbols(R, Out);
  std::string Otherwise;
  if (!emptiesBounds(R)) {
    Out.line("const int tp_some = " +
             printCondition(R.Nest.domain().params(), R.Nest.Context, supportIdentifier) + ";");
    Otherwise = " : 0";
  }
  for (unsigned D = 0; D < R.dimensions(); ++D) {
    auto Set = [&](const char *Side, const isl::pw_aff &Value) {
      return "tp_out->" + (Side + ("[" + std::to_string(D) + "] = ")) + (Otherwise.empty() ? "" : "tp_some ? ") +
             printValue(Value, R.Nest.Context, supportIdentifier) + Otherwise + ";";
    };
    Out.line(Set("tp_lo", R.Spans[D].First) + " " + Set("tp_hi", R.Spans[D].Last.add_constant(1)));
  }
  return R.function("Bounding box of the iterations " + toString(R.Nest.domain()),
                  "void " + R.Prefix + "_bounds(const void *tp_v, tp_box *tp_out)", Out.str());
}
