// A few time steps in one array, chosen by a remainder: faces and owned elements are those of an array that has one plane for
// each step, and ranks take part.
// RUN: tilepipe-cc -Rpass=tilepipe -Rpass-analysis=tilepipe %s -o %t.c 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tilepipe-cc %s -o /dev/null --tp-stop-after=transform --tp-print-after=transform | FileCheck %s --check-prefix=SETS
// RUN: FileCheck %s < %t.c
// RUN: gcc -O0 -Wall -Wextra -Werror -fopenmp %tilepipe_flags -c %t.c -o %t.o
// REMARK-NOT: threads only

// SETS: row (1,1,0)
// SETS: face 1 0 0 {{.*}} u[i0, i1, i2] : i0 > tp_lo0 and i0 >= -1 + tp_hi0
// SETS-NOT: exists
// SETS: live-in
// CHECK: static void tp_levels_face(
// CHECK: tp_run(tp_s, 0, (char *)tp_a->tp_base_u + ((((tp_x0) % 3) * tp_u_1 + tp_x1) * tp_u_2
// CHECK: static void tp_levels_owned(
// CHECK: ((tp_x0) % 3)
// REMARK: region 'levels'
void levels(int n, int steps, double (*u)[n][n]) {
  for (int t = 1; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        u[(t + 1) % 3][i][j] = 2 * u[t % 3][i][j] - u[(t + 2) % 3][i][j] +
                               0.1 * (u[t % 3][i + 1][j] + u[t % 3][i - 1][j] + u[t % 3][i][j + 1] +
                                      u[t % 3][i][j - 1] - 4 * u[t % 3][i][j]);
}

// What is written near a side may be more than what flows across it; see docs/Verify.md.
// REMARK: region 'other'
// SETS: row (2,1)
void other(int n, int steps, double (*a)[n]) {
  for (int t = 0; t < steps; t++)
    for (int i = 2; i < n - 2; i++)
      a[1 - t % 2][i] = 0.25 * (a[t % 2][i - 2] + a[t % 2][i + 2] + a[t % 2][i] + 1);
}

// Far neighbours: live-ins of a declared array are a convex set around what is needed.
// REMARK: region 'farther'
static float far_u[3][48][48][48];
void farther(int steps) {
  for (int t = 1; t < steps; t++)
    for (int i = 4; i < 44; i++)
      for (int j = 4; j < 44; j++)
        for (int k = 4; k < 44; k++)
          far_u[(t + 1) % 3][i][j][k] = 2 * far_u[t % 3][i][j][k] - far_u[(t + 2) % 3][i][j][k] +
            far_u[t % 3][i - 1][j][k] + far_u[t % 3][i + 1][j][k] + far_u[t % 3][i][j - 1][k] + far_u[t % 3][i][j + 1][k] +
            far_u[t % 3][i][j][k - 1] + far_u[t % 3][i][j][k + 1] + far_u[t % 3][i - 4][j][k] + far_u[t % 3][i + 4][j][k] +
            far_u[t % 3][i][j - 4][k] + far_u[t % 3][i][j + 4][k] + far_u[t % 3][i][j][k - 4] + far_u[t % 3][i][j][k + 4];
}

// Each write has its remainder, each statement its elements: the face of the inner loop's last elements is smaller.
// REMARK: region 'uneven'
void uneven(int n, int m, int steps, unsigned (*restrict u)[24][24]) {
  for (int k = 0; k < steps; k++)
    for (int i = 1; i < n - 1; i += 2)
      for (int j = 1; j < m - 1; j++)
        u[(k + 1) % 4][i][j] = u[(k + 2) % 4][i][j - 1] + 3u * u[(k + 3) % 4][i - 1][j + 1] + u[k % 4][i][j];
}

// Two sizes in one dimension: its elements stay as they are.
// SETS: // {{.*}}: rings
// SETS: owned {{.*}}floor((-steps + i1)/6)
void rings(int n, int steps, double (*a)[6][n]) {
  for (int t = 1; t < steps; t++)
    for (int i = 1; i < n - 1; i++) {
      a[0][t % 3][i] = a[0][(t + 2) % 3][i - 1] + 1;
      a[1][t % 6][i] = a[1][(t + 5) % 6][i - 1] + 2;
    }
}
