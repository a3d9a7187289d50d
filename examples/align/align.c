/* align - local alignment of two sequences with affine gaps (Gotoh).
 *
 *   align [file.fasta ...]      reads standard input by default
 *
 * Takes the first two records it finds. H is the best score of an alignment ending at a cell, E and
 * F the best one ending there in a gap in the first or the second sequence. Prints the best score
 * and where that alignment ends (positions count from 1).
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MATCH 5
#define MISMATCH -4
#define OPEN 10 /* first base of a gap */
#define EXTEND 1 /* each further one */
#define MAX(a, b) ((a) > (b) ? (a) : (b))

struct sequence {
    char name[64];
    char *bases;
    int length, room;
};

static void append(struct sequence *s, char base)
{
    if (s->length == s->room) {
        s->room = s->room ? 2 * s->room : 4096;
        s->bases = realloc(s->bases, s->room);
        if (!s->bases) {
            fprintf(stderr, "align: no memory for sequence %s\n", s->name);
            exit(1);
        }
    }
    s->bases[s->length++] = base;
}

/* Reads records from in to s[*count], at most two in all. */
static void read_fasta(FILE *in, struct sequence s[2], int *count)
{
    char line[512];

    while (fgets(line, sizeof line, in)) {
        if (line[0] == '>') {
            if (*count == 2)
                return;
            if (sscanf(line + 1, "%63s", s[*count].name) != 1)
                strcpy(s[*count].name, "unnamed");
            ++*count;
        } else if (*count > 0) {
            for (char *p = line; *p; p++)
                if (isalpha((unsigned char)*p))
                    append(&s[*count - 1], (char)toupper((unsigned char)*p));
        }
    }
}

static void fill(int n, int m, const char *a, const char *b,
                 int (*restrict H)[m + 1], int (*restrict E)[m + 1], int (*restrict F)[m + 1])
{
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int diagonal = H[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? MATCH : MISMATCH);
            E[i][j] = MAX(E[i][j - 1] - EXTEND, H[i][j - 1] - OPEN);
            F[i][j] = MAX(F[i - 1][j] - EXTEND, H[i - 1][j] - OPEN);
            H[i][j] = MAX(MAX(diagonal, 0), MAX(E[i][j], F[i][j]));
        }
}

static int align(const struct sequence *a, const struct sequence *b, int *end_a, int *end_b)
{
    int n = a->length, m = b->length, best = 0;
    int (*H)[m + 1] = malloc(sizeof(int[n + 1][m + 1]));
    int (*E)[m + 1] = malloc(sizeof(int[n + 1][m + 1]));
    int (*F)[m + 1] = malloc(sizeof(int[n + 1][m + 1]));

    if (!H || !E || !F) {
        fprintf(stderr, "align: no memory for %d x %d cells\n", n, m);
        exit(1);
    }
    for (int i = 0; i <= n; i++) {
        H[i][0] = 0;
        E[i][0] = -OPEN;
    }
    for (int j = 0; j <= m; j++) {
        H[0][j] = 0;
        F[0][j] = -OPEN;
    }
    fill(n, m, a->bases, b->bases, H, E, F);

    *end_a = *end_b = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            if (H[i][j] > best) {
                best = H[i][j];
                *end_a = i;
                *end_b = j;
            }
    free(F);
    free(E);
    free(H);
    return best;
}

int main(int argc, char **argv)
{
    struct sequence s[2] = {{{0}, NULL, 0, 0}, {{0}, NULL, 0, 0}};
    int count = 0, end_a, end_b;

    for (int i = 1; i < argc; i++) {
        FILE *in = fopen(argv[i], "r");
        if (!in) {
            perror(argv[i]);
            return 1;
        }
        read_fasta(in, s, &count);
        fclose(in);
    }
    if (argc == 1)
        read_fasta(stdin, s, &count);
    if (count < 2 || s[0].length == 0 || s[1].length == 0) {
        fprintf(stderr, "align: two sequences are needed\n");
        return 1;
    }

    int score = align(&s[0], &s[1], &end_a, &end_b);
    printf("%s  %d bases\n%s  %d bases\n", s[0].name, s[0].length, s[1].name, s[1].length);
    printf("score %d\nends at %d of %s, %d of %s\n", score, end_a, s[0].name, end_b, s[1].name);
    free(s[0].bases);
    free(s[1].bases);
    return 0;
}
