// SyntaxSamples.h - a plant in every class of syntax
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_TEST_UNIT_FRONTEND_SYNTAXSAMPLES_H
#define TILEPIPE_TEST_UNIT_FRONTEND_SYNTAXSAMPLES_H

#include <string>
#include <vector>

namespace tilepipe {

/// Statements of a function with an `int r`, in which P is planted.
struct Sample {
  enum Evaluation {
    Evaluated,
    Understood,  ///< as the body of a nest with a read: accepted
    NotEvaluated ///< the plant stands where C evaluates nothing
  };
  std::string Class; ///< Clang's, which the text has
  std::string Code;
  Evaluation In = Evaluated;
  std::string FileScope = ""; ///< declarations in front of the function
};

const std::vector<Sample> &samples();
/// Clang's class is of C++, Objective-C, OpenMP, ..., or stands in no finished program.
bool isOfOtherLanguages(const std::string &Class);

} // namespace tilepipe

#endif // TILEPIPE_TEST_UNIT_FRONTEND_SYNTAXSAMPLES_H
