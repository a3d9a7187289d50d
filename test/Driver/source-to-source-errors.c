// A file that is no C: Clang's words, exit code 1, and the output stays as it was.
//
// RUN: echo untouched > %t.c
// RUN: not tilepipe-cc %s -o %t.c 2>&1 | FileCheck %s
// RUN: grep -q untouched %t.c
// CHECK: source-to-source-errors.c:[[@LINE+2]]:{{[0-9]+}}: error:

int f(void) { return undeclared; }
