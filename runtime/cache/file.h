/* file.h - files of the runtime that users see: tuned plans and machine profiles. */
#ifndef TP_FILE_H
#define TP_FILE_H

#include <stddef.h>

/* The bytes of a regular file and a null behind them, to be freed; *length: without the null.
   Null: errno says why; EINVAL: no regular file, EFBIG: more than `most` bytes. A FIFO or a device is never waited for. */
char *tp_file_read(const char *name, size_t most, size_t *length);

/* Replaces the file whole: readers see the old bytes or the new ones. 0: errno says why, the old file is there.
   The user's own links are followed; nothing that another user placed in the folder is followed or overwritten.
   EINVAL: there is something that is no regular file; it stays. */
int tp_file_replace(const char *name, const char *text, size_t length);

/* A file that is to be replaced whole, in steps of which only the first takes memory. */
typedef struct tp_file {
  char name[4096];  /* "": none is chosen */
  char other[4200]; /* beside it, while it is written; else "" */
} tp_file;

/* Where the name leads to, see tp_file_replace. 0: errno says why that cannot be found; it is the name itself then. */
int tp_file_choose(tp_file *f, const char *name);
/* Answers a descriptor to write to; -1: errno says why. */
int tp_file_begin(tp_file *f);
/* Writes all of the text, also in a handler of signals; 0: errno says why. */
int tp_file_write(int descriptor, const char *text, size_t length);
/* Closes it and puts it in its place if all is good; 0: errno says why, the old file is there. */
int tp_file_end(tp_file *f, int descriptor, int good);
/* Removes what has been written of one that is begun. */
void tp_file_forget(tp_file *f);

/* What such an errno means, for a message. */
const char *tp_file_why(int error);

/* Makes the folders in which the file of that name is to be. */
void tp_file_make_folders(const char *name);

#endif
