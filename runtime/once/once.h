/* once.h - programs without regions under a launcher of ranks. */
#ifndef TP_ONCE_H
#define TP_ONCE_H

/* Ends this process at once unless it is rank 0 of those that the launcher started, or the launcher started only one.
   Rank 0 says so in one line. */
void tp_once_leave(void);

#endif
