// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Verify/Verify.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilepipe;

static void printAffs(llvm::raw_ostream &OS, const char *What,
                      const std::vector<isl::pw_aff> &Values) {
  OS << "  " << What << "\n";
  for (const isl::pw_aff &Value : Values)
    OS << "    " << toString(Value) << "\n";
}

void EmittedRegion::print(llvm::raw_ostream &OS) const {
  OS << "region " << Name << (IsThreadsOnly ? " (threads only)" : "") << "\n";
  OS << "  runs " << toString(Runs) << "\n";
  for (const EmittedScan &S : Scans)
    OS << "  scan " << S.Function << " " << toString(S.Points) << "\n    in order "
       << toString(S.Order) << "\n";
  for (const EmittedFace &F : Faces)
    OS << "  face " << F.Crosses << " " << toString(F.Elements) << "\n";
  OS << "  live-in " << toString(LiveIn) << "\n  owned " << toString(Owned) << "\n";
  printAffs(OS, "lo", Lo);
  printAffs(OS, "hi", Hi);
  OS << "  reach";
  for (int64_t R : Reach)
    OS << " " << R;
  OS << "\n";
  if (Counted)
    OS << "  counted " << toString(*Counted) << "\n";
  for (const auto &R : Ranges) {
    OS << "  range " << (R ? toString(R->IsTouched) : "none") << "\n";
    if (!R)
      continue;
    printAffs(OS, "from", R->First);
    printAffs(OS, "to", R->Last);
  }
  for (unsigned D = 0; D < Exits.size(); ++D)
    if (Exits[D])
      OS << "  exit of " << D << " " << toString(Exits[D]->Where) << "\n    "
         << toString(Exits[D]->Value) << "\n";
}

bool Proof::isProved() const {
  return !Obligations.empty() &&
         llvm::all_of(Obligations, [](const Obligation &O) { return O.IsProved; });
}

const Obligation *Proof::failed() const {
  for (const Obligation &O : Obligations)
    if (!O.IsProved)
      return &O;
  return nullptr;
}
