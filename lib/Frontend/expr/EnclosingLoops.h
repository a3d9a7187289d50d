// EnclosingLoops.h - the loops around an expression
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_FRONTEND_EXPR_ENCLOSINGLOOPS_H
#define TILEPIPE_LIB_FRONTEND_EXPR_ENCLOSINGLOOPS_H

#include "syntax/LoopHeader.h"
#include "tilepipe/IR/LoopNest.h"

#include <isl/aff.h>
#include <isl/set.h>

namespace tilepipe {

/// Loops around each other as far as they have been read, outermost first. While a loop's header is
/// read it may be the last of Loops already; then Prefix still ends with where it is started.
struct EnclosingLoops {
  struct Level {
    const LoopHeader *Header;
    Loop Read;
  };
  std::vector<Level> Loops;
  unsigned Part = 0; ///< number of the statement that they enclose
  unsigned Inside = 0; ///< loops among the last ones that are part of the statement's own text
  bool IsInText = false; ///< the loop to be read is one of these; its header is read as a part of the body, too
  std::vector<isl::set> Prefix; ///< see LoopNest; one more than loops

  unsigned depth() const { return Loops.size(); }
  const isl::set &domain() const { return Prefix.back(); }
  /// Points of domain() that surely are iterations: where steps are no constants, first ones.
  isl::set surely() const {
    isl::set Result = domain();
    for (unsigned I = 0; I < Loops.size(); ++I) {
      if (!Loops[I].Header->StepValue || I >= dims(Result))
        continue;
      if (!Loops[I].Read.Strided)
        return isl::set::empty(Result.space());
      isl_local_space *Space = isl_local_space_from_space(Result.get_space().release());
      isl::pw_aff At = isl::manage(isl_pw_aff_from_aff(isl_aff_var_on_domain(Space, isl_dim_set, I)));
      Result = Result.intersect(At.eq_set(isl::manage(
          isl_pw_aff_insert_domain(Loops[I].Read.Strided->First.copy(), Result.get_space().release()))));
    }
    return Result;
  }
  /// The value of V, which a loop's header steps beside its iterator, over the coordinates up to that loop's; or null.
  const isl::pw_aff *followerOf(const clang::VarDecl *V) const {
    for (const Level &L : Loops)
      for (size_t I = 0; I < L.Read.Followers.size(); ++I)
        if (L.Header->Followers[I].Variable == V)
          return &L.Read.Followers[I].Value;
    return nullptr;
  }
  /// The loop whose iterator V is, or null.
  const Level *find(const clang::VarDecl *V) const {
    auto It = llvm::find_if(Loops, [&](const Level &L) { return L.Header->Iterator == V; });
    return It == Loops.end() ? nullptr : &*It;
  }
};

} // namespace tilepipe

#endif // TILEPIPE_LIB_FRONTEND_EXPR_ENCLOSINGLOOPS_H
