// What emitted comments repeat of the user's text may hold comments itself.
//
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe --tp-no-verify 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: gcc -Wall -Werror -fsyntax-only -I%include %t.c
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.c
// REMARK-COUNT-2: parallelized as region
double A[200][200], B[200][200];

// CHECK: {{/[*]}} 'A[i - 1 / * north * /][j]' may leave
void north(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1 /* north */][j] + 1;
}
void plain(int n, int m) {
  for (int i = 1; i < n /* rows */; i++)
    for (int j = 1; j < n / /* half */ 2 /* of m **/; j++)
      B[i][j] = B[i - 1 // north
      ][j] + m;
}
