// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilepipe/Support/Remark.h"

#include "llvm/Support/raw_ostream.h"

using namespace tilepipe;

char RefusalError::ID = 0;

void RefusalError::log(llvm::raw_ostream &OS) const { OS << Why.Message; }

std::error_code RefusalError::convertToErrorCode() const { return llvm::inconvertibleErrorCode(); }

llvm::Error tilepipe::refuse(Refusal R) { return llvm::make_error<RefusalError>(std::move(R)); }

llvm::Error tilepipe::refuseUnlessRefused(llvm::Error E, const Location &Nest,
                                          const std::string &What) {
  if (E.isA<RefusalError>())
    return E;
  std::string Reason = llvm::toString(std::move(E));
  return refuse({"too-complex", Nest, "", What + " cannot be computed (" + Reason + ")",
                 ""});
}

Remark tilepipe::missedRemark(const Location &Nest, const Refusal &Why) {
  std::string Message = "loop not parallelized: " + Why.Message;
  if (!Why.Expression.empty())
    Message += ": '" + Why.Expression + "'";
  bool IsElsewhere = Why.Where.Line != 0 && (Why.Where.Line != Nest.Line ||
                                             Why.Where.Column != Nest.Column);
  if (IsElsewhere)
    Message += " at " + std::to_string(Why.Where.Line) + ":" + std::to_string(Why.Where.Column);
  if (!Why.Help.empty())
    Message += "; " + Why.Help;
  for (const Refusal &Other : Why.Others)
    Message += (&Other == &Why.Others.front() ? "; more obstacles: " : ", ") +
               (Other.Expression.empty() ? Other.Message : "'" + Other.Expression + "'") + " at " +
               std::to_string(Other.Where.Line) + ":" + std::to_string(Other.Where.Column) + " (" + Other.Code + ")";
  return {Why.IsImplied ? RemarkKind::Analysis : RemarkKind::Missed, Nest, Message + " [tp-" + Why.Code + "]"};
}

static const char *flagOf(RemarkKind Kind) {
  switch (Kind) {
  case RemarkKind::Passed:
    return "-Rpass=tilepipe";
  case RemarkKind::Missed:
    return "-Rpass-missed=tilepipe";
  case RemarkKind::Analysis:
    return "-Rpass-analysis=tilepipe";
  }
  llvm_unreachable("covered switch");
}

std::string tilepipe::toString(const Remark &R) {
  std::string Place = R.Where.File;
  if (R.Where.Line != 0)
    Place += ":" + std::to_string(R.Where.Line) + ":" + std::to_string(R.Where.Column);
  return Place + ": remark: " + R.Message + " [" + flagOf(R.Kind) + "]";
}
