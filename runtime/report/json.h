/* json.h - writes JSON: objects, lists and values, in the order of the calls.
 *
 * key: of a member of an object; null: an element of a list. */
#ifndef TP_JSON_H
#define TP_JSON_H

#include "report/text.h"

typedef struct tp_json {
  tp_text *out;
  int depth;  /* of open objects and lists */
  int behind; /* 1: something stands before in the one that is open */
} tp_json;

/* what: '{' or '['; tp_json_close: its end, '}' or ']'. */
void tp_json_open(tp_json *j, const char *key, char what);
void tp_json_close(tp_json *j, char what);
/* Bytes that are no UTF-8 become U+FFFD. value: null: a null. */
void tp_json_text(tp_json *j, const char *key, const char *value);
void tp_json_count(tp_json *j, const char *key, long long value);
/* Not finite: a null. */
void tp_json_number(tp_json *j, const char *key, double value);
void tp_json_null(tp_json *j, const char *key);

#endif
