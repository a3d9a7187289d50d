// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Emitters.h"
#include "TileText.h"
#include "tilepipe/Support/Identifiers.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace tilepipe;

/// Text has a member by this name: x.Name, x->Name.
static bool namesMember(llvm::StringRef Text, llvm::StringRef Name) {
  for (size_t At = Text.find(Name); At != llvm::StringRef::npos; At = Text.find(Name, At + 1)) {
    llvm::StringRef Before = Text.take_front(At), Behind = Text.drop_front(At + Name.size());
    bool IsWhole = Behind.empty() || !isIdentifierByte(Behind.front());
    if (IsWhole && (Before.ends_with(".") || Before.ends_with("->")))
      return true;
  }
  return false;
}

/// Not where results are no elements of arrays. Not where called functions would not see the arrays that it is given, or
/// where an array's size would be that of a pointer. Nor where a macro for a structure (withObjects) would be one for a
/// member as well.
static bool hasReference(const RegionContext &R) {
  llvm::StringRef Text = R.FileText.slice(R.Nest.NestText.Begin, R.Nest.NestText.End);
  return R.Nest.Reductions.empty() && !R.Nest.CalleesNameMemory && !R.Nest.HasOwnSizes && llvm::none_of(R.Nest.bases(), [&](unsigned I) {
    const std::string &Object = R.Nest.Arrays[I].Object;
    return !Object.empty() && namesMember(Text, Object);
  });
}

std::string tilepipe::emitReference(const RegionContext &R) {
  if (!hasReference(R))
    return "";
  // Captures and arrays under the user's names.
  std::vector<Variable> Variables;
  for (const Capture &C : R.Nest.Captures)
    Variables.push_back({C.Type, C.Name + " = tp_a->" + C.Name});
  std::set<std::string> Declared; // one iterator may step several loops
  for (const Loop &L : R.Nest.Loops)
    if (L.IsDeclaredOutside && Declared.insert(L.Iterator).second)
      Variables.push_back({L.Type, L.Iterator});
  for (const Loop &L : R.Nest.Loops)
    for (const Loop::Follower &F : L.Followers)
      if (F.IsDeclaredOutside && Declared.insert(F.Name).second)
        Variables.push_back({F.Type, F.Name});
  for (const Private &P : R.Nest.Privates)
    if (Declared.insert(P.Name).second)
      Variables.push_back({P.Type, P.Name + P.Dims});
  std::string Declarations = declarations(Variables);
  for (unsigned I : R.Nest.bases()) {
    const Array &A = R.Nest.Arrays[I];
    Array Unnamed = A;
    Unnamed.Name = Unnamed.Base = "";
    Declarations += "  " + arrayDeclarator(A, false) + " = (" + arrayDeclarator(Unnamed, false) + ")tp_a->tp_base_" +
                    A.base() + ";\n";
  }
  for (const PointerCycle &C : R.Nest.Cycles)
    for (const PointerCycle::Pointer &P : C.Pointers) {
      std::string Base = PointerCycle::base(P.Name);
      Declarations += arrayOfPointer(R.Nest, P.Name) ? "  __typeof__(" + Base + ") " + P.Name + " = " + Base + ";\n"
                                                     : "  void *" + P.Name + " = 0;\n";
    }
  for (const auto &[Name, Like] : R.Nest.Temporaries)
    Declarations += "  __typeof__(" + Like + ") " + Name + ";\n";
  std::string Text = R.Nest.NestSource.empty()
                         ? R.FileText.slice(R.Nest.NestText.Begin, R.Nest.NestText.End).str()
                         : R.Nest.NestSource;
  std::string Function = functionHead(R.Prefix, "_reference", "(const void *tp_v)") + Declarations +
                         aggregateDeclarations(R) + "  " + Text + "\n}\n";
  return "/* The nest as it was written, on whatever arrays the arguments name; only TILEPIPE_VERIFY runs it. */\n" +
         withObjects(R, Function, true) + "\n";
}
