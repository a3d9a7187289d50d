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
