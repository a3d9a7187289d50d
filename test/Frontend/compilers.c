// What gcc and Clang have in common tells nothing apart.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

#ifdef __GNUC__
#define BOTH 1
#endif
#if defined(__GNUC__) && !defined(OTHER)
#define ALSO 2
#endif
// CHECK-LABEL: nest both in both at
// CHECK: domain { S[i0, i1] : 0 <= i0 <= 9 and 0 <= i1 <= 9 }
void both(double (*A)[10]) {
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j += BOTH)
      A[i][j] = ALSO;
}

// A function that stands in a group as a whole, with what it uses, is compiled or left out as one.
#if __has_builtin(__builtin_bitreverse32)
enum { COLUMNS = 7 };
typedef double value;
// CHECK-LABEL: nest whole in whole at
// CHECK: domain { S[i0, i1] : 0 <= i0 <= 9 and 0 <= i1 <= 6 }
void whole(value (*A)[10]) {
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < COLUMNS; j++)
      A[i][j] = 1;
}
#endif
