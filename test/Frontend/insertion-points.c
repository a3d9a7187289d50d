// What is emitted stands behind pragmas in front of a function, on lines of its own, and in front of
// `#if` groups that hold only a part of the function.
//
// RUN: tilepipe-cc %s -o %t.c -w -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.c
// RUN: gcc -w -fsyntax-only -I%include %t.c && clang-19 -w -fsyntax-only -I%include %t.c
// RUN: gcc -w -DOTHER -fsyntax-only -I%include %t.c
// RUN: mpicc -w -fPIC -shared -fopenmp %t.c %tilepipe_flags -o %t.so
// REMARK-COUNT-14: parallelized as region
// REMARK-NOT: not parallelized
#define HIDDEN _Pragma("GCC visibility push(hidden)")

// CHECK-LABEL: {{^}}#pragma GCC visibility push(hidden)
// CHECK-NEXT: /* tilepipe: {{.*}} of visible,
// CHECK: {{^}}void visible(
#pragma GCC visibility push(hidden)
void visible(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}
#pragma GCC visibility pop

// CHECK-LABEL: {{^}}#pragma GCC visibility \
// CHECK-NEXT: push(hidden)
// CHECK-NEXT: /* tilepipe: {{.*}} of continued,
#pragma GCC visibility \
  push(hidden)
void continued(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}
#pragma GCC visibility pop

// CHECK-LABEL: {{^}}_Pragma("GCC visibility push(hidden)") {{$}}
// CHECK-NEXT: /* tilepipe: {{.*}} of same_line,
_Pragma("GCC visibility push(hidden)") void same_line(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}
#pragma GCC visibility pop

// CHECK-LABEL: {{^}}HIDDEN {{$}}
// CHECK-NEXT: /* tilepipe: {{.*}} of macro,
HIDDEN void macro(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}
#pragma GCC visibility pop

// CHECK-LABEL: {{^}}#pragma clang attribute push
// CHECK-NEXT: /* tilepipe: {{.*}} of attribute,
#pragma clang attribute push(__attribute__((noinline)), apply_to = function)
void attribute(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}
#pragma clang attribute pop

// CHECK-LABEL: {{^}}#pragma weak weakly
// CHECK-NEXT: /* tilepipe: {{.*}} of weakly,
#pragma weak weakly
void weakly(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}

// The comment is the pragma's line.
// CHECK-LABEL: {{^}}#pragma pack(push, 1)
// CHECK-NEXT: "-Wshadow"
// CHECK-NEXT: ends here
// CHECK-NEXT: /* tilepipe: {{.*}} of packed,
#pragma pack(push, 1)
#pragma GCC diagnostic ignored "-Wshadow" /* a comment that
  ends here */ // and another
void packed(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}
#pragma pack(pop)

// CHECK-LABEL: {{^}}#pragma GCC visibility push(default)
// CHECK-NEXT: /* tilepipe: {{.*}} of simd,
// CHECK: {{^}}#pragma omp declare simd
// CHECK-NEXT: {{^}}void simd(
#pragma GCC visibility push(default)
#pragma omp declare simd
void simd(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}
#pragma GCC visibility pop

// CHECK-LABEL: int number;
// CHECK: /* tilepipe: {{.*}} of parted,
// CHECK: {{^}}#ifdef OTHER
// CHECK-NEXT: {{^}}extern
int number;
#ifdef OTHER
extern
#else
static
#endif
void parted(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}

// CHECK: /* tilepipe: {{.*}} of headed,
// CHECK: {{^}}#ifndef OTHER
// CHECK-NEXT: {{^}}/* the usual
#ifndef OTHER
/* the usual one */
void headed(int n, double (*A)[n]) {
#else
void headed(long n, double (*A)[n]) {
#endif
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
  parted(n, A);
}

// A group that holds the whole function, and what it names, holds its region too.
// CHECK: {{^}}static int own
// CHECK-NEXT: /* tilepipe: {{.*}} of whole,
#ifndef OTHER
static int own = 3;
void whole(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / own;
}
#endif

// CHECK: {{^}}int after; {{$}}
// CHECK-NEXT: /* tilepipe: {{.*}} of spliced,
int after; \
void spliced(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}

// CHECK: that ends here */ {{$}}
// CHECK-NEXT: /* tilepipe: {{.*}} of commented,
/* a comment
  that ends here */ void commented(int n, double (*A)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] / 3;
}

// A group that chooses between headers of loops; the body that is copied begins behind it.
// CHECK-LABEL: /* tilepipe: {{.*}} of headers,
// CHECK-LABEL: void tp_headers_tile_scan(
// CHECK: {{^}}      A[i][j] = A[i][j] / 3;
// CHECK-LABEL: {{^}}void headers(
// CHECK: #else
// CHECK-NEXT: tp_headers_run
// CHECK-NEXT: for (int i = 0;
// CHECK-NEXT: for (int j = n - 1;
// CHECK-NEXT: #endif
void headers(int n, double (*A)[n]) {
#ifdef OTHER
  for (int i = n - 1; i >= 0; i--) {
    for (int j = 0; j < n; j++) {
#else
  for (int i = 0; i < n; i++) {
    for (int j = n - 1; j >= 0; j--) {
#endif
      A[i][j] = A[i][j] / 3;
    }
  }
}
