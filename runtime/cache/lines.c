/* lines.c - reading files of lines. */
#include "cache/lines.h"

#include <stdlib.h>
#include <string.h>

int tp_lines_version(const char *text, const char *kind) {
  static const char tool[] = "tilepipe ";
  size_t length = strlen(kind);
  const char *at = text + sizeof tool - 1;
  char *end;
  if (strncmp(text, tool, sizeof tool - 1) != 0 || strncmp(at, kind, length) != 0 || at[length] != ' ')
    return 0;
  long version = strtol(at + length + 1, &end, 10);
  return *end == '\n' && version > 0 && version < 1000 ? (int)version : 0;
}

const char *tp_lines_find(const char *text, const char *begins, size_t *length) {
  size_t size = strlen(begins);
  for (const char *at = text; *at;) {
    *length = strcspn(at, "\n");
    if (strncmp(at, begins, size) == 0)
      return at;
    at += *length + (at[*length] == '\n');
  }
  return NULL;
}
