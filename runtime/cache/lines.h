/* lines.h - the text format of machine profiles and tuned plans: a header line "tilepipe <kind> <version>", then lines
 * that begin with what they are about. Numbers have a decimal point whatever the locale: callers are inside a context
 * (util/context.h). */
#ifndef TP_LINES_H
#define TP_LINES_H

#include <stddef.h>

/* The version in the header of a file of this kind; 0: it has no such header. */
int tp_lines_version(const char *text, const char *kind);

/* The line that begins with `begins`, and its length without the newline; null: none. */
const char *tp_lines_find(const char *text, const char *begins, size_t *length);

#endif
