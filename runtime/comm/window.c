/* window.c - one-sided messages over MPI: a dynamic window to which memory is attached, open for all
 * ranks all the time. MPI is asked to answer errors instead of ending the program, and has to pass a
 * trial before it is believed. */
#include "comm/heartbeat.h"
#include "comm/p2p_world.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static MPI_Win window = MPI_WIN_NULL;

static void *attach_window(tp_transport *t, tp_int bytes, tp_int *address) {
  void *at = NULL;
  MPI_Aint where = 0;
  (void)t;
  tp_p2p_enter();
  int done = MPI_Alloc_mem((MPI_Aint)bytes, MPI_INFO_NULL, &at) == MPI_SUCCESS;
  if (done && MPI_Win_attach(window, at, (MPI_Aint)bytes) != MPI_SUCCESS) {
    MPI_Free_mem(at);
    done = 0;
  }
  if (done)
    MPI_Get_address(at, &where);
  tp_p2p_leave();
  *address = (tp_int)where;
  return done ? at : NULL;
}

static void detach_window(tp_transport *t, void *at) {
  (void)t;
  tp_p2p_enter();
  MPI_Win_detach(window, at);
  MPI_Free_mem(at);
  tp_p2p_leave();
}

static void put(tp_transport *t, int rank, tp_int address, const void *from, tp_int bytes) {
  enum { LONGEST = 1 << 30 };
  int status = MPI_SUCCESS;
  tp_p2p_enter();
  for (tp_int at = 0; at < bytes && status == MPI_SUCCESS; at += LONGEST) {
    int count = (int)tp_min(bytes - at, LONGEST);
    status = MPI_Put((const char *)from + at, count, MPI_BYTE, rank, (MPI_Aint)(address + at), count,
                     MPI_BYTE, window);
  }
  tp_p2p_leave();
  if (status != MPI_SUCCESS) {
    fprintf(stderr, "tilepipe: rank %d: MPI cannot put %lld bytes to rank %d [mpi-put]\n", t->rank, bytes, rank);
    t->abandon(t, 1);
  }
}

static int flush(tp_transport *t, int rank) {
  tp_p2p_enter();
  if (rank == t->rank)
    MPI_Win_sync(window);
  else {
    tp_heartbeat_blocks(rank);
    MPI_Win_flush(rank, window);
    tp_heartbeat_blocks(-1);
  }
  tp_p2p_leave();
  return 1;
}

/* 1: all ranks say so. */
static int all_of(int mine) {
  int all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, tp_p2p_world);
  return all;
}

/* Every rank puts its number into the next one's memory. */
static int try(tp_transport *t) {
  static int got = -1;
  int next = (t->rank + 1) % t->ranks, before = (t->rank + t->ranks - 1) % t->ranks;
  MPI_Aint mine = 0, its = 0;
  int works = MPI_Win_attach(window, &got, sizeof got) == MPI_SUCCESS;
  MPI_Get_address(&got, &mine);
  MPI_Sendrecv(&mine, sizeof mine, MPI_BYTE, before, 1, &its, sizeof its, MPI_BYTE, next, 1, tp_p2p_world,
               MPI_STATUS_IGNORE);
  if (!all_of(works))
    return 0;
  works = MPI_Put(&t->rank, 1, MPI_INT, next, its, 1, MPI_INT, window) == MPI_SUCCESS &&
          MPI_Win_flush(next, window) == MPI_SUCCESS;
  MPI_Barrier(tp_p2p_world);
  MPI_Win_sync(window);
  works &= got == before;
  MPI_Win_detach(window, &got);
  return all_of(works);
}

int tp_window_open(tp_transport *t, const char **why) {
  static char text[MPI_MAX_ERROR_STRING + 64];
  char reason[MPI_MAX_ERROR_STRING] = "the trial put did not arrive";
  int length;
  MPI_Errhandler before;
  MPI_Comm_get_errhandler(tp_p2p_world, &before);
  MPI_Comm_set_errhandler(tp_p2p_world, MPI_ERRORS_RETURN);
  int status = MPI_Win_create_dynamic(MPI_INFO_NULL, tp_p2p_world, &window);
  if (status != MPI_SUCCESS)
    MPI_Error_string(status, reason, &length);
  int works = all_of(status == MPI_SUCCESS);
  if (works) {
    MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
    works = all_of(MPI_Win_lock_all(MPI_MODE_NOCHECK, window) == MPI_SUCCESS) && try(t);
  }
  MPI_Comm_set_errhandler(tp_p2p_world, before);
  if (works) {
    t->attach_window = attach_window;
    t->detach_window = detach_window;
    t->put = put;
    t->flush = flush;
  } else {
    snprintf(text, sizeof text, "MPI has no one-sided messages between these ranks (%s)", reason);
    *why = text;
  }
  return works;
}

void tp_window_free(void) {
  if (window == MPI_WIN_NULL)
    return;
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
}
