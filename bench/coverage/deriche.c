/* Deriche's recursive edge filter: each row in both directions, then each column. sizes: 3000 2500 */
#include "coverage.h"

static void deriche(int w, int h, float alpha, float (*in)[h], float (*out)[h], float (*y1)[h], float (*y2)[h])
{
    float k = (1 - expf(-alpha)) * (1 - expf(-alpha)) / (1 + 2 * alpha * expf(-alpha) - expf(2 * alpha));
    float a1 = k, a2 = k * expf(-alpha) * (alpha - 1), a3 = k * expf(-alpha) * (alpha + 1), a4 = -k * expf(-2 * alpha);
    float b1 = powf(2, -alpha), b2 = -expf(-2 * alpha);

    for (int i = 0; i < w; i++) {
        float ym1 = 0, ym2 = 0, xm1 = 0;
        for (int j = 0; j < h; j++) {
            y1[i][j] = a1 * in[i][j] + a2 * xm1 + b1 * ym1 + b2 * ym2;
            xm1 = in[i][j];
            ym2 = ym1;
            ym1 = y1[i][j];
        }
    }
    for (int i = 0; i < w; i++) {
        float yp1 = 0, yp2 = 0, xp1 = 0, xp2 = 0;
        for (int j = h - 1; j >= 0; j--) {
            y2[i][j] = a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2;
            xp2 = xp1;
            xp1 = in[i][j];
            yp2 = yp1;
            yp1 = y2[i][j];
        }
    }
    for (int i = 0; i < w; i++)
        for (int j = 0; j < h; j++)
            out[i][j] = y1[i][j] + y2[i][j];
    for (int j = 0; j < h; j++) {
        float tm1 = 0, ym1 = 0, ym2 = 0;
        for (int i = 0; i < w; i++) {
            y1[i][j] = a1 * out[i][j] + a2 * tm1 + b1 * ym1 + b2 * ym2;
            tm1 = out[i][j];
            ym2 = ym1;
            ym1 = y1[i][j];
        }
    }
    for (int j = 0; j < h; j++) {
        float tp1 = 0, tp2 = 0, yp1 = 0, yp2 = 0;
        for (int i = w - 1; i >= 0; i--) {
            y2[i][j] = a3 * tp1 + a4 * tp2 + b1 * yp1 + b2 * yp2;
            tp2 = tp1;
            tp1 = out[i][j];
            yp2 = yp1;
            yp1 = y2[i][j];
        }
    }
    for (int i = 0; i < w; i++)
        for (int j = 0; j < h; j++)
            out[i][j] = y1[i][j] + y2[i][j];
}

int main(int argc, char **argv)
{
    int w = cover_size(argc, argv, 1, 60), h = cover_size(argc, argv, 2, 50);
    size_t count = (size_t)w * h;
    float *in = cover_floats(count, 1), *out = cover_floats(count, 2), *y1 = cover_floats(count, 3), *y2 = cover_floats(count, 4);
    cover_start();
    deriche(w, h, 0.25f, (float (*)[h])in, (float (*)[h])out, (float (*)[h])y1, (float (*)[h])y2);
    cover_stop();
    cover_result(out, sizeof(float) * count);
    return cover_end();
}
