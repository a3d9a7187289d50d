// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SyntaxSamples.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace tilepipe;

const std::vector<Sample> &tilepipe::samples() {
  constexpr auto Evaluated = Sample::Evaluated, Understood = Sample::Understood,
                 NotEvaluated = Sample::NotEvaluated;
  static const std::vector<Sample> All = {
      // Statements.
      {"NullStmt", "; r = P;", Understood},
      {"CompoundStmt", "{ r = P; }", Understood},
      {"DeclStmt", "int x = P; r = x;", Understood},
      {"DeclStmt", "int x = 1, y = P; r = x + y;", Understood},
      {"DeclStmt", "static const int x[2] = {1, 2}; r = x[P & 1];", Understood},
      {"IfStmt", "if (P) r = 1;", Understood},
      {"IfStmt", "if (r) r = 2; else r = P;", Understood},
      {"SwitchStmt", "switch (P) { case 1: r = 1; break; default: r = 2; }", Understood},
      {"CaseStmt", "switch (1) { case 1: r = P; }", Understood},
      {"CaseStmt", "switch (1) { case 0 ... 5: r = P; }"},
      {"DefaultStmt", "switch (1) { default: r = P; }", Understood},
      {"WhileStmt", "while (P) { r = 1; break; }"},
      {"DoStmt", "do { r = P; } while (0);", Understood},
      {"DoStmt", "do { r = 1; } while (P);"},
      {"ForStmt", "for (int k = P; k < 3; k++) r = k;"},
      {"ForStmt", "for (int k = 0; k < P; k++) r = k;"},
      {"ForStmt", "for (int k = 0; k < 3; k += 1 + P) r = k;"},
      {"ForStmt", "for (int k = 0; k < 3; k++) r += P;"},
      {"BreakStmt", "switch (1) { default: r = P; break; }", Understood},
      {"ContinueStmt", "for (int k = 0; k < 2; k++) { r = P; continue; }"},
      {"ReturnStmt", "({ if (r > 100) return P; });"},
      {"GotoStmt", "goto end; end: r = P;"},
      {"IndirectGotoStmt", "void *at = &&end; goto *at; end: r = P;"},
      {"IndirectGotoStmt", "void *at[2] = {&&end, &&end}; goto *at[P & 1]; end: r = 1;"},
      {"LabelStmt", "end: r = P;"},
      {"AddrLabelExpr", "r = P + (&&end == 0); end:;"},
      {"AttributedStmt", "[[clang::nomerge]] r = same(P);"},
      {"GCCAsmStmt", "__asm__(\"\" : \"=r\"(r) : \"r\"(P));"},
      {"GCCAsmStmt", "int x[4]; __asm__(\"\" : \"=m\"(x[P & 3]));"},

      // Values and names.
      {"DeclRefExpr", "r = P;", Understood},
      {"IntegerLiteral", "r = P + 1;", Understood},
      {"FloatingLiteral", "r = P * 1.5;", Understood},
      {"ImaginaryLiteral", "r = __real__(P * 1.0i);"},
      {"CharacterLiteral", "r = P + 'a';", Understood},
      {"StringLiteral", "r = \"abcd\"[P & 3];"},
      {"PredefinedExpr", "r = __func__[P & 3];"},
      {"SourceLocExpr", "r = __builtin_LINE() + P;"},
      {"ConstantExpr", "switch (1) { case 1: r = P; }", Understood},

      // Operators.
      {"ParenExpr", "r = (P);", Understood},
      {"UnaryOperator", "r = -P;", Understood},
      {"UnaryOperator", "r = !P;", Understood},
      {"UnaryOperator", "r = __extension__ (P);", Understood},
      {"UnaryOperator", "_Complex double c = P; r = __real__ c;", Understood},
      {"UnaryOperator", "int x[4] = {1}; r = *(x + (P & 3));"},
      {"UnaryOperator", "int x[4] = {1}; r = *&x[P & 3];"},
      {"BinaryOperator", "r = 1 + P;", Understood},
      {"BinaryOperator", "r = (P, 2);", Understood},
      {"BinaryOperator", "r = r && P;", Understood},
      {"BinaryOperator", "int x, y; x = y = P; r = x;", Understood},
      {"CompoundAssignOperator", "r += P;", Understood},
      {"ConditionalOperator", "r = P ? 1 : 2;", Understood},
      {"ConditionalOperator", "r = r ? 1 : P;", Understood},
      {"BinaryConditionalOperator", "r = P ?: 2;", Understood},
      {"BinaryConditionalOperator", "r = r ?: P;", Understood},
      {"OpaqueValueExpr", "r = P ?: 2;", Understood},
      {"ArraySubscriptExpr", "int x[4] = {1}; r = x[P & 3];", Understood},
      {"ArraySubscriptExpr", "int x[4] = {1}; x[P & 3] = 2; r = x[1];", Understood},
      {"ArraySubscriptExpr", "vector v = {1, 2}; r = v[P & 3];"},
      {"MemberExpr", "struct record s = {1}; s.a = P; r = s.a;", Understood},
      {"MemberExpr", "r = ({ struct record s = {1}; s.b = P; s; }).b;"},
      {"MemberExpr", "r = (P ? (struct record){.a = 1} : (struct record){.a = 2}).a;"},
      {"MemberExpr", "r = (P, (struct record){.a = 1}).a;"},
      {"ExtVectorElementExpr", "swizzled v = {1, 2, 3, 4}; v.x = P; r = v.x;"},
      {"CallExpr", "r = same(P);", Understood},
      {"CallExpr", "r = __builtin_abs(P);", Understood},
      {"ImplicitCastExpr", "r = 1; r += (P) * 1.0;", Understood},
      {"CStyleCastExpr", "r = (short)P;", Understood},
      {"CStyleCastExpr", "r = 1; (void)P;", Understood},
      {"StmtExpr", "r = ({ int x = P; x; });", Understood},
      {"ChooseExpr", "r = __builtin_choose_expr(1, P, 2);", Understood},
      {"ChooseExpr", "r = __builtin_choose_expr(0, P, 2);", NotEvaluated},
      {"GenericSelectionExpr", "r = _Generic(1, int: P, default: 2);", Understood},
      {"GenericSelectionExpr", "r = _Generic(P, int: 1, default: 2);", NotEvaluated},
      {"VAArgExpr", "__builtin_va_list l; r = P + __builtin_va_arg(l, int);"},
      {"AtomicExpr", "_Atomic int x = 0; r = __c11_atomic_fetch_add(&x, P, 5);"},
      {"AtomicExpr", "int x = 0; r = __atomic_fetch_add(&x, P, 5);"},
      {"ShuffleVectorExpr", "vector v = {1}; v[0] = P;"
                            " r = __builtin_shufflevector(v, v, 0, 1, 2, 3)[0];"},
      {"ConvertVectorExpr", "typedef float floats __attribute__((vector_size(16))); vector v = {P};"
                            " r = __builtin_convertvector(v, floats)[0];"},

      // Types and initialisers as expressions.
      {"UnaryExprOrTypeTraitExpr", "r = sizeof(P);", NotEvaluated},
      {"UnaryExprOrTypeTraitExpr", "r = _Alignof(int) + P;", Understood},
      {"UnaryExprOrTypeTraitExpr", "r = sizeof(char[P]);"},
      {"UnaryExprOrTypeTraitExpr", "r = sizeof(char (*)[P]);"},
      {"UnaryExprOrTypeTraitExpr", "r = sizeof(*(char (*)[P])0);"},
      {"UnaryExprOrTypeTraitExpr", "r = sizeof(char[3][P]);"},
      {"TypeTraitExpr", "r = __builtin_types_compatible_p(int, int) + P;"},
      {"OffsetOfExpr", "r = __builtin_offsetof(struct record, bytes[P]);", Understood},
      {"CompoundLiteralExpr", "r = (struct record){.a = P}.a;", Understood},
      {"CompoundLiteralExpr", "r = (int){P};", Understood},
      {"CompoundLiteralExpr", "r = ((int[]){1, P})[1];"},
      {"InitListExpr", "int x[2] = {P, 1}; r = x[0];", Understood},
      {"InitListExpr", "int x[2][2] = {{1}, {P, 1}}; r = x[1][0];", Understood},
      {"DesignatedInitExpr", "struct record s = {.a = P}; r = s.a;", Understood},
      {"DesignatedInitExpr", "int x[4] = {[2] = P}; r = x[2];", Understood},
      {"DesignatedInitExpr", "int x[4] = {[0 ... 2] = P}; r = x[2];"},
      {"DesignatedInitUpdateExpr", "struct outer { struct record s; }; struct record t = {P};"
                                   " struct outer o = {.s = t, .s.b = 2}; r = o.s.pad;"},
      {"NoInitExpr", "struct outer { struct record s; }; struct record t = {P};"
                     " struct outer o = {.s = t, .s.b = 2}; r = o.s.pad;"},
      {"ImplicitValueInitExpr", "struct record s = {.b = P}; r = s.b;", Understood},

      // Types.
      {"VariableArrayType", "int x[P & 7 | 1]; x[0] = 1; r = x[0];"},
      {"VariableArrayType", "int x[2][P & 7 | 1]; x[0][0] = 1; r = x[0][0];"},
      {"VariableArrayType", "int (*x)[P & 7 | 1]; r = 1;"},
      {"VariableArrayType", "int (*x)[P & 7 | 1] = 0; r = x != 0;"},
      {"VariableArrayType", "int (**x)[P & 7 | 1] = 0; r = 1;"},
      {"VariableArrayType", "extern int x(int (*)[given]); int (*p)(int (*)[P]) = x; r = 1;",
       NotEvaluated},
      {"VariableArrayType", "typedef int row[P & 7 | 1]; r = 1;"},
      {"VariableArrayType", "typedef int row[P & 7 | 1]; row x; x[0] = 2; r = x[0];"},
      {"VariableArrayType", "r = (int)(long)(int (*)[P & 7 | 1])0;"},
      {"VariableArrayType", "r = (int (*)[P & 7 | 1])0 != 0;"},
      {"VariableArrayType", "r = ((int (*[1])[P & 7 | 1]){0})[0] != 0;"},
      {"VariableArrayType", "void *p = (int (*)[P & 7 | 1])0; r = 1;"},
      {"VariableArrayType",
       "__builtin_va_list l; r = __builtin_va_arg(l, int (*)[P & 7 | 1]) != 0;"},
      {"VariableArrayType", "static int (*x)[3]; r = x == (int (*)[P & 7 | 1])0;"},
      {"VariableArrayType", "for (int (*x)[P & 7 | 1] = 0; x; x = 0) r = 1;"},
      {"VariableArrayType", "r = same(sizeof(int[P & 7 | 1]));"},
      {"VariableArrayType", "r = within(x, 0); ", NotEvaluated,
       "static int x; static int within(int n, int (*p)[n]) { return n; }"},
      {"PointerType", "int (*x)[P & 7 | 1] = 0; r = 1;"},
      {"ParenType", "int (*(x))[P & 7 | 1] = 0; r = 1;"},
      {"TypedefType", "typedef int row[P & 7 | 1]; row *x = 0; r = 1;"},
      {"TypeOfExprType", "__typeof__(*(int (*)[P & 7 | 1])0) *x = 0; r = 1;"},
      {"TypeOfExprType", "__typeof__(P) x = 1; r = x;", NotEvaluated},
      {"TypeOfType", "__typeof__(int[P & 7 | 1]) *x = 0; r = 1;"},
      {"AutoType", "__auto_type x = P; r = x;"},
      {"AutoType", "__auto_type x = (int (*)[P & 7 | 1])0; r = 1;"},
      {"ConstantArrayType", "int (*x[2])[P & 7 | 1] = {0}; r = 1;"},
      {"IncompleteArrayType", "int (*x[])[P & 7 | 1] = {0}; r = 1;"},
      {"FunctionProtoType", "int (*(*x)(void))[P & 7 | 1] = 0; r = 1;"},
      {"FunctionNoProtoType", "int (*x)[P & 7 | 1] = 0; r = old();", Evaluated,
       "static int old();\nstatic int old(void) { return 1; }\n"},
      {"AtomicType", "int (*_Atomic x)[P & 7 | 1] = 0; r = 1;"},
      {"ComplexType", "_Complex double c = P; r = __imag__ c;", Understood},
      {"ComplexType", "_Complex double (*x)[P & 7 | 1] = 0; r = 1;"},
      {"VectorType", "vector (*x)[P & 7 | 1] = 0; r = 1;"},
      {"VectorType", "vector v = {P, 1}; r = v[0];"},
      {"ExtVectorType", "swizzled v = {P, 1, 2, 3}; r = v.x;"},
      {"RecordType", "struct record (*x)[P & 7 | 1] = 0; r = 1;"},
      {"EnumType", "enum e { One } (*x)[P & 7 | 1] = 0; r = 1;"},
      {"BuiltinType", "int (*x)[P & 7 | 1] = 0; r = 1;"},
      {"BitIntType", "_BitInt(17) x = P; r = x;"},
      {"BitIntType", "_BitInt(17) (*x)[P & 7 | 1] = 0; r = 1;"},
      {"ElaboratedType", "struct record s = {P}; r = s.pad;", Understood},
      {"AttributedType", "int (*_Nullable x)[P & 7 | 1] = 0; r = 1;"},
      {"BTFTagAttributedType", "int (*x)[P & 7 | 1] = 0;"
                               " int __attribute__((btf_type_tag(\"t\"))) *y = 0; r = 1;"},
      {"MacroQualifiedType", "int PLAIN (*x)[P & 7 | 1] = 0; r = 1;", Evaluated,
       "#define PLAIN __attribute__((address_space(0)))\n"},
      {"DecayedType", "r = given_array(I[0]);", NotEvaluated,
       "static int given_array(int x[3]) { return 1; }\n"},
  };
  return All;
}

