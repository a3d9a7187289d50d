// Calls with an effect, or of functions nobody has seen.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

#include <stdio.h>
#include <stdlib.h>
double unknown(double);
static int count;
static double counts(double x) { count++; return x; }
static double keeps(double x) { static double last; return last = x; }
static double prints(double x) { puts("x"); return x; }
__attribute__((weak)) double replaceable(double x) { return x; }
static double indirect(double x) { return counts(x); }
void calls(int n, int m, double (*A)[m], double (*pointer)(double)) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: call of 'unknown': its definition is not in this file: 'unknown(1)' at [[@LINE+3]]:17; make its definition visible in this file before the loop's function [tp-unknown-call] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = unknown(1);
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: call of 'pointer': called through a pointer: 'pointer(1)' at [[@LINE+3]]:17; make its definition visible in this file before the loop's function [tp-unknown-call] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = pointer(1);
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: call of 'printf': its definition is not in this file: 'printf("%g", A[i][j])' at [[@LINE+3]]:7; make its definition visible in this file before the loop's function [tp-unknown-call] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      printf("%g", A[i][j]);
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: call of 'rand': its definition is not in this file: 'rand()' at [[@LINE+3]]:17; make its definition visible in this file before the loop's function [tp-unknown-call] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = rand();
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: call of 'counts', which writes 'count': 'counts(1)' at [[@LINE+3]]:17 [tp-impure-call] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = counts(1);
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: call of 'keeps', which keeps the static variable 'last': 'keeps(1)' at [[@LINE+3]]:17 [tp-impure-call] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = keeps(1);
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: call of 'prints', which calls 'puts': 'prints(1)' at [[@LINE+3]]:17 [tp-impure-call] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = prints(1);
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: call of 'replaceable', which is a weak symbol: 'replaceable(1)' at [[@LINE+3]]:17 [tp-impure-call] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = replaceable(1);
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: call of 'indirect', which calls 'counts', which writes 'count': 'indirect(1)' at [[@LINE+3]]:17 [tp-impure-call] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = indirect(1);
  double declared_here(double);
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: call of 'declared_here': it is not declared before the loop's function: 'declared_here(1)' at [[@LINE+3]]:17; make its definition visible in this file before the loop's function [tp-unknown-call] [-Rpass-missed
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = declared_here(1);
}
double declared_here(double x) { return x; }
