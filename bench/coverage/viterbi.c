/* The likeliest path through a hidden Markov model, with back pointers. sizes: 300 400 */
#include "coverage.h"

static void viterbi(int states, int length, const double (*trans)[states], const double (*emit)[64], const int *seen,
                    double (*score)[states], int (*from)[states], int *path)
{
    for (int s = 0; s < states; s++)
        score[0][s] = emit[s][seen[0]];
    for (int t = 1; t < length; t++)
        for (int s = 0; s < states; s++) {
            double best = score[t - 1][0] + trans[0][s];
            int at = 0;
            for (int p = 1; p < states; p++) {
                double try = score[t - 1][p] + trans[p][s];
                if (try > best) {
                    best = try;
                    at = p;
                }
            }
            score[t][s] = best + emit[s][seen[t]];
            from[t][s] = at;
        }
    int last = 0;
    for (int s = 1; s < states; s++)
        if (score[length - 1][s] > score[length - 1][last])
            last = s;
    for (int t = length - 1; t >= 0; t--) {
        path[t] = last;
        last = from[t][last];
    }
}

int main(int argc, char **argv)
{
    int states = cover_size(argc, argv, 1, 20), length = cover_size(argc, argv, 2, 40);
    double *trans = cover_doubles((size_t)states * states, 1), *emit = cover_doubles((size_t)states * 64, 2);
    int *seen = cover_ints(length, 3, 64), *path = cover_ints(length, 4, 64), *from = cover_ints((size_t)length * states, 5, 1);
    double *score = cover_doubles((size_t)length * states, 6);
    cover_start();
    viterbi(states, length, (const double (*)[states])trans, (const double (*)[64])emit, seen, (double (*)[states])score,
            (int (*)[states])from, path);
    cover_stop();
    cover_result(path, sizeof(int) * length);
    cover_result(score, sizeof(double) * length * states);
    return cover_end();
}