bool tilepipe::isOfOtherLanguages(const std::string &Class) {
  for (const char *Prefix :
       {"CXX", "ObjC", "OMP", "SEH", "MS", "CUDA", "OpenACC", "SYCL", "Coawait", "Coyield",
        "Coroutine", "Coreturn", "Dependent", "Unresolved", "SubstNonType", "SubstTemplate",
        "Template"})
    if (llvm::StringRef(Class).starts_with(Prefix))
      return true;
  static const char *const Others[] = {
      // C++
      "ArrayInitIndexExpr", "ArrayInitLoopExpr", "ArrayTypeTraitExpr", "BuiltinBitCastExpr",
      "ConceptSpecializationExpr", "ExpressionTraitExpr", "FunctionParmPackExpr", "GNUNullExpr",
      "LambdaExpr", "MaterializeTemporaryExpr", "PackExpansionExpr", "PackIndexingExpr",
      "RequiresExpr", "SizeOfPackExpr", "UserDefinedLiteral", "DecltypeType",
      "DeducedTemplateSpecializationType", "InjectedClassNameType", "LValueReferenceType",
      "RValueReferenceType", "MemberPointerType", "PackExpansionType", "PackIndexingType",
      "UnaryTransformType", "UsingType",
      // OpenMP, OpenCL, HLSL, and options that the front end is not given
      "ArraySectionExpr", "CapturedStmt", "AsTypeExpr", "PipeType", "ArrayParameterType",
      "FixedPointLiteral", "BlockExpr", "BlockPointerType", "ExprWithCleanups",
      "MatrixSubscriptExpr", "ConstantMatrixType", "PseudoObjectExpr", "CountAttributedType",
      // Texts with errors, parts of an expression that is not complete, calling conventions
      "RecoveryExpr", "TypoExpr", "ParenListExpr", "AdjustedType",
      // Bytes of a file
      "EmbedExpr"};
  return llvm::is_contained(Others, Class);
}
