/* editdist - how many bytes must be changed to turn one text into another (Levenshtein).
 *
 *   editdist first.txt second.txt
 *
 * D[i][j] is the least number of insertions, deletions and replacements that turn the first i bytes
 * of one file into the first j of the other. Prints the distance, how many there are of each kind on
 * one shortest way, and the longest stretch on it that was not touched.
 */
#include <stdio.h>
#include <stdlib.h>

struct text {
    unsigned char *bytes;
    long length;
};

static struct text read_text(const char *name)
{
    struct text t = {NULL, 0};
    FILE *in = fopen(name, "rb");

    if (!in || fseek(in, 0, SEEK_END) != 0 || (t.length = ftell(in)) < 0) {
        perror(name);
        exit(1);
    }
    rewind(in);
    t.bytes = malloc(t.length + 1);
    if (!t.bytes) {
        fprintf(stderr, "editdist: no memory for %s\n", name);
        exit(1);
    }
    if (fread(t.bytes, 1, t.length, in) != (size_t)t.length) {
        fprintf(stderr, "editdist: cannot read %s\n", name);
        exit(1);
    }
    fclose(in);
    return t;
}

static int min(int a, int b)
{
    return a < b ? a : b;
}

static void fill(const struct text *a, const struct text *b, int *D)
{
    long n = a->length, m = b->length;

    for (long i = 1; i <= n; i++)
        for (long j = 1; j <= m; j++) {
            int replaced = D[(i - 1) * (m + 1) + j - 1] + (a->bytes[i - 1] != b->bytes[j - 1]);
            int deleted = D[(i - 1) * (m + 1) + j] + 1;
            int inserted = D[i * (m + 1) + j - 1] + 1;
            D[i * (m + 1) + j] = min(replaced, min(deleted, inserted));
        }
}

static void print_distance(const struct text *a, const struct text *b, const int *D)
{
    long i = a->length, j = b->length, width = j + 1;
    long replaced = 0, deleted = 0, inserted = 0, run = 0, longest = 0, at = 0;

    while (i > 0 || j > 0) {
        int here = D[i * width + j];
        int same = i > 0 && j > 0 && a->bytes[i - 1] == b->bytes[j - 1];
        if (i > 0 && j > 0 && here == D[(i - 1) * width + j - 1] + !same) {
            i--;
            j--;
            replaced += !same;
            run = same ? run + 1 : 0;
        } else if (i > 0 && here == D[(i - 1) * width + j] + 1) {
            i--;
            deleted++;
            run = 0;
        } else {
            j--;
            inserted++;
            run = 0;
        }
        if (run > longest) {
            longest = run;
            at = i;
        }
    }
    printf("%ld and %ld bytes, distance %d\n", a->length, b->length,
           D[a->length * width + b->length]);
    printf("replaced %ld, deleted %ld, inserted %ld\n", replaced, deleted, inserted);
    printf("longest part in common: %ld bytes, from byte %ld of the first\n", longest, at + 1);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: editdist first.txt second.txt\n");
        return 1;
    }

    struct text a = read_text(argv[1]), b = read_text(argv[2]);
    long n = a.length, m = b.length;
    int *D = malloc((n + 1) * (m + 1) * sizeof *D);
    if (!D) {
        fprintf(stderr, "editdist: no memory for %ld x %ld cells\n", n, m);
        return 1;
    }
    for (long i = 0; i <= n; i++)
        D[i * (m + 1)] = i;
    for (long j = 0; j <= m; j++)
        D[j] = j;
    fill(&a, &b, D);
    print_distance(&a, &b, D);
    free(D);
    free(b.bytes);
    free(a.bytes);
    return 0;
}
