/* settings_text.c - the table of settings and the meaning of their texts. */
#include "core/settings_text.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { WORD, NUMBER, LIST, FILE_NAME, UNBUILT };

#define NO_FIELD ((size_t)-1)
#define ENV TP_FROM_ENVIRONMENT
#define AT(field) offsetof(tp_settings, field)

/* Settings of the manual that are not built yet stand here too, so that they are refused by name and
   not as a typing mistake. */
const tp_setting tp_setting_table[TP_SETTING_COUNT] = {
    {"schedule", WORD, ENV, AT(schedule), "auto=0 overlap=1 blocking=2", ""},
    {"protocol", WORD, ENV, AT(protocol), "auto=0 eager=1 synchronous=2", ""},
    {"grouping", WORD, ENV, AT(grouping), "auto=0 hyperplane=2 vertical=3 dataflow=1", ""},
    {"body", WORD, ENV, AT(body), "auto=0 plain=1 jam=2", ""},
    {"tile", LIST, ENV, AT(tile), "", ""},
    {"mesh", LIST, ENV, AT(mesh), "", ""},
    {"group", LIST, ENV, AT(group), "", ""},
    {"always", WORD, ENV, AT(always), "0=0 1=1", ""},
    {"verify", WORD, ENV, AT(verify), "0=0 1=1 require=2", ""},
    {"stats", WORD, ENV, AT(stats), "0=0 1=1", ""},
    {"watchdog", NUMBER, ENV, AT(watchdog), "", ""},
    {"ranks", NUMBER, TP_FROM_CALL, AT(ranks), "", ""},
    {"threads", NUMBER, TP_FROM_CALL, AT(threads), "", ""},
    {"hybrid", WORD, ENV, AT(hybrid), "auto=0 mpi=1 fine=2 coarse=3 multiple=4", ""},
    {"balance", WORD, ENV, AT(balance), "auto=0 none=1 constant=2 variable=3", ""},
    {"assign", WORD, ENV, AT(assign), "auto=0 block=1 cyclic=2", ""},
    {"transport", WORD, ENV, AT(transport), "auto=0 p2p=1 persistent=2 rma=3 shm=4", ""},
    {"faces", WORD, ENV, AT(faces), "auto=0 packed=1 direct=2", ""},
    {"piece", NUMBER, ENV, AT(piece), "", ""},
    {"tune", NUMBER, ENV, AT(tune), "", ""},
    {"plans", FILE_NAME, ENV, AT(plans), "", ""},
    {"trace", UNBUILT, ENV, NO_FIELD, "", ""},
    {"profile", FILE_NAME, ENV, AT(profile), "", ""},
    {"progress", UNBUILT, ENV, NO_FIELD, "", ""},
};

int tp_setting_find(const char *name, size_t length) {
  for (int i = 0; i < TP_SETTING_COUNT; i++) {
    const char *known = tp_setting_table[i].name;
    if (length > 0 && strlen(known) == length && strncasecmp(known, name, length) == 0)
      return i;
  }
  return -1;
}

int tp_setting_means(const char *name, size_t length, const tp_region *r) {
  const char *own = r ? r->tp_name : NULL;
  if (!own)
    return 0;
  if (strlen(own) == length && strncmp(own, name, length) == 0)
    return 1;
  return strncmp(own, "tp_", 3) == 0 && strlen(own + 3) == length &&
         strncmp(own + 3, name, length) == 0;
}

/* --- words ------------------------------------------------------------------------------------ */

/* Number of `word` in "a=0 b=1"; -1: not among them. */
static int word_number(const char *values, const char *word) {
  size_t length = strlen(word);
  for (const char *at = values; *at;) {
    size_t name = strcspn(at, "=");
    if (name == length && strncmp(at, word, length) == 0)
      return atoi(at + name + 1);
    at += strcspn(at, " ");
    at += strspn(at, " ");
  }
  return -1;
}

/* 1: `word` is one of the blank-separated words. */
static int word_among(const char *words, const char *word) {
  size_t length = strlen(word);
  for (const char *at = words; *at;) {
    size_t one = strcspn(at, " ");
    if (one == length && strncmp(at, word, length) == 0)
      return 1;
    at += one;
    at += strspn(at, " ");
  }
  return 0;
}

static int check_word(const tp_setting *s, const char *text, char *reason, size_t size) {
  if (word_number(s->values, text) >= 0)
    return 1;
  size_t used = (size_t)snprintf(reason, size, "%s; one of ",
                                 word_among(s->unbuilt, text) ? "not built yet" : "not understood");
  const char *between = "";
  for (const char *at = s->values; *at && used < size;) {
    int length = (int)strcspn(at, "=");
    used += (size_t)snprintf(reason + used, size - used, "%s%.*s", between, length, at);
    between = ", ";
    at += strcspn(at, " ");
    at += strspn(at, " ");
  }
  return 0;
}

int tp_setting_number(const char *name, const char *word) {
  return word_number(tp_setting_table[tp_setting_find(name, strlen(name))].values, word);
}

