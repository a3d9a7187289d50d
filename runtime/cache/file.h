/* file.h - files of the runtime that users see: tuned plans and machine profiles. */
#ifndef TP_FILE_H
#define TP_FILE_H

#include <stddef.h>
#include <stdio.h>

/* The bytes of a regular file and a null behind them, to be freed; *length: without the null.
   Null: errno says why; EINVAL: no regular file, EFBIG: more than `most` bytes. A FIFO or a device is never waited for. */
char *tp_file_read(const char *name, size_t most, size_t *length);

/* Replaces the file whole: readers see the old bytes or the new ones. 0: errno says why, the old file is there.
   The user's own links are followed; nothing that another user placed in the folder is followed or overwritten.
   EINVAL: there is something that is no regular file; it stays. */
int tp_file_replace(const char *name, const char *text, size_t length);

/* The same for a text in pieces, which are written to `out`. 0: errno says why, nothing has begun. */
typedef struct tp_new_file {
  FILE *out;
  char name[4096], other[4200]; /* the file's, and that of the one beside it */
} tp_new_file;
int tp_file_begin(tp_new_file *f, const char *name);
/* What has been written takes the place of the file; keep: 0: it does not, for the reason that errno has. 0: errno says
   why, the old file is there. */
int tp_file_end(tp_new_file *f, int keep);

/* Makes the folders in which the file of that name is to be. */
void tp_file_make_folders(const char *name);

#endif
