// The order of what is accumulated would show, or the variable is used for something else.
//
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s --implicit-check-not="parallelized as"
// RUN: cmp %s %t.c
// RUN: sed -n '/TRAPPED/,$p' %s > %t.trapped.c
// RUN: tilepipe-cc -ftrapv %t.trapped.c -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s --check-prefix=TRAPV
double floating(int n, const double *a, const double *b, double *out, int *p) {
  double sum = 0, least = 1e9, middle = 0;
  // CHECK: :[[@LINE+1]]:3: {{.*}}'sum' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    sum += a[i];
  // CHECK: :[[@LINE+1]]:3: {{.*}}'least' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    if (a[i] < least)
      least = b[i];
  // CHECK: :[[@LINE+1]]:3: {{.*}}'middle' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    if (a[i] > middle)
      middle = a[i];
    else
      out[i] = 1;
  return sum + least + middle;
}
// Sums whose terms are no single additions in the program's order, or cheap ones.
float ordered(int n, int m, double (*u)[m], float (*v)[m]) {
  double twice = 0, product = 1, carried = 0, chain = 0, read = 0, dot = 0;
  float rounded = 0;
  // CHECK: :[[@LINE+1]]:3: {{.*}}'twice' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++) {
    u[i][0] = i;
    twice += u[i][0];
    twice += 1;
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}}'product' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++) {
    u[i][0] = i;
    product *= u[i][0];
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}}'carried' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++) {
    u[i][0] = i;
    carried = u[i][0] - carried;
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}}'chain' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++) {
    u[i][0] = i;
    chain = chain + u[i][0] + 1;
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}}'read' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++) {
    read += i;
    u[i][0] = read;
  }
  // Added as doubles, kept as floats.
  // CHECK: :[[@LINE+1]]:3: {{.*}}'rounded' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++) {
    u[i][0] = i;
    rounded += u[i][0];
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}}'dot' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      dot += u[i][j] * v[i][j];
  return twice + product + carried + chain + read + rounded + dot;
}
long integers(int n, const int *a, const double *b, int *out) {
  int prefix = 0, two = 0, mixed = 0, rounded = 0, where = 0, taken = 0, chain = 1, wide = 0, behind = 0;
  // CHECK: :[[@LINE+1]]:3: {{.*}}'prefix' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++) {
    prefix += a[i];
    out[i] = prefix;
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}}'two' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++) {
    two += a[i];
    two ^= a[i];
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}}'mixed' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    mixed = a[i] - mixed;
  // CHECK: :[[@LINE+1]]:3: {{.*}}'rounded' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    rounded += b[i];
  // CHECK: :[[@LINE+1]]:3: {{.*}}'{{where|taken}}' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    if (a[i] > taken)
      taken = a[i], where += i;
  // CHECK: :[[@LINE+1]]:3: {{.*}}'chain' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    chain = chain * 3 + a[i];
  // CHECK: :[[@LINE+1]]:3: {{.*}}'wide' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    wide = (long)a[i] * a[i] > wide ? (long)a[i] * a[i] : wide;
  int i;
  // CHECK: :[[@LINE+1]]:3: {{.*}}'behind'{{.*}}[tp-scalar-written]
  for (i = 0; i < n; i++)
    behind += a[i];
  return prefix + two + mixed + rounded + where + taken + chain + wide + i + behind;
}
long shared;
void reached(int n, const int *a, int *to) {
  int here = 0;
  static int kept;
  to = n > 5 ? &here : to;
  // CHECK: :[[@LINE+1]]:3: {{.*}}'here' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    here += a[i];
  // CHECK: :[[@LINE+1]]:3: {{.*}}'shared' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    shared += a[i];
  // CHECK: :[[@LINE+1]]:3: {{.*}}'kept' at {{.*}}[tp-scalar-written]
  for (int i = 0; i < n; i++)
    kept += a[i];
  // CHECK: :[[@LINE+1]]:3: {{.*}}'n' at {{.*}}
  for (int i = 0; i < n; i++)
    n -= a[i];
  to[0] = kept;
}
#if 0
// TRAPPED
// TRAPV: {{.*}}'sum' at {{.*}}[tp-scalar-written]
int trapped(int n, const int *a) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}
#if 0
#endif
#endif
