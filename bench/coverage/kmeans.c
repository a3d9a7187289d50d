/* One step of k-means: the nearest centre of each point, then new centres. sizes: 40000 16 8 5 */
#include "coverage.h"

static void assign(int points, int dims, int centres, const float (*x)[dims], const float (*c)[dims], int *member)
{
    for (int p = 0; p < points; p++) {
        float best = 1e30f;
        int index = 0;
        for (int k = 0; k < centres; k++) {
            float dist = 0;
            for (int d = 0; d < dims; d++)
                dist += (x[p][d] - c[k][d]) * (x[p][d] - c[k][d]);
            if (dist < best) {
                best = dist;
                index = k;
            }
        }
        member[p] = index;
    }
}

static void update(int points, int dims, int centres, const float (*x)[dims], float (*c)[dims], const int *member, int *count)
{
    for (int k = 0; k < centres; k++) {
        count[k] = 0;
        for (int d = 0; d < dims; d++)
            c[k][d] = 0;
    }
    for (int p = 0; p < points; p++) {
        count[member[p]]++;
        for (int d = 0; d < dims; d++)
            c[member[p]][d] += x[p][d];
    }
    for (int k = 0; k < centres; k++)
        for (int d = 0; d < dims; d++)
            if (count[k] > 0)
                c[k][d] /= count[k];
}

int main(int argc, char **argv)
{
    int points = cover_size(argc, argv, 1, 200), dims = cover_size(argc, argv, 2, 6), centres = cover_size(argc, argv, 3, 5);
    int steps = cover_size(argc, argv, 4, 3);
    float *x = cover_floats((size_t)points * dims, 1), *c = cover_floats((size_t)centres * dims, 2);
    int *member = cover_ints(points, 3, centres), *count = cover_ints(centres, 4, 9);
    cover_start();
    for (int s = 0; s < steps; s++) {
        assign(points, dims, centres, (const float (*)[dims])x, (const float (*)[dims])c, member);
        update(points, dims, centres, (const float (*)[dims])x, (float (*)[dims])c, member, count);
    }
    cover_stop();
    cover_result(member, sizeof(int) * points);
    cover_result(c, sizeof(float) * centres * dims);
    return cover_end();
}
