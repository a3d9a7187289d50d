// Isl.h - isl context, ranges and the gaps of isl/cpp.h
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ownership: one IslContext per translation unit, made by the driver and passed
// down by reference. Every isl value (isl::set, ...) counts references and must
// die before its IslContext does. There is no process-wide context.
//
// Errors: isl/cpp.h throws isl::exception. Exceptions never leave a stage:
// guarded() turns them, and an exhausted quota, into llvm::Error.
#ifndef TILEPIPE_SUPPORT_ISL_H
#define TILEPIPE_SUPPORT_ISL_H

#include "llvm/Support/Error.h"
#include <isl/cpp.h>

#include <cstdint>
#include <stdexcept>
#include <optional>
#include <string>
#include <vector>

namespace tilepipe {

/// Owns an isl_ctx whose errors become exceptions.
class IslContext {
public:
  IslContext();
  ~IslContext();
  IslContext(const IslContext &) = delete;
  IslContext &operator=(const IslContext &) = delete;

  isl::ctx get() const { return isl::ctx(Raw); }

private:
  isl_ctx *Raw;
};

/// Version string of the isl that is linked, like "isl-0.25-IMath-32\n".
std::string islVersion();

/// True when the linked isl is the one this program was built against, not the
/// copy inside libLLVM.
bool isExpectedIsl();

/// The error of an isl computation that ran out of operations or CPU time.
class QuotaError : public llvm::ErrorInfo<QuotaError> {
public:
  static char ID;
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;
};

/// Bounds the isl operations done while it lives; guards do not nest.
/// An exceeded quota makes isl throw, which guarded() reports as QuotaError.
class QuotaGuard {
public:
  explicit QuotaGuard(const IslContext &Ctx, unsigned long MaxOperations);
  ~QuotaGuard();

private:
  isl_ctx *Raw;
};

/// Default quota of one stage: about a second of isl.
constexpr unsigned long StageQuota = 40'000'000;
/// Quota of the sets that only ranks need, and of the loops over them: without
/// them the nest still runs on threads.
constexpr unsigned long ExchangeQuota = 400'000;

/// Runs F (returning T, may throw isl::exception) and yields Expected<T>.
template <typename T, typename Fn> llvm::Expected<T> guarded(const IslContext &Ctx, Fn F);

/// The errors for an isl exception just caught.
llvm::Error quotaError(const IslContext &Ctx);
llvm::Error islError(const IslContext &Ctx, const isl::exception &E);

//--- gaps of isl/cpp.h 0.25 -------------------------------------------------

/// isl's text form: "[n] -> { S[i] : 0 <= i < n }".
std::string toString(const isl::set &Set);
std::string toString(const isl::map &Map);
std::string toString(const isl::union_set &Set);
std::string toString(const isl::union_map &Map);
std::string toString(const isl::pw_aff &PwAff);
/// Dimensions of a set's tuple.
unsigned dims(const isl::set &Set);
/// Map with its domain tuple called Name.
isl::map withDomainName(const isl::map &Map, const std::string &Name);
/// Names of a set's tuple and of a map's tuples; empty when unnamed.
std::string tupleName(const isl::set &Set);
std::string domainName(const isl::map &Map);
/// { Name[c] -> [c, Last] } for Set = { T[c] }: the place of a statement that is
/// number Last of its iteration.
isl::map timestamps(const isl::set &Set, const std::string &Name, int Last);
/// The points of Set, up to Limit of them; nothing when there are more, or when
/// Set is unbounded. Parameters must have been projected out.
std::optional<std::vector<std::vector<int64_t>>> enumerate(const isl::set &Set, unsigned Limit);
/// Set with the `Count` tuple dimensions from First on projected out.
isl::set projectOut(const isl::set &Set, unsigned First, unsigned Count);
/// The basic sets that Set is a union of.
std::vector<isl::basic_set> parts(const isl::set &Set);
/// The union of Parts, with the tuple of Space; their parameters may differ. isl's unite() compares both sets each time, for which
/// it looks for redundant constraints.
isl::set unionOf(const isl::space &Space, llvm::ArrayRef<isl::basic_set> Parts);
/// A intersected with B. Of convex sets the result is not asked whether it is empty, nor whether
/// they are the same: isl's intersect() solves linear programs for that each time.
isl::set conjunction(const isl::set &A, const isl::set &B);
/// Set without those of its basic sets that are empty.
isl::set withoutEmptyParts(const isl::set &Set);
/// Set where the parameters lie in Parameters, in the same way.
isl::set conjunctionParams(const isl::set &Set, const isl::set &Parameters);
/// Adds the constraint Row . j + Reach >= Name, a parameter.
isl::set boundBelowByParameter(const isl::set &Set, const std::vector<int64_t> &Row,
                               const std::string &Name, int64_t Reach = 0);
/// Adds the constraint Row . j < Name.
isl::set boundAboveByParameter(const isl::set &Set, const std::vector<int64_t> &Row,
                               const std::string &Name);
/// { S[j] -> [Row . j] } for Set = { S[j] }, at all points of its space.
isl::map rowValue(const isl::set &Set, const std::vector<int64_t> &Row);
/// { [v] : v = Row . j for some j in Set }
isl::set rowImage(const isl::set &Set, const std::vector<int64_t> &Row);
/// Value of an isl integer as int64_t; asserts that it fits.
int64_t toInt64(const isl::val &V);
/// The number that V is; nothing when it is NaN, infinite or a fraction. isl's *_plain_get_val_if_fixed() answer NaN where a
/// dimension is not seen to be one number.
std::optional<int64_t> asInteger(const isl::val &V);
/// Per-parameter maximum / minimum of tuple dimension D of Set, as a piecewise
/// affine expression of the parameters: { [] -> [max] : params }.
isl::pw_aff dimMax(const isl::set &Set, unsigned D);
isl::pw_aff dimMin(const isl::set &Set, unsigned D);

//--- implementation ---------------------------------------------------------

template <typename T, typename Fn> llvm::Expected<T> guarded(const IslContext &Ctx, Fn F) {
  try {
    return F();
  } catch (const isl::exception_quota &) {
    return quotaError(Ctx);
  } catch (const isl::exception &E) {
    return islError(Ctx, E);
  } catch (const std::runtime_error &E) {
    return llvm::createStringError("%s", E.what());
  }
}

} // namespace tilepipe

#endif // TILEPIPE_SUPPORT_ISL_H
