// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Goal.h"
#include "Pairs.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_set.h>

using namespace tilepipe;
using namespace tilepipe::verify;

std::string verify::lo(unsigned D) { return "tp_lo" + std::to_string(D); }
std::string verify::hi(unsigned D) { return "tp_hi" + std::to_string(D); }
std::string verify::end(unsigned D) { return "tp_end" + std::to_string(D); }

/// Text of one point of Set, its parameters included.
static std::string sampleOf(const isl::set &Set) {
  isl::set Sample = isl::manage(isl_set_from_basic_set(isl_set_sample(Set.copy())));
  return toString(Sample);
}

void Goal::note(const std::string &What) {
  if (Result.Evidence.empty() || Result.Evidence.back() != What)
    Result.Evidence.push_back(What);
}

void Goal::empty(const std::string &What, const isl::set &Bad) {
  if (!Bad.is_empty())
    throw NotProved{What + ": not so for " + sampleOf(Bad)};
  note(What);
}

void Goal::empty(const std::string &What, const Pairs &Bad) {
  if (!Bad.isEmpty())
    empty(What, Bad.tuples());
  note(What);
}

void Goal::within(const std::string &What, const isl::set &Part, const isl::set &Whole) {
  if (!Part.is_subset(Whole))
    empty(What, Part.subtract(Whole));
  note(What);
}

void Goal::require(const std::string &What, bool IsTrue) {
  if (!IsTrue)
    throw NotProved{What + ": not so"};
  note(What);
}

/// Zeros in front of R, so that it speaks of the dimensions from At on.
static Row shifted(const Row &R, unsigned At) {
  Row Result(At, 0);
  Result.insert(Result.end(), R.begin(), R.end());
  return Result;
}

isl::set verify::atLeast(const isl::set &Tuples, const Row &R, unsigned At,
                         const std::string &Parameter) {
  return boundBelowByParameter(Tuples, shifted(R, At), Parameter);
}

isl::set verify::below(const isl::set &Tuples, const Row &R, unsigned At,
                       const std::string &Parameter) {
  return boundAboveByParameter(Tuples, shifted(R, At), Parameter);
}

bool Question::hasMargins() const {
  return isEmbedded() || llvm::any_of(Rows, [](const Row &R) { return llvm::count(R, 0) + 1 < long(R.size()); });
}

isl::set verify::reaching(const isl::set &Tuples, const Row &R, int64_t Reach, const std::string &Parameter) {
  return boundBelowByParameter(Tuples, R, Parameter, Reach);
}

isl::set verify::inBox(isl::set Tuples, llvm::ArrayRef<Row> Rows, unsigned At) {
  isl::set Box = isl::set::universe(Tuples.get_space());
  for (unsigned D = 0; D < Rows.size(); ++D)
    Box = below(atLeast(Box, Rows[D], At, lo(D)), Rows[D], At, hi(D));
  return conjunction(Tuples, Box);
}

isl::set verify::elements(const isl::set &Tuples, unsigned At, const std::string &Name) {
  isl::set Elements = projectOut(Tuples, 0, At);
  return isl::manage(isl_set_set_tuple_name(Elements.release(), Name.c_str()));
}

isl::set verify::behind(const isl::set &Elements, unsigned Count) {
  isl_set *Raw = isl_set_reset_tuple_id(Elements.copy());
  return isl::manage(isl_set_insert_dims(Raw, isl_dim_set, 0, Count));
}

isl::set verify::part(const isl::union_set &Set, const Array &A) {
  isl_space *Space = isl_space_set_alloc(Set.ctx().get(), 0, A.Extents.size());
  Space = isl_space_set_tuple_name(Space, isl_dim_set, A.Name.c_str());
  Space = isl_space_align_params(Space, isl_union_set_get_space(Set.get()));
  return isl::manage(isl_union_set_extract_set(Set.get(), Space));
}

isl::set verify::equals(const std::string &Parameter, const isl::pw_aff &Value) {
  isl_pw_aff *Raw = Value.copy();
  isl_space *Domain = isl_pw_aff_get_domain_space(Raw);
  bool IsParams = isl_space_is_params(Domain) == isl_bool_true;
  isl_space_free(Domain);
  isl_set *Values =
      IsParams ? isl_set_from_pw_aff(Raw) : isl_map_range(isl_map_from_pw_aff(Raw));
  unsigned At = isl_set_dim(Values, isl_dim_param);
  Values = isl_set_move_dims(Values, isl_dim_param, At, isl_dim_set, 0, 1);
  Values = isl_set_set_dim_name(Values, isl_dim_param, At, Parameter.c_str());
  return isl::manage(isl_set_params(Values));
}

isl::set verify::isDefined(const isl::pw_aff &Value) {
  return isl::manage(isl_set_params(isl_pw_aff_domain(Value.copy())));
}

isl::set verify::isLess(const isl::pw_aff &A, const isl::pw_aff &B) {
  return isl::manage(isl_set_params(isl_pw_aff_lt_set(A.copy(), B.copy())));
}
