// Elements under data are not only combined with values by one operator, or nobody knows how many there are.
//
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s --implicit-check-not="parallelized as"
// RUN: cmp %s %t.c
extern int unknown[];
int h[64], next[64], keys[1000];
double f[64];
_Bool seen[64];
volatile int loud[64];
_Thread_local int own[64];
struct { int count[64]; } s;
static int count(int k) { return h[k]; }
static void bump(int k) { h[k]++; }

void used(int n, int *out, const int *key) {
  // The new value is read: places of a sort.
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++)
    out[i] = h[key[i]]++;
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++)
    out[h[key[i]]++] = i;
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++) {
    h[key[i]]++;
    out[i] = h[3];
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++)
    h[h[key[i]]]++;
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++)
    h[key[i]] += h[i];
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++)
    if (h[key[i]] < 10)
      h[key[i]]++;
  // Another element than the one that is compared.
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++)
    if (h[key[i]] < out[i])
      h[key[i + 1]] = out[i];
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++)
    h[key[i]] = h[key[i] + 1] + 1;
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++)
    h[key[i]] = i;
}
void operators(int n, const int *key) {
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++) {
    h[key[i]]++;
    h[key[i] / 2] |= 1;
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++)
    h[key[i]] /= 2;
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++)
    h[key[i]] = 3 - h[key[i]];
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++)
    h[key[i]] += 0.5;
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++)
    f[key[i]] += 1;
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++)
    seen[key[i]] |= 1;
}
void storage(int n, int *p, const int *key) {
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++)
    unknown[key[i]]++;
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++)
    p[key[i]]++;
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-non-affine-subscript]
  for (int i = 0; i < n; i++)
    s.count[key[i]]++;
  // CHECK: :[[@LINE+1]]:3: {{.*}}[tp-volatile]
  for (int i = 0; i < n; i++)
    loud[key[i]]++;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized
  for (int i = 0; i < n; i++)
    own[key[i]]++;
}
// Functions that name the array themselves.
void called(int n, int *out, const int *key) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized
  for (int i = 0; i < n; i++) {
    h[key[i]]++;
    out[i] = count(i);
  }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized
  for (int i = 0; i < n; i++) {
    bump(i % 64);
    h[key[i]]++;
  }
}
// The array through another pointer, and in a bound.
void aliased(int n, const int *key) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized
  for (int i = 0; i < n; i++) {
    int *row = h;
    h[key[i]]++;
    next[i % 64] += row[3];
  }
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized
  for (int i = 0; i < h[0]; i++)
    h[key[i]]++;
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < h[i]; j++)
      next[key[j]]++;
    h[key[i]]++;
  }
}
