// Where the innermost loop reaches an element of another row each time, a loop around it runs innermost in tiles: once
// around each statement that it holds.
// RUN: tilepipe-cc %s -o - | FileCheck %s

// CHECK: one tile, loop j innermost;
// CHECK: void tp_product_tile_scan(
// CHECK: for (i =
// CHECK: for (j = {{.*}} {
// CHECK-NEXT: {
// CHECK-NEXT: TP_STATEMENT(0);
// CHECK: for (k =
// CHECK: for (j = {{.*}} {
// CHECK-NEXT: {
// CHECK-NEXT: TP_STATEMENT(1);
void product(int n, double (*C)[n], double (*A)[n], double (*B)[n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j] = 0;
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}

// The next value of j waits for the one before: not innermost.
// CHECK: one tile, in their original order;
// CHECK: void tp_chain_tile_scan(
void chain(int n, double (*C)[n], double (*A)[n], double (*B)[n])
{
    for (int i = 0; i < n; i++)
        for (int j = 1; j < n; j++) {
            C[i][j] = C[i][j - 1];
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}

// Few iterations fill no vectors.
// CHECK: one tile, in their original order;
// CHECK: void tp_narrow_tile_scan(
void narrow(int n, double (*C)[4], double (*A)[n], double (*B)[4])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++) {
            C[i][j] = 0;
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}

// Compilers unroll k.
// CHECK: one tile, in their original order;
// CHECK: void tp_unrolled_tile_scan(
void unrolled(int n, double (*C)[n], double (*A)[7], double (*B)[n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j] = 0;
            for (int k = 0; k < 7; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}

// Neighbours already, and nothing waits: along k.
// CHECK: one tile, in their original order;
// CHECK: void tp_rows_tile_scan(
void rows(int n, double (*C)[n][n], double (*A)[n], double (*B)[n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j][0] = 0;
            for (int k = 0; k < n; k++)
                C[i][j][k] += A[i][k] * B[j][k];
        }
}

// Statement 0 reads the sum of the iteration before: in front of all sums it would find none.
// CHECK: one tile, in their original order;
// CHECK: void tp_ordered_tile_scan(
void ordered(int n, double (*C)[n], double (*A)[n], double (*B)[n])
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++) {
            B[0][j] = C[i][j - 1];
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}

// A perfect nest; the sum of a column; a table column by column.
// CHECK: one tile, loop j innermost;
// CHECK: void tp_perfect_tile_scan(
void perfect(int n, double (*C)[n], double (*A)[n], double (*B)[n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
}

// CHECK: one tile, loop i innermost;
// CHECK: void tp_transposed_tile_scan(
void transposed(int n, double *x, double *y, double (*A)[n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i] += A[j][i] * y[j];
}

// CHECK: one tile, loop j innermost;
// CHECK: void tp_columns_tile_scan(
void columns(int n, double (*A)[n])
{
    for (int j = 0; j < n; j++)
        for (int i = 1; i < n; i++)
            A[i][j] += A[i - 1][j] * 0.5;
}

// The next column waits for this one.
// CHECK: one tile, in their original order;
// CHECK: void tp_waiting_tile_scan(
void waiting(int n, double (*A)[n])
{
    for (int j = 1; j < n; j++)
        for (int i = 1; i < n; i++)
            A[i][j] += A[i - 1][j] * 0.5 + A[i][j - 1];
}

// Each column waits for the division of those before it. Up to the last column that a tile finishes, the program's order stays;
// j is sunk behind that one. In the second loop it is sunk as a whole.
// CHECK: one tile, loop j innermost;
// CHECK: void tp_factor_tile_scan(
// CHECK: for (i =
// CHECK: const tp_int tp_last1 = tp_min(tp_min(tp_b->tp_hi[0], tp_b->tp_hi[2]), (tp_int)i) - 1;
// CHECK-NEXT: for (j =
// CHECK: for (k =
// CHECK: TP_STATEMENT(0);
// CHECK: TP_STATEMENT(1);
// CHECK: for (k =
// CHECK: for (j = tp_max(tp_b->tp_hi[0], tp_b->tp_lo[2]); {{.*}} {
// CHECK-NEXT: {
// CHECK-NEXT: TP_STATEMENT(0);
// CHECK: for (k =
// CHECK: for (j = {{.*}} {
// CHECK-NEXT: {
// CHECK-NEXT: TP_STATEMENT(2);
// CHECK: TP_REGION_SINKS | TP_REGION_BLOCKS << 0,
void factor(int n, double (*A)[n])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                A[i][j] -= A[i][k] * A[k][j];
            A[i][j] /= A[j][j];
        }
        for (int j = i; j < n; j++)
            for (int k = 0; k < i; k++)
                A[i][j] -= A[i][k] * A[k][j];
    }
}

// So it is with sums in a scalar. What stands in front of the inner loop is sunk as well.
// CHECK: one tile, loop j innermost;
// CHECK: void tp_factor_sums_tile_scan(
// CHECK: for (j =
// CHECK: TP_STATEMENT(0);
// CHECK: for (k =
// CHECK: TP_STATEMENT(1);
// CHECK: TP_STATEMENT(2);
// CHECK: for (j = tp_max(tp_b->tp_hi[0], tp_b->tp_lo[2]); {{.*}} {
// CHECK-NEXT: {
// CHECK-NEXT: TP_STATEMENT(0);
// CHECK: for (k =
// CHECK: for (j = tp_max(tp_b->tp_hi[0], tp_b->tp_lo[2]); {{.*}} {
// CHECK-NEXT: {
// CHECK-NEXT: TP_STATEMENT(1);
// CHECK-NEXT: double s = A[i][j];
// CHECK-NEXT: s -= A[i][k] * A[k][j];
// CHECK-NEXT: A[i][j] = s;
// CHECK: TP_REGION_SINKS | TP_REGION_BLOCKS << 0,
void factor_sums(int n, double (*A)[n])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            double s = A[i][j];
            for (int k = 0; k < j; k++)
                s -= A[i][k] * A[k][j];
            A[i][j] = s / A[j][j];
        }
        for (int j = i; j < n; j++) {
            double s = A[i][j];
            for (int k = 0; k < i; k++)
                s -= A[i][k] * A[k][j];
            A[i][j] = s;
        }
    }
}

// Rows are those of the loop that is sunk, the second one: j.
// CHECK: one tile, loop j innermost;
// CHECK: void tp_second_tile(
// CHECK: if (tp_b->tp_hi[1] - tp_b->tp_lo[1] < 16)
void second(int n, int m, double (*restrict a)[n])
{
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j + 1; k++)
                a[i][j] -= a[i][k] * a[k][j];
        for (int j = i; j < n; j++)
            for (int k = 0; k < j; k++)
                a[i][j] += a[i][k] * a[k][j];
    }
}
