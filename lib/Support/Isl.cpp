// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Support/Isl.h"


#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <isl/version.h>

using namespace tilepipe;

static isl_ctx *newContext() {
  return isl_ctx_alloc();
}

IslContext::IslContext() : Raw(newContext()) {
  // isl/cpp.h turns the error state into an exception; printing is ours.
  isl_options_set_on_error(Raw, ISL_ON_ERROR_CONTINUE);
  isl_options_set_ast_build_exploit_nested_bounds(Raw, 1);
}

IslContext::~IslContext() { isl_ctx_free(Raw); }

std::string tilepipe::islVersion() { return isl_version(); }

bool tilepipe::isExpectedIsl() { return llvm::StringRef(isl_version()).trim() == TILEPIPE_ISL_VERSION; }

char QuotaError::ID = 0;

void QuotaError::log(llvm::raw_ostream &OS) const { OS << "isl quota exceeded"; }

std::error_code QuotaError::convertToErrorCode() const { return llvm::inconvertibleErrorCode(); }

QuotaGuard::QuotaGuard(const IslContext &Ctx, unsigned long MaxOperations) : Raw(Ctx.get().get()) {
  isl_ctx_reset_operations(Raw);
  isl_ctx_set_max_operations(Raw, MaxOperations);
}

QuotaGuard::~QuotaGuard() {
  isl_ctx_set_max_operations(Raw, 0);
  isl_ctx_reset_operations(Raw);
}

/// True inside a handler of the exception that isl throws when a limit on time stops it.
static bool isAborted(isl_error Last) {
  try {
    throw;
  } catch (const isl::exception_abort &) {
    return true;
  } catch (...) {
    return Last == isl_error_abort;
  }
}

llvm::Error tilepipe::islError(const IslContext &Ctx, const isl::exception &E) {
  // Where isl's C functions answer nothing, what is thrown is about the nothing.
  isl_error Last = isl_ctx_last_error(Ctx.get().get());
  if (Last == isl_error_quota)
    return quotaError(Ctx);
  isl_ctx_reset_error(Ctx.get().get());
  if (isAborted(Last))
    return llvm::createStringError("it takes more time than allowed");
  return llvm::createStringError("isl: %s", E.what());
}

llvm::Error tilepipe::quotaError(const IslContext &Ctx) {
  isl_ctx_reset_error(Ctx.get().get());
  return llvm::make_error<QuotaError>();
}

/// Takes ownership of a string that isl allocated.
static std::string takeString(char *Raw) {
  std::string Text = Raw ? Raw : "null";
  free(Raw);
  return Text;
}

std::string tilepipe::toString(const isl::set &Set) {
  return takeString(isl_set_to_str(Set.get()));
}
std::string tilepipe::toString(const isl::map &Map) {
  return takeString(isl_map_to_str(Map.get()));
}
std::string tilepipe::toString(const isl::union_set &Set) {
  return takeString(isl_union_set_to_str(Set.get()));
}
std::string tilepipe::toString(const isl::union_map &Map) {
  return takeString(isl_union_map_to_str(Map.get()));
}
std::string tilepipe::toString(const isl::pw_aff &PwAff) {
  return takeString(isl_pw_aff_to_str(PwAff.get()));
}

unsigned tilepipe::dims(const isl::set &Set) {
  return isl_set_dim(Set.get(), isl_dim_set);
}

isl::map tilepipe::withDomainName(const isl::map &Map, const std::string &Name) {
  return isl::manage(isl_map_set_tuple_name(Map.copy(), isl_dim_in, Name.c_str()));
}

std::string tilepipe::tupleName(const isl::set &Set) {
  return isl_set_has_tuple_name(Set.get()) == isl_bool_true ? isl_set_get_tuple_name(Set.get()) : "";
}

std::string tilepipe::domainName(const isl::map &Map) {
  bool HasName = isl_map_has_tuple_name(Map.get(), isl_dim_in) == isl_bool_true;
  return HasName ? isl_map_get_tuple_name(Map.get(), isl_dim_in) : "";
}

