/* trace_file.h - the file that TILEPIPE_TRACE names. */
#ifndef TP_TRACE_FILE_H
#define TP_TRACE_FILE_H

/* Begins the timeline of this rank; the file's time begins with rank 0's. */
void tp_trace_begin(void);

/* Rank 0, at the program's end and before that of the workers: writes the file, whole or not at all, and a line where
   that fails. Nothing in a child of the program, and nothing the second time. */
void tp_trace_write(void);

#endif
