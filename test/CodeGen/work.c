// Iterations of loops inside statements are counted for the planner: by the loops' own bounds, as a product where they
// do not depend on each other. The test in front of the region counts them, too.
// RUN: tilepipe-cc %s -o %t.c --tp-no-verify && grep -v "^//" %t.c | FileCheck %s
// RUN: tilepipe-cc -Rpass=tilepipe %s -o %t.c 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-COUNT-3: parallelized as region

// The rows of a triangle: the longer ones take longer.
void triangle(int n, double a[n][n], double x[n], double y[n])
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j <= i; j++)
            s += a[i][j] * x[j];
        y[i] = s;
    }
}
// CHECK: double tp_triangle_work(
// CHECK: for (tp_c0 = {{.*}}; tp_c0 <= {{.*}}; tp_c0++)
// CHECK-NEXT: tp_count += (double)tp_max(tp_c0 - (0) + 1, 0);
// CHECK-NEXT: return tp_count;
// CHECK: tp_triangle_points, tp_triangle_work, tp_triangle_ranges
// CHECK: tp_worth_inside(&tp_triangle_allowed, {{.*}}, tp_extent(0, (tp_int)n - 1))

// Two loops after each other in one statement: operations count each once, so iterations are a mean.
void both(int n, int m, int a[n][m], int y[n][m])
{
    for (int i = 0; i < n; i++) {
        int least = a[i][0], sum = 0;
        for (int j = 0; j < m; j++)
            least = a[i][j] < least ? a[i][j] : least;
        for (int j = 0; j < m; j++) {
            sum += a[i][j] - least;
            y[i][j] = sum;
        }
    }
}
// CHECK: double tp_both_work(
// CHECK-COUNT-2: tp_count += (double)tp_max({{.*}}, 0) * tp_max(m - 1 - (0) + 1, 0);
// CHECK-NEXT: return tp_count / 2;

// Nobody knows how long the rows of a sparse matrix are.
void sparse(int n, const int first[n + 1], const int column[], const double *restrict a, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = first[i]; k < first[i + 1]; k++)
            s += a[k] * x[column[k]];
        y[i] = s;
    }
}
// CHECK-NOT: double tp_{{.*}}_work
// CHECK: tp_worth(&tp_sparse_allowed