isl::map tilepipe::timestamps(const isl::set &Set, const std::string &Name, int Last) {
  unsigned Count = dims(Set);
  isl_map *Map = isl_set_identity(Set.copy());
  Map = isl_map_set_tuple_name(Map, isl_dim_in, Name.c_str());
  Map = isl_map_reset_tuple_id(Map, isl_dim_out);
  Map = isl_map_add_dims(Map, isl_dim_out, 1);
  return isl::manage(isl_map_fix_si(Map, isl_dim_out, Count, Last));
}

std::optional<std::vector<std::vector<int64_t>>> tilepipe::enumerate(const isl::set &Set,
                                                                     unsigned Limit) {
  if (isl_set_is_bounded(Set.get()) != isl_bool_true)
    return std::nullopt;
  std::vector<std::vector<int64_t>> Points;
  // Thrown through isl, which only then looks at no more points. Counting takes as long as there are
  // points, and distances between symbols of 32 bits may be billions.
  struct TooMany {};
  try {
    Set.foreach_point([&](isl::point P) {
      if (Points.size() == Limit)
        throw TooMany();
      std::vector<int64_t> Point;
      for (unsigned D = 0; D < dims(Set); ++D)
        Point.push_back(
            toInt64(isl::manage(isl_point_get_coordinate_val(P.get(), isl_dim_set, D))));
      Points.push_back(std::move(Point));
    });
  } catch (const TooMany &) {
    return std::nullopt;
  }
  return Points;
}

isl::set tilepipe::projectOut(const isl::set &Set, unsigned First, unsigned Count) {
  return isl::manage(isl_set_project_out(Set.copy(), isl_dim_set, First, Count));
}

std::vector<isl::basic_set> tilepipe::parts(const isl::set &Set) {
  std::vector<isl::basic_set> Parts;
  Set.foreach_basic_set([&](const isl::basic_set &Part) { Parts.push_back(Part); });
  return Parts;
}

/// In halves: isl looks at all of both sides at each union.
static isl_set *unionOfSome(llvm::ArrayRef<isl::basic_set> Parts) {
  if (Parts.size() == 1)
    return isl_set_from_basic_set(Parts.front().copy());
  if (Parts.size() == 2)
    return isl_basic_set_union(Parts.front().copy(), Parts.back().copy());
  size_t Half = Parts.size() / 2;
  return isl_set_union(unionOfSome(Parts.take_front(Half)), unionOfSome(Parts.drop_front(Half)));
}

isl::set tilepipe::unionOf(const isl::space &Space, llvm::ArrayRef<isl::basic_set> Parts) {
  isl::space Common = Space;
  for (const isl::basic_set &Part : Parts)
    Common = isl::manage(isl_space_align_params(Common.release(), isl_basic_set_get_space(Part.get())));
  std::vector<isl::basic_set> Aligned;
  for (const isl::basic_set &Part : Parts)
    Aligned.push_back(isl::manage(isl_basic_set_align_params(Part.copy(), Common.copy())));
  return isl::manage(Aligned.empty() ? isl_set_empty(Common.release()) : unionOfSome(Aligned));
}

isl::set tilepipe::conjunction(const isl::set &A, const isl::set &B) {
  auto IsUniverse = [](const isl::set &S) {
    return isl_set_plain_is_universe(S.get()) == isl_bool_true;
  };
  if (IsUniverse(A) || IsUniverse(B))
    return A.intersect(B);
  isl::set Left = isl::manage(isl_set_align_params(A.copy(), B.get_space().release()));
  isl::set Right = isl::manage(isl_set_align_params(B.copy(), Left.get_space().release()));
  std::vector<isl::basic_set> Ones = parts(Left), Others = parts(Right), Result;
  bool Multiplies = Ones.size() > 1 && Others.size() > 1;
  for (const isl::basic_set &One : Ones)
    for (const isl::basic_set &Other : Others) {
      isl::basic_set Both = One.intersect(Other);
      if (isl_basic_set_plain_is_empty(Both.get()) != isl_bool_true &&
          !(Multiplies && Both.is_empty()))
        Result.push_back(Both);
    }
  return unionOf(Left.get_space(), Result);
}

