// Emitted functions declare arrays and pointers of the nest in their own way: text may not ask for the types of those.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s
static double G[20][30];
struct pair { int a, b; };

// CHECK: remark: loop not parallelized: the type of an array of the nest: 'A' at
void type(int n, double A[n][30]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 30; j++)
      A[i][j] = A[i - 1][j] + sizeof(__typeof__(A));
}

// CHECK: remark: loop not parallelized: the type of an array of the nest: '_Generic(&G
void choice(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 30; j++)
      G[i][j] = G[i - 1][j] + _Generic(&G, double (*)[20][30]: 1, default: 2);
}

// CHECK: remark: loop not parallelized: the type of an array of the nest: 'G[0]' at
void compatible(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 30; j++)
      G[i][j] = G[i - 1][j] + __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(G[0]), double[30]), 1, 2);
}

// CHECK: remark: loop not parallelized: the size of an array of the nest: 'sizeof(G)'
void enumerator(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 30; j++) {
      enum { SIZE = sizeof(G) / 1000 };
      G[i][j] = G[i - 1][j] + SIZE;
    }
}

// CHECK: remark: loop not parallelized: the size of an array of the nest: 'sizeof G[0]'
void member(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 30; j++) {
      struct { char c[sizeof G[0] / 10]; } q;
      G[i][j] = G[i - 1][j] + sizeof q;
    }
}

// CHECK: remark: loop not parallelized: the size of an array of the nest: '_Alignof(G)'
void aligned(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 30; j++) {
      char w[_Alignof(G)];
      w[0] = 1;
      G[i][j] = G[i - 1][j] + w[0] + sizeof w;
    }
}

// Elements and numbers have the types that they have.
// CHECK-NOT: array of the nest
void right(int n, float x, struct pair *p) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 30; j++) {
      __typeof__(G[i][j]) value = G[i - 1][j] + sizeof(G[0][0]) + sizeof(struct pair);
      double own[3] = {1, 2, 3};
      char copy[sizeof own];
      copy[0] = _Generic((x), float: 1, default: 2);
      G[i][j] = value + sizeof(__typeof__(own)) + copy[0] + _Generic(G[i][j], double: 1, default: 2) + own[2];
    }
}
