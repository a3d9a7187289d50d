/* Preloaded: flips one bit of a message that this rank receives. FLIP=<kind> <number> <share> <bit>: the message, counted
   from 0 among those of its kind (livein, owned, face), and in it the byte at that percentage of its length. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIVEIN = 2, OWNED = 3, FACE = 16 };

static struct {
    unsigned char *at;
    int bytes;
    MPI_Request request;
} chosen;
static int seen;

static int is_of(const char *kind, int tag)
{
    return !strcmp(kind, "livein") ? tag == LIVEIN : !strcmp(kind, "owned") ? tag == OWNED : tag >= FACE;
}

int MPI_Irecv(void *to, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request)
{
    static int (*real)(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
    char kind[16] = "";
    int number = -1;
    if (!real)
        real = dlsym(RTLD_NEXT, "MPI_Irecv");
    int status = real(to, count, type, from, tag, comm, request);
    if (getenv("FLIP"))
        sscanf(getenv("FLIP"), "%15s %d", kind, &number);
    if (number >= 0 && count > 0 && is_of(kind, tag) && seen++ == number) {
        chosen.at = to;
        chosen.bytes = count;
        chosen.request = *request;
    }
    return status;
}

int MPI_Test(MPI_Request *request, int *done, MPI_Status *status)
{
    static int (*real)(MPI_Request *, int *, MPI_Status *);
    MPI_Request before = *request;
    int share = 0, bit = 0;
    if (!real)
        real = dlsym(RTLD_NEXT, "MPI_Test");
    int result = real(request, done, status);
    if (!*done || !chosen.at || before != chosen.request)
        return result;
    sscanf(getenv("FLIP"), "%*s %*d %d %d", &share, &bit);
    chosen.at[(long)(chosen.bytes - 1) * share / 100] ^= (unsigned char)(1 << bit);
    fprintf(stderr, "flipped bit %d of byte %ld of %d\n", bit, (long)(chosen.bytes - 1) * share / 100, chosen.bytes);
    chosen.at = NULL;
    return result;
}
