// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_LIB_CODEGEN_EXPRESSIONS_H
#define TILEPIPE_LIB_CODEGEN_EXPRESSIONS_H

#include "tilepipe/Support/Isl.h"

#include <functional>

namespace tilepipe {

/// How an isl identifier (parameter or iterator) is written in C.
using IdentifierText = std::function<std::string(llvm::StringRef)>;

/// C text of an isl expression; every value is a tp_int.
std::string printExpression(const isl::ast_expr &Expr, const IdentifierText &Name);

/// { [] -> [v] } and parameter sets as C expressions, under Context.
std::string printValue(const isl::pw_aff &Value, const isl::set &Context,
                       const IdentifierText &Name);
std::string printCondition(const isl::set &Params, const isl::set &Context,
                           const IdentifierText &Name);

/// For what has the parameters of Space. isl leaves parameters that its context does not know out
/// of remainders: (l - n) % 3 would become (-n) % 3.
isl::ast_build buildFrom(const isl::set &Context, const isl::space &Space);
/// Operand I of an operation.
isl::ast_expr operand(const isl::ast_expr &Expr, int I);

} // namespace tilepipe

#endif
