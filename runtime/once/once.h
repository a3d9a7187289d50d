/* once.h - programs without regions under a launcher of ranks. */
#ifndef TP_ONCE_H
#define TP_ONCE_H

/* For a process that a launcher started with others. Ranks other than 0 end at once, with code 0; processes that are no
   ranks (srun without PMIx) all end, with code 2. The first process says so in one line. */
void tp_once_leave(void);

/* One line where TILEPIPE_VERIFY asks for what such a program cannot have. */
void tp_once_verify(void);

#endif
