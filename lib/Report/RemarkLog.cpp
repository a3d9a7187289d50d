// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RemarkLog.h"

#include "llvm/ADT/StringExtras.h"

using namespace tilepipe;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Path;
using llvm::json::Value;

/// The path in "file:///a%20b".
static std::string pathOf(llvm::StringRef Uri) {
  Uri.consume_front("file://");
  std::string Result;
  for (; !Uri.empty(); Uri = Uri.drop_front()) {
    const bool IsEscaped = Uri.size() > 2 && Uri.front() == '%' && llvm::isHexDigit(Uri[1]) && llvm::isHexDigit(Uri[2]);
    Result += IsEscaped ? char(llvm::hexFromNibbles(Uri[1], Uri[2])) : Uri.front();
    if (IsEscaped)
      Uri = Uri.drop_front(2);
  }
  return Result;
}

/// Object of the object Name of From, and so on; null: there is none.
static const Object *inside(const Object *From, llvm::ArrayRef<llvm::StringRef> Names) {
  for (llvm::StringRef Name : Names)
    From = From ? From->getObject(Name) : nullptr;
  return From;
}

bool tilepipe::fromJSON(const Value &From, std::vector<MissedNest> &To, Path Where) {
  const Object *Log = From.getAsObject();
  const Array *Runs = Log ? Log->getArray("runs") : nullptr;
  const Object *Run = Runs && !Runs->empty() ? Runs->front().getAsObject() : nullptr;
  const Array *Results = Run ? Run->getArray("results") : nullptr;
  if (!Results) {
    Where.report("no results");
    return false;
  }
  for (const Value &Each : *Results) {
    const Object *Result = Each.getAsObject(), *Properties = inside(Result, {"properties"}), *Message = inside(Result, {"message"});
    const Array *Places = Result ? Result->getArray("locations") : nullptr;
    const Object *Place = Places && !Places->empty() ? inside(Places->front().getAsObject(), {"physicalLocation"}) : nullptr;
    const Object *Artifact = inside(Place, {"artifactLocation"}), *Region = inside(Place, {"region"});
    if (!Properties || Properties->getString("remark") != "missed" || !Message || !Artifact || !Region)
      continue;
    To.push_back({pathOf(Artifact->getString("uri").value_or("")), Region->getInteger("startLine").value_or(0),
                  Message->getString("text").value_or("").str(), Result->getString("ruleId").value_or("").str()});
  }
  return true;
}
