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

Remark::Remark(RemarkKind Kind, std::string Code, Location Where, std::vector<RemarkPart> Parts, std::string Function)
    : Kind(Kind), Code(std::move(Code)), Where(std::move(Where)), Parts(std::move(Parts)), Function(std::move(Function)) {}

Remark::Remark(RemarkKind Kind, std::string Code, Location Where, std::string Text, std::string Function)
    : Remark(Kind, std::move(Code), std::move(Where), std::vector<RemarkPart>{{RemarkPart::Role::Text, std::move(Text)}},
             std::move(Function)) {}

std::string Remark::message() const {
  std::string Message;
  for (const RemarkPart &P : Parts)
    Message += P.Text;
  return Message;
}

std::string Remark::messageWithCode() const { return message() + (Code.empty() ? "" : " [tp-" + Code + "]"); }

static std::string lineAndColumn(const Location &Where) {
  return std::to_string(Where.Line) + ":" + std::to_string(Where.Column);
}

Remark tilepipe::missedRemark(const Location &Nest, llvm::StringRef Function, const Refusal &Why) {
  using Role = RemarkPart::Role;
  std::vector<RemarkPart> Parts = {{Role::Text, "loop not parallelized: " + Why.Message}};
  if (!Why.Expression.empty()) {
    Parts.push_back({Role::Text, ": '"});
    Parts.push_back({Role::Expression, Why.Expression, Why.Where});
    Parts.push_back({Role::Text, "'"});
  }
  bool IsElsewhere = Why.Where.Line != 0 && (Why.Where.Line != Nest.Line ||
                                             Why.Where.Column != Nest.Column);
  if (IsElsewhere)
    Parts.push_back({Role::Text, " at " + lineAndColumn(Why.Where)});
  if (!Why.Help.empty()) {
    Parts.push_back({Role::Text, "; "});
    Parts.push_back({Role::Help, Why.Help});
  }
  for (const Refusal &Other : Why.Others) {
    Parts.push_back({Role::Text, &Other == &Why.Others.front() ? "; more obstacles: " : ", "});
    Parts.push_back({Role::Obstacle, Other.Expression.empty() ? Other.Message : "'" + Other.Expression + "'", Other.Where});
    Parts.push_back({Role::Text, " at " + lineAndColumn(Other.Where) + " (" + Other.Code + ")"});
  }
  return {Why.IsImplied ? RemarkKind::Analysis : RemarkKind::Missed, Why.Code, Nest, std::move(Parts), Function.str()};
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
    Place += ":" + lineAndColumn(R.Where);
  return Place + ": remark: " + R.messageWithCode() + " [" + flagOf(R.Kind) + "]";
}