int tp_setting_word(const char *name, int value, char *out, size_t size) {
  const char *at = tp_setting_table[tp_setting_find(name, strlen(name))].values;
  while (*at) {
    size_t length = strcspn(at, "=");
    if (atoi(at + length + 1) == value)
      return snprintf(out, size, "%.*s", (int)length, at);
    at += strcspn(at, " ");
    at += strspn(at, " ");
  }
  return snprintf(out, size, "%d", value);
}

/* --- numbers and lists ------------------------------------------------------------------------ */

/* Reads a decimal number at *at and moves past it. 0: there is none, or it is too large. */
static int read_number(const char **at, tp_int *out) {
  char *end;
  errno = 0;
  long long value = strtoll(*at, &end, 10);
  if (end == *at || errno == ERANGE)
    return 0;
  *at = end;
  *out = value;
  return 1;
}

static const char *skip_blanks(const char *at) { return at + strspn(at, " \t"); }

static int check_number(const char *text, char *reason, size_t size) {
  const char *at = text;
  tp_int value;
  if (!read_number(&at, &value) || *skip_blanks(at) || value < 0 || value > INT_MAX) {
    snprintf(reason, size, "not a number from 0 to %d", INT_MAX);
    return 0;
  }
  return 1;
}

/* One entry of a list of lists: "name:64,*" or "64,*". Moves *at past it and its ';'.
   1: *list (and *name, *length: 0 without a name) hold it; 0: *reason says why not. */
static int read_entry(const char **at, const char **name, size_t *length, tp_list *list,
                      char *reason, size_t size) {
  const char *p = skip_blanks(*at);
  size_t head = strcspn(p, ":;");
  *length = p[head] == ':' ? head : 0;
  *name = p;
  if (p[head] == ':') {
    if (head == 0) {
      snprintf(reason, size, "a region's name is missing before ':'");
      return 0;
    }
    p += head + 1;
  }
  list->count = 0;
  for (;;) {
    tp_int value = 0;
    p = skip_blanks(p);
    if (*p == '*')
      p++;
    else if (!read_number(&p, &value)) {
      snprintf(reason, size, "not understood; numbers or * separated by commas");
      return 0;
    } else if (value <= 0) {
      snprintf(reason, size, "%lld is not positive", value);
      return 0;
    }
    if (list->count == TP_DIMS) {
      snprintf(reason, size, "more than %d entries, which no region has dimensions for", TP_DIMS);
      return 0;
    }
    list->at[list->count++] = value;
    p = skip_blanks(p);
    if (*p != ',')
      break;
    p++;
  }
  if (*p && *p != ';') {
    snprintf(reason, size, "not understood; numbers or * separated by commas");
    return 0;
  }
  *at = *p ? p + 1 : p;
  return 1;
}

static int check_list(const char *text, char *reason, size_t size) {
  const char *at = text, *name;
  size_t length;
  tp_list list;
  do {
    if (!read_entry(&at, &name, &length, &list, reason, size))
      return 0;
  } while (*at);
  return 1;
}

/* The entry for region r by name comes before one for all regions; a matching depth is needed. */
static void apply_list(const char *text, const tp_region *r, tp_list *out) {
  const char *at = text, *name;
  size_t length;
  tp_list list;
  char reason[128];
  int named = 0;
  while (*at && read_entry(&at, &name, &length, &list, reason, sizeof reason)) {
    if (length && !tp_setting_means(name, length, r))
      continue;
    int applies = !r || list.count == r->tp_dims;
    int have = out->count && r && out->count == r->tp_dims;
    if (applies ? length || !named : !have)
      *out = list;
    named |= applies && length;
  }
}

/* --- one text --------------------------------------------------------------------------------- */

int tp_setting_check(int setting, const char *text, char *reason, size_t size) {
  const tp_setting *s = &tp_setting_table[setting];
  switch (s->kind) {
  case WORD:
    return check_word(s, text, reason, size);
  case NUMBER:
    return check_number(text, reason, size);
  case LIST:
    return check_list(text, reason, size);
  case FILE_NAME:
    if (strlen(text) < sizeof ((tp_settings *)0)->profile)
      return 1;
    snprintf(reason, size, "the name is too long");
    return 0;
  default:
    snprintf(reason, size, "not built yet");
    return 0;
  }
}

char *tp_setting_keep(int setting, const char *text) {
  char folder[4096], *whole;
  int relative = tp_setting_table[setting].kind == FILE_NAME && *text != '/' &&
                 strcmp(text, TP_PROFILE_BUILT_IN) != 0 &&
                 strcmp(text, TP_PLANS_NONE) != 0;
  if (!relative || !getcwd(folder, sizeof folder) ||
      strlen(folder) + strlen(text) + 1 >= sizeof ((tp_settings *)0)->profile)
    return strdup(text);
  return asprintf(&whole, "%s/%s", folder, text) < 0 ? NULL : whole;
}

void tp_setting_apply(int setting, const char *text, const tp_region *r, tp_settings *out) {
  const tp_setting *s = &tp_setting_table[setting];
  if (s->field == NO_FIELD)
    return;
  void *field = (char *)out + s->field;
  if (s->kind == WORD)
    *(int *)field = word_number(s->values, text);
  else if (s->kind == NUMBER)
    *(int *)field = atoi(text);
  else if (s->kind == LIST)
    apply_list(text, r, field);
  else if (s->kind == FILE_NAME)
    strcpy(field, text);
}
