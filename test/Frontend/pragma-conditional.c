// A pragma is a loop's own across the conditional directives between them, whatever these leave out.
// RUN: tilepipe-cc %s -DFAST -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s --check-prefix=FAST
// RUN: grep -q '^  TP_ABI.*"tile=4,8"' %t.c
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s --check-prefix=SLOW
// RUN: not grep -q '^  TP_ABI.*"tile=4,8"' %t.c
// RUN: tilepipe-cc %s -DFAST -o %t.c && FileCheck %s --check-prefix=TEXT --input-file=%t.c

// FAST-NOT: stands in front of no loop
// FAST: loop nest of depth 2 parallelized as region 'tiled'
// FAST: loop nest of depth 2 parallelized as region 'others'
// FAST: loop not parallelized: a pragma directly before the nest needs the loop behind it
// FAST: loop not parallelized: '#pragma tilepipe off' stands in front of it
// FAST-NOT: stands in front of no loop
// SLOW-NOT: stands in front of no loop
// SLOW-COUNT-4: loop nest of depth 2 parallelized as region
// SLOW-NOT: stands in front of no loop
void tiled(int n, double (*A)[n]) {
#ifdef FAST /* small
   tiles */
#pragma tilepipe tile(4, 8)
#else // what nobody sees:
#ifdef FAST
  #error "no \
  tiles"
#endif
  for (;;);
#if 1
#endif
#endif \
  /* and further */
  // still
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1];
}

// The call stands in the group of the hint, so that it is there when the hint is.
// TEXT: {{^void others\(}}
// TEXT-NEXT: #if defined FAST
// TEXT-NEXT: tp_others_run
// TEXT-NEXT: #pragma GCC ivdep
// TEXT-NEXT: #endif
// TEXT-NEXT: for (int i = 1;
void others(int n, double (*A)[n]) {
#if defined FAST
#pragma GCC ivdep
#endif
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1];
}

// A group that begins between hint and loop may hold a statement under other macros.
void between(int n, double (*A)[n]) {
#ifdef FAST
#pragma GCC ivdep
#ifdef OTHER
  A[0][0] = 1;
#endif
#endif
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1];
}

void off(int n, double (*A)[n]) {
#ifndef FAST
#else
#pragma tilepipe off
#endif
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1];
}
