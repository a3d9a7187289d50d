// Several lines of a tree advance together where a point waits for the one before in its line.
// RUN: tilepipe-cc %s -o - | FileCheck %s

// CHECK: The same with 4 rows at a time.
// CHECK: void tp_lines_jam_scan(
// CHECK: tp_int tp_row = tp_max(0, tp_b->tp_lo[0]);
// CHECK-NEXT: for (; tp_row + 3 <= tp_last0; tp_row += 4) {
// CHECK: for (tp_k = 0; tp_k < 4; tp_k++) {
// CHECK-NEXT: i = tp_row + tp_k;
// CHECK-NEXT: {
// CHECK-NEXT: TP_STATEMENT(0);
// CHECK: for (j = {{.*}}; j++) {
// CHECK-NEXT: #pragma GCC unroll 4
// CHECK-NEXT: for (tp_k = 0; tp_k < 4; tp_k++) {
// CHECK: TP_STATEMENT(1);
// CHECK: for (j = {{.*}}; j--) {
// CHECK-NEXT: #pragma GCC unroll 4
// CHECK-NEXT: for (tp_k = 0; tp_k < 4; tp_k++) {
// CHECK: TP_STATEMENT(2);
// CHECK: for (i = tp_row; i <= tp_last0; i++) {
// CHECK: {tp_lines_jam, 4, {0, 1}, 0}
void lines(int n, int m, double (*restrict c)[m], double (*restrict d)[m])
{
    for (int i = 0; i < n; i++) {
        d[i][0] /= 2;
        for (int j = 1; j < m; j++)
            d[i][j] = (d[i][j] - c[i][j] * d[i][j - 1]) / c[i][j];
        for (int j = m - 2; j >= 0; j--)
            d[i][j] -= c[i][j] * d[i][j + 1];
    }
}

// Scalars hand the values on.
// CHECK: void tp_filter_jam_scan(
// CHECK: for (; tp_row + 3 <= tp_last0; tp_row += 4) {
// CHECK: tp_own_s[i] = s;
// CHECK: for (j =
// CHECK-NEXT: #pragma GCC unroll 4
// CHECK: tp_own_s[i] = s;
void filter(int n, int m, float (*restrict in)[m], float (*restrict out)[m])
{
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = 0; j < m; j++) {
            s = s * 0.5f + in[i][j];
            out[i][j] = s;
        }
    }
}

// Another loop around.
// CHECK: void tp_planes_jam_scan(
// CHECK: for (k =
// CHECK: for (; tp_row + 3 <= tp_last1; tp_row += 4) {
void planes(int n, int m, float (*restrict in)[n][m], float (*restrict out)[n][m])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++) {
            out[k][i][0] = in[k][i][0];
            for (int j = 1; j < m; j++)
                out[k][i][j] = out[k][i][j - 1] * 0.5f + in[k][i][j];
        }
}

// The loop counts down. Its lines are whole in all tiles: their points count for the test whether the nest is small.
// CHECK: void tp_down_jam_scan(
// CHECK: for (; tp_row + 3 <= -(tp_last0); tp_row += 4) {
// CHECK: i = -(tp_row + tp_k);
// CHECK: for (i = -(tp_row); i >= tp_last0; i--) {
// CHECK: tp_worth_inside(&tp_down_allowed, {{.*}}, tp_extent(1, (tp_int)m - 1))
void down(int n, int m, double (*restrict c)[m], double (*restrict d)[m])
{
    for (int i = n - 1; i >= 0; i--) {
        double s = 0;
        for (int j = 1; j < m; j++) {
            s = s * 0.5 + c[i][j];
            d[i][j] = s;
        }
        for (int j = m - 1; j > 0; j--) {
            s = s * 0.5 + d[i][j];
            d[i][j] = s;
        }
        d[i][0] = s + 1;
    }
}

// Lines of other lengths do not advance together.
// CHECK: void tp_triangle_tile_scan(
// CHECK-NOT: tp_triangle_jam
void triangle(int n, double (*restrict d)[n])
{
    for (int i = 0; i < n; i++) {
        d[i][0] /= 2;
        for (int j = 1; j < i; j++)
            d[i][j] -= d[i][j - 1];
    }
}

// Nothing waits.
// CHECK: void tp_apart_tile_scan(
// CHECK-NOT: tp_apart_jam
void apart(int n, int m, double (*restrict c)[m], double (*restrict d)[m])
{
    for (int i = 0; i < n; i++) {
        d[i][0] /= 2;
        for (int j = 1; j < m; j++)
            d[i][j] = c[i][j - 1];
    }
}

// Integers are there at once.
// CHECK: void tp_integers_tile_scan(
// CHECK-NOT: tp_integers_jam
void integers(int n, int m, int (*restrict d)[m])
{
    for (int i = 0; i < n; i++) {
        d[i][0] /= 2;
        for (int j = 1; j < m; j++)
            d[i][j] += d[i][j - 1];
    }
}
