// Arrays that hand values from one loop to the next, and that each iteration around these loops could have for itself.
//
// RUN: tilepipe-cc %s -Rpass=tilepipe -Rpass-missed=tilepipe -o %t.c 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=EMITTED %s < %t.c

// CHECK: region 'residual': region of 4 loops and 1 statement
// EMITTED-LABEL: void tp_residual_tile_scan(
// EMITTED: double u1[50][2], u2[50];
// EMITTED-LABEL: void tp_residual_reference(
// EMITTED: double u1[50][2], u2[50];
void residual(int n, double (*restrict u)[50][50], double (*restrict r)[50][50]) {
  double u1[50][2], u2[50];
  for (int k = 1; k < n - 1; k++)
    for (int j = 1; j < 49; j++) {
      for (int i = 0; i < 50; i++) {
        u1[i][0] = u[k][j - 1][i] + u[k][j + 1][i];
        u1[i][1] = u[k - 1][j][i] + u[k + 1][j][i];
        u2[i] = u[k - 1][j - 1][i];
      }
      for (int i = 1; i < 49; i++)
        r[k][j][i] = u2[i] - u1[i - 1][0] - u1[i + 1][1];
    }
}
// Each iteration of k and j has it, not each of k, j and l.
// CHECK: region 'further': region of 5 loops and 1 statement
void further(int n, double (*restrict u)[50][50], double (*restrict r)[50][50]) {
  double line[50];
  for (int k = 1; k < n; k++)
    for (int j = 1; j < 49; j++)
      for (int l = 0; l < 2; l++) {
        for (int i = 0; i < 50; i++)
          line[i] = u[k][j - l][i];
        for (int i = 1; i < 49; i++)
          r[k][j][i] += line[i - 1] + line[i + 1];
      }
}
// A value comes from before the nest.
// CHECK: :[[@LINE+4]]:3: remark: loop not parallelized: {{.*}}[tp-no-band]
void before(int n, double (*restrict u)[50][50], double (*restrict r)[50][50]) {
  double line[50];
  line[0] = u[0][0][0];
  for (int k = 1; k < n; k++)
    for (int j = 1; j < 49; j++) {
      for (int i = 0; i < 50; i++)
        if (i > 0)
          line[i] = u[k][j][i];
      for (int i = 1; i < 49; i++)
        r[k][j][i] = line[i - 1] + line[i + 1];
    }
}
// The next iteration of j reads one.
// CHECK: :[[@LINE+3]]:3: remark: loop not parallelized: {{.*}}[tp-no-band]
void next(int n, double (*restrict u)[50][50], double (*restrict r)[50][50]) {
  double line[50];
  for (int k = 1; k < n; k++)
    for (int j = 1; j < 49; j++) {
      for (int i = 0; i < 50; i++)
        if (i > 0 || j == 1)
          line[i] = u[k][j][i];
      for (int i = 1; i < 49; i++)
        r[k][j][i] = line[i - 1] + line[i + 1];
    }
}
// What is written depends on values.
// CHECK: :[[@LINE+3]]:3: remark: loop not parallelized: {{.*}}[tp-no-band]
void perhaps(int n, double (*restrict u)[50][50], double (*restrict r)[50][50]) {
  double line[50];
  for (int k = 1; k < n; k++)
    for (int j = 1; j < 49; j++) {
      for (int i = 0; i < 50; i++)
        if (u[k][j][i] > 0)
          line[i] = u[k][j][i];
      for (int i = 1; i < 49; i++)
        r[k][j][i] = line[i - 1] + line[i + 1];
    }
}
// The last iteration's values are needed.
// CHECK: :[[@LINE+3]]:3: remark: loop not parallelized: {{.*}}[tp-no-band]
double behind(int n, double (*restrict u)[50][50], double (*restrict r)[50][50]) {
  double line[50];
  for (int k = 1; k < n; k++)
    for (int j = 1; j < 49; j++) {
      for (int i = 0; i < 50; i++)
        line[i] = u[k][j][i];
      for (int i = 1; i < 49; i++)
        r[k][j][i] = line[i - 1] + line[i + 1];
    }
  return line[3];
}
// Others may look at it later.
// CHECK: :[[@LINE+5]]:3: remark: loop not parallelized: {{.*}}[tp-no-band]
void kept(double *);
void handed(int n, double (*restrict u)[50][50], double (*restrict r)[50][50]) {
  double line[50];
  kept(line);
  for (int k = 1; k < n; k++)
    for (int j = 1; j < 49; j++) {
      for (int i = 0; i < 50; i++)
        line[i] = u[k][j][i];
      for (int i = 1; i < 49; i++)
        r[k][j][i] = line[i - 1] + line[i + 1];
    }
}
// Nobody knows who calls next.
// CHECK: :[[@LINE+3]]:3: remark: loop not parallelized: {{.*}}[tp-no-band]
void remembered(int n, double (*restrict u)[50][50], double (*restrict r)[50][50]) {
  static double line[50];
  for (int k = 1; k < n; k++)
    for (int j = 1; j < 49; j++) {
      for (int i = 0; i < 50; i++)
        line[i] = u[k][j][i];
      for (int i = 1; i < 49; i++)
        r[k][j][i] = line[i - 1] + line[i + 1];
    }
}
// First each point of the inner loops has its own `part`. Then 'sums' ties no loops together.
// CHECK: region 'deepest': region of 7 loops and 3 statements
// CHECK-NOT: not parallelized
void deepest(int n, double (*restrict u)[50][50], double (*restrict r)[50][50]) {
  double sums[50][50], part[3];
  for (int k = 1; k < 50; k++) {
    for (int i = 1; i < n; i++)
      for (int j = 1; j < 49; j++)
        sums[i][j] = u[i][j][k] + u[i][j][k - 1];
    for (int i = n - 1; i >= 1; i--)
      for (int j = 1; j < 49; j++) {
        for (int m = 0; m < 3; m++)
          part[m] = sums[i][j] * m;
        r[i][j][k] = r[i + 1][j][k] + part[0] * part[1] + part[2];
      }
    for (int i = 1; i < n; i++)
      r[i][0][k] = r[i][1][k];
  }
}
// A perfect nest. (Its `part` orders all points: along rows of constant lengths by long distances, else by none that is constant.)
// CHECK: region 'perfect': distances (0,1) (1,0), tiling rows (1,0) (0,1)
// CHECK: region 'of_lengths': distances (0,1) (1,0), tiling rows (1,0) (0,1)
void perfect(int n, double (*restrict u)[50]) {
  double part[2];
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 50; j++) {
      part[0] = u[i - 1][j];
      part[1] = u[i][j - 1] * part[0];
      u[i][j] += part[1];
    }
}
void of_lengths(int n, int m, double (*restrict u)[m]) {
  double part[2];
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      part[0] = u[i - 1][j];
      part[1] = u[i][j - 1] * part[0];
      u[i][j] += part[1];
    }
}
// The next point reads it; the program reads it behind the nest.
// CHECK: :[[@LINE+4]]:3: remark: loop not parallelized: {{.*}} 'part[0]' is not constant
// CHECK: :[[@LINE+13]]:3: remark: loop not parallelized: {{.*}} 'part[0]' is not constant
double perfect_next(int n, int m, double (*restrict u)[m]) {
  double part[1] = {0};
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      if (u[i][j] > 0)
        part[0] = u[i - 1][j];
      u[i][j] += part[0];
    }
  return 0;
}
double perfect_behind(int n, int m, double (*restrict u)[m]) {
  double part[1];
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      part[0] = u[i - 1][j];
      u[i][j] += part[0];
    }
  return n > 1 && m > 1 ? part[0] : 0;
}
