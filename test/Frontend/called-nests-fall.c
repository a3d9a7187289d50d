// Compilers ask for a comment where one case of a `switch` goes on in the next one: it comes along with a function's body.
//
// RUN: tilepipe-cc %s -Rpass=tilepipe -o %t.c 2>&1 | FileCheck %s
// RUN: gcc -O2 -Wall -Wextra -Werror -c %t.c -I %include -o /dev/null
static void classify(int n, int *restrict k, const int *restrict x) {
  for (int j = 0; j < n; j++) {
    int c = 0;
    switch (x[j] & 3) {
    case 0:
      c += 1; // falls through
    case 1:
      c += 2;
      break;
    default:
      c = -1;
    }
    k[j] += c;
  }
}
// CHECK: 1 loop of called functions included
void steps(int n, int count, int *restrict k, const int *restrict x) {
  for (int t = 0; t < count; t++)
    classify(n, k, x);
}
