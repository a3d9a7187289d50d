/* Preloaded: MPI as it may be on rank 1. UNEASY=fails: it does not start; start, end: that call does not return. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is(const char *what)
{
    const char *asked = getenv("UNEASY"), *rank = getenv("OMPI_COMM_WORLD_RANK");
    return asked && rank && strcmp(rank, "1") == 0 && strcmp(asked, what) == 0;
}

/* The first rank's limit ends first: mpirun stops it, too, once another rank has ended. */
__attribute__((constructor)) static void wait_longer(void)
{
    if (is("start") || is("end"))
        setenv("TILEPIPE_WATCHDOG", "30", 1);
}

int PMPI_Init_thread(int *argc, char ***argv, int wanted, int *got)
{
    int (*real)(int *, char ***, int, int *) = dlsym(RTLD_NEXT, "PMPI_Init_thread");
    if (is("fails"))
        return MPI_ERR_OTHER;
    while (is("start"))
        pause();
    return real(argc, argv, wanted, got);
}

int MPI_Finalize(void)
{
    int (*real)(void) = dlsym(RTLD_NEXT, "MPI_Finalize");
    while (is("end"))
        pause();
    return real();
}
