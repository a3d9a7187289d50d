/* status.h - one status type for the whole runtime. Outputs are set only on TP_OK. */
#ifndef TP_STATUS_H
#define TP_STATUS_H

typedef enum tp_status {
  TP_OK,
  TP_DECLINED, /* the region stays sequential; the reason says why */
  TP_INVALID,  /* a user's mistake: one line has been prepared, exit code 2 */
  TP_FAILED    /* the system refused (memory, MPI): one line, exit code 1 */
} tp_status;

#endif
