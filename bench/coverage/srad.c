/* Speckle reducing diffusion: statistics of the picture, coefficients, divergence. sizes: 1500 30 */
#include "coverage.h"

static void srad(int rows, int cols, int steps, float lambda, float (*J)[cols], float (*dN)[cols], float (*dS)[cols],
                 float (*dW)[cols], float (*dE)[cols], float (*c)[cols], const int *iN, const int *iS, const int *jW, const int *jE)
{
    for (int step = 0; step < steps; step++) {
        float sum = 0, sum2 = 0;
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < cols; j++) {
                sum += J[i][j];
                sum2 += J[i][j] * J[i][j];
            }
        float mean = sum / (rows * cols), var = sum2 / (rows * cols) - mean * mean, q0 = var / (mean * mean);

        for (int i = 0; i < rows; i++)
            for (int j = 0; j < cols; j++) {
                float Jc = J[i][j];
                dN[i][j] = J[iN[i]][j] - Jc;
                dS[i][j] = J[iS[i]][j] - Jc;
                dW[i][j] = J[i][jW[j]] - Jc;
                dE[i][j] = J[i][jE[j]] - Jc;
                float G2 = (dN[i][j] * dN[i][j] + dS[i][j] * dS[i][j] + dW[i][j] * dW[i][j] + dE[i][j] * dE[i][j]) / (Jc * Jc);
                float L = (dN[i][j] + dS[i][j] + dW[i][j] + dE[i][j]) / Jc;
                float num = 0.5f * G2 - 1.0f / 16.0f * (L * L), den = 1 + 0.25f * L;
                float q = num / (den * den);
                den = (q - q0) / (q0 * (1 + q0));
                c[i][j] = 1.0f / (1.0f + den);
                if (c[i][j] < 0)
                    c[i][j] = 0;
                else if (c[i][j] > 1)
                    c[i][j] = 1;
            }
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < cols; j++) {
                float cN = c[i][j], cS = c[iS[i]][j], cW = c[i][j], cE = c[i][jE[j]];
                J[i][j] += 0.25f * lambda * (cN * dN[i][j] + cS * dS[i][j] + cW * dW[i][j] + cE * dE[i][j]);
            }
    }
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 40), steps = cover_size(argc, argv, 2, 5);
    size_t count = (size_t)n * n;
    float *J = cover_floats(count, 1), *dN = cover_floats(count, 2), *dS = cover_floats(count, 3), *dW = cover_floats(count, 4);
    float *dE = cover_floats(count, 5), *c = cover_floats(count, 6);
    int *before = cover_ints(n, 7, 2), *after = cover_ints(n, 8, 2);
    for (int i = 0; i < n; i++) {
        before[i] = i > 0 ? i - 1 : 0;
        after[i] = i < n - 1 ? i + 1 : n - 1;
    }
    cover_start();
    srad(n, n, steps, 0.5f, (float (*)[n])J, (float (*)[n])dN, (float (*)[n])dS, (float (*)[n])dW, (float (*)[n])dE,
         (float (*)[n])c, before, after, before, after);
    cover_stop();
    cover_result(J, sizeof(float) * count);
    return cover_end();
}
