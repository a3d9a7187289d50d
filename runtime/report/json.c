/* json.c - see json.h. */
#include "report/json.h"

#include <string.h>

/* Bytes of the UTF-8 character at `at`; 0: there is none. Longer forms than needed, surrogates and what is beyond Unicode
   are none. */
static int character(const unsigned char *at) {
  if (at[0] < 0x80)
    return 1;
  int bytes = at[0] >= 0xc2 && at[0] < 0xe0 ? 2 : at[0] >= 0xe0 && at[0] < 0xf0 ? 3 : at[0] >= 0xf0 && at[0] < 0xf5 ? 4 : 0;
  for (int i = 1; i < bytes; i++)
    if ((at[i] & 0xc0) != 0x80)
      return 0;
  int bad = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f) || (at[0] == 0xf0 && at[1] < 0x90) ||
            (at[0] == 0xf4 && at[1] > 0x8f);
  return bad ? 0 : bytes;
}

static void quote(tp_text *out, const char *text) {
  tp_text_put(out, "\"");
  for (int bytes; *text; text += bytes ? bytes : 1) {
    bytes = character((const unsigned char *)text);
    if (strchr("\"\\", *text))
      tp_text_put(out, "\\%c", *text);
    else if ((unsigned char)*text < ' ' || *text == 0x7f)
      tp_text_put(out, "\\u%04x", (unsigned char)*text);
    else if (bytes)
      tp_text_put(out, "%.*s", bytes, text);
    else
      tp_text_put(out, "\\ufffd");
  }
  tp_text_put(out, "\"");
}

/* A line for each member of the document and of the elements of its lists. */
static void next(tp_json *j, const char *key) {
  enum { LINES = 3 };
  if (j->depth > 0 && j->depth <= LINES)
    tp_text_put(j->out, "%s\n%*s", j->behind ? "," : "", j->depth * 2, "");
  else
    tp_text_put(j->out, "%s", j->behind ? ", " : "");
  j->behind = 1;
  if (key) {
    quote(j->out, key);
    tp_text_put(j->out, ": ");
  }
}

void tp_json_open(tp_json *j, const char *key, char what) {
  next(j, key);
  tp_text_put(j->out, "%c", what);
  j->depth++;
  j->behind = 0;
}

void tp_json_close(tp_json *j, char what) {
  j->depth--;
  j->behind = 1;
  tp_text_put(j->out, "%c", what);
}

void tp_json_text(tp_json *j, const char *key, const char *value) {
  next(j, key);
  if (value)
    quote(j->out, value);
  else
    tp_text_put(j->out, "null");
}

void tp_json_count(tp_json *j, const char *key, long long value) {
  next(j, key);
  tp_text_put(j->out, "%lld", value);
}

void tp_json_number(tp_json *j, const char *key, double value) {
  next(j, key);
  tp_text_put(j->out, value - value == 0 ? "%.9g" : "null", value);
}

void tp_json_null(tp_json *j, const char *key) { tp_json_text(j, key, NULL); }
