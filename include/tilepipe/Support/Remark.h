// Remark.h - what happened to a nest, and why
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_SUPPORT_REMARK_H
#define TILEPIPE_SUPPORT_REMARK_H

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace tilepipe {

/// A place in a file as people count: lines and columns from 1.
struct Location {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;

  bool operator==(const Location &Other) const {
    return Line == Other.Line && Column == Other.Column && File == Other.File;
  }
};

/// Byte offsets [Begin, End) into the main file.
struct TextRange {
  unsigned Begin = 0;
  unsigned End = 0;
  bool contains(TextRange Other) const { return Begin <= Other.Begin && Other.End <= End; }
};

/// Why a nest stays the user's own loop. Every refusal is made by one of the
/// functions in Refusals.h-style factories of the stage that refuses.
struct Refusal {
  std::string Code;       ///< stable, "non-affine-subscript"; printed as [tp-<code>]
  Location Where;         ///< of the offending expression
  std::string Expression; ///< its source text, empty when there is none
  std::string Message;    ///< one sentence, no full stop
  std::string Help;       ///< what would help, empty when nothing would
  /// The nest around it was refused, and that the loop inside is no nest by itself is no news.
  bool IsImplied = false;
  std::vector<Refusal> Others = {}; ///< further obstacles of the nest that were found beside this one
  /// Arrays of the nest that would be in the way no longer if each iteration had its own: lists to try in
  /// turn (scratchArrays).
  std::vector<std::vector<std::string>> Scratch = {};
  /// No band was found. Statements may be in the way of each other that have to run as one.
  bool LacksBand = false;
};

/// A Refusal on its way through llvm::Expected.
class RefusalError : public llvm::ErrorInfo<RefusalError> {
public:
  static char ID;
  explicit RefusalError(Refusal R) : Why(std::move(R)) {}
  const Refusal &refusal() const { return Why; }
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  Refusal Why;
};

llvm::Error refuse(Refusal R);

/// E itself when it is a refusal already; else (isl's error or an exhausted
/// quota) the refusal "too-complex" about What: doubt never means yes.
llvm::Error refuseUnlessRefused(llvm::Error E, const Location &Nest, const std::string &What);

enum class RemarkKind { Passed, Missed, Analysis };

/// A piece of a remark's text. Tools show some of them apart.
struct RemarkPart {
  enum class Role { Text, Expression, Help, Obstacle };
  Role What;
  std::string Text;
  Location Where = {}; ///< of an expression or a further obstacle; line 0: it has none
};

/// One remark about one nest, or about a whole file.
struct Remark {
  RemarkKind Kind;
  std::string Code; ///< stable, "scalar-written"; empty: what was parallelized, and counts
  Location Where;   ///< line 0: the whole file
  std::vector<RemarkPart> Parts;
  std::string Function; ///< the nest is in; empty: it is about more

  Remark(RemarkKind Kind, std::string Code, Location Where, std::vector<RemarkPart> Parts, std::string Function);
  Remark(RemarkKind Kind, std::string Code, Location Where, std::string Text, std::string Function = "");
  /// All parts: one line without the code.
  std::string message() const;
  /// The same with the code in brackets: "... [tp-no-band]".
  std::string messageWithCode() const;
};

/// Remark of a refusal of a nest in Function: "loop not parallelized: <message>: '<expression>'; <help>", behind it
/// further obstacles: "; more obstacles: 'last' at 7:9 (scalar-written)".
/// For those that are interested in all: of the kind Analysis, where it is implied.
Remark missedRemark(const Location &Nest, llvm::StringRef Function, const Refusal &Why);

/// "file:line:col: remark: <message> [tp-<code>] [-Rpass=tilepipe]" and its missed and analysis kin.
std::string toString(const Remark &R);

} // namespace tilepipe

#endif // TILEPIPE_SUPPORT_REMARK_H