isl::set tilepipe::withoutEmptyParts(const isl::set &Set) {
  std::vector<isl::basic_set> Parts = parts(Set);
  llvm::erase_if(Parts, [](const isl::basic_set &Part) { return Part.is_empty(); });
  return unionOf(Set.get_space(), Parts);
}

isl::set tilepipe::conjunctionParams(const isl::set &Set, const isl::set &Parameters) {
  isl::set Everything = isl::set::universe(Set.get_space());
  return conjunction(Set, Everything.intersect_params(Parameters));
}

/// Set with parameter Name added to its space, and the parameter's position.
static std::pair<isl::set, unsigned> withParameter(const isl::set &Set, const std::string &Name) {
  int Position = isl_set_find_dim_by_name(Set.get(), isl_dim_param, Name.c_str());
  if (Position >= 0)
    return {Set, unsigned(Position)};
  unsigned Count = isl_set_dim(Set.get(), isl_dim_param);
  isl_set *Raw = isl_set_add_dims(Set.copy(), isl_dim_param, 1);
  Raw = isl_set_set_dim_name(Raw, isl_dim_param, Count, Name.c_str());
  return {isl::manage(Raw), Count};
}

/// Set with Sign * (Row . j) - Sign * Name + Constant >= 0 added.
static isl::set constrainRow(const isl::set &Set, const std::vector<int64_t> &Row,
                             const std::string &Name, int Sign, int Constant) {
  auto [Aligned, Position] = withParameter(Set, Name);
  isl_constraint *C =
      isl_constraint_alloc_inequality(isl_local_space_from_space(Aligned.get_space().release()));
  for (auto [D, Coefficient] : llvm::enumerate(Row))
    C = isl_constraint_set_coefficient_si(C, isl_dim_set, D, Sign * int(Coefficient));
  C = isl_constraint_set_coefficient_si(C, isl_dim_param, Position, -Sign);
  C = isl_constraint_set_constant_si(C, Constant);
  return conjunction(Aligned, isl::manage(isl_set_from_basic_set(isl_basic_set_from_constraint(C))));
}

isl::set tilepipe::boundBelowByParameter(const isl::set &Set, const std::vector<int64_t> &Row,
                                         const std::string &Name, int64_t Reach) {
  return constrainRow(Set, Row, Name, 1, int(Reach));
}

isl::set tilepipe::boundAboveByParameter(const isl::set &Set, const std::vector<int64_t> &Row,
                                         const std::string &Name) {
  return constrainRow(Set, Row, Name, -1, -1);
}

isl::map tilepipe::rowValue(const isl::set &Set, const std::vector<int64_t> &Row) {
  isl_local_space *Space = isl_local_space_from_space(Set.get_space().release());
  isl_aff *Dot = isl_aff_zero_on_domain(Space);
  for (auto [D, Coefficient] : llvm::enumerate(Row))
    Dot = isl_aff_set_coefficient_si(Dot, isl_dim_in, D, int(Coefficient));
  return isl::manage(isl_map_from_aff(Dot));
}

isl::set tilepipe::rowImage(const isl::set &Set, const std::vector<int64_t> &Row) {
  return Set.apply(rowValue(Set, Row));
}

int64_t tilepipe::toInt64(const isl::val &V) {
  assert(isl_val_is_int(V.get()) == isl_bool_true && "not an integer");
  if (isl_val_cmp_si(V.get(), INT64_MAX) > 0 || isl_val_cmp_si(V.get(), -INT64_MAX) < 0) // may be negated
    throw std::runtime_error("a number of more than 64 bits");
  return isl_val_get_num_si(V.get());
}

std::optional<int64_t> tilepipe::asInteger(const isl::val &V) { return V.is_int() ? std::optional(toInt64(V)) : std::nullopt; }

isl::pw_aff tilepipe::dimMax(const isl::set &Set, unsigned D) {
  return isl::manage(isl_set_dim_max(Set.copy(), D));
}

isl::pw_aff tilepipe::dimMin(const isl::set &Set, unsigned D) {
  return isl::manage(isl_set_dim_min(Set.copy(), D));
}
