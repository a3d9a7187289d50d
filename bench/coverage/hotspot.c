/* Temperatures on a chip from its power map, five points, swapping two arrays. sizes: 2000 60 */
#include "coverage.h"

static float *hotspot(int n, int steps, float *temp, float *next, const float *power)
{
    const float rx = 0.1f, ry = 0.12f, rz = 0.01f, ambient = 80.0f, cap = 0.5f;

    for (int t = 0; t < steps; t++) {
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++) {
                float here = temp[r * n + c];
                float up = r > 0 ? temp[(r - 1) * n + c] : here, down = r < n - 1 ? temp[(r + 1) * n + c] : here;
                float left = c > 0 ? temp[r * n + c - 1] : here, right = c < n - 1 ? temp[r * n + c + 1] : here;
                next[r * n + c] = here + cap * (power[r * n + c] + (up + down - 2 * here) * ry + (left + right - 2 * here) * rx
                                                + (ambient - here) * rz);
            }
        float *swap = temp;
        temp = next;
        next = swap;
    }
    return temp;
}

int main(int argc, char **argv)
{
    int n = cover_size(argc, argv, 1, 50), steps = cover_size(argc, argv, 2, 9);
    size_t count = (size_t)n * n;
    float *temp = cover_floats(count, 1), *next = cover_floats(count, 2), *power = cover_floats(count, 3);
    cover_start();
    float *last = hotspot(n, steps, temp, next, power);
    cover_stop();
    cover_result(last, sizeof(float) * count);
    return cover_end();
}
