// A nest is named after its function and its number in it; the name is unique in the file.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

// CHECK: nest sweep in sweep at
// CHECK: nest sweep_2 in sweep at
// CHECK: nest sweep_3 in sweep at
// CHECK: nest sweep_4 in sweep at
// CHECK: nest sweep_2_2 in sweep_2 at
void sweep(int n, double (*A)[10]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = 1;
  if (n)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 10; j++)
        A[i][j] = 2;
  else
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 10; j++)
        A[i][j] = 3;
  switch (n) {
  case 1:
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 10; j++)
        A[i][j] = 4;
  }
}
void sweep_2(int n, double (*A)[10]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 10; j++)
      A[i][j] = 5;
}
