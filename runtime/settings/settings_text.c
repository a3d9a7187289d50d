/* settings_text.c - the table of settings and the meaning of their texts. */
#include "settings/settings_text.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>


const tp_setting tp_setting_table[TP_SETTING_COUNT] = {
#define TP_SETTING(name, kind, initial, binds, tuned, asks, words)                                                     \
  {#name, TP_KIND_##kind, TP_BINDS_##binds, initial, asks, offsetof(tp_settings, name), "" words},
#define TP_WORD(enumerator, text) " " text
#include "settings/settings.def"
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

/* The next of blank-separated words, null: none is left. Moves *at past it. */
static const char *next_word(const char **at, size_t *length) {
  const char *word = *at + strspn(*at, " ");
  *length = strcspn(word, " ");
  *at = word + *length;
  return *length ? word : NULL;
}

int tp_setting_number(int setting, const char *word) {
  const char *at = tp_setting_table[setting].values, *known;
  size_t length;
  for (int value = 0; (known = next_word(&at, &length)) != NULL; value++)
    if (strlen(word) == length && strncmp(known, word, length) == 0)
      return value;
  return -1;
}

int tp_setting_word(int setting, int value, char *out, size_t size) {
  const char *at = tp_setting_table[setting].values, *known;
  size_t length;
  for (int k = 0; (known = next_word(&at, &length)) != NULL; k++)
    if (k == value)
      return snprintf(out, size, "%.*s", (int)length, known);
  return snprintf(out, size, "%d", value);
}

static int refuse_word(int setting, char *reason, size_t size) {
  const char *at = tp_setting_table[setting].values, *known, *between = "";
  size_t length, used = (size_t)snprintf(reason, size, "not understood; one of ");
  while (used < size && (known = next_word(&at, &length)) != NULL) {
    const char *behind = known[length - 1] == ':' ? "FILE" : "";
    used += (size_t)snprintf(reason + used, size - used, "%s%.*s%s", between, (int)length, known, behind);
    between = ", ";
  }
  return 0;
}

static int check_word(int setting, const char *text, char *reason, size_t size) {
  return tp_setting_number(setting, text) >= 0 || refuse_word(setting, reason, size);
}

/* --- forms ------------------------------------------------------------------------------------ */

/* The value of the word at *at, -1: there is none. Moves *at past it and its comma; *file: what follows its colon. */
static int read_form(int setting, const char **at, const char **file, size_t *length) {
  size_t whole = strcspn(*at, ","), word = strcspn(*at, ":,");
  char text[32];
  word += (*at)[word] == ':';
  snprintf(text, sizeof text, "%.*s", word < sizeof text ? (int)word : 0, *at);
  *file = *at + word;
  *length = whole - word;
  *at += whole + ((*at)[whole] == ',');
  return tp_setting_number(setting, text);
}

static int check_forms(int setting, const char *text, char *reason, size_t size) {
  const char *at = text, *file;
  size_t length;
  do {
    const char *word = at;
    if (read_form(setting, &at, &file, &length) < 0)
      return refuse_word(setting, reason, size);
    if (file[-1] != ':')
      continue;
    if (length > 0 && length < sizeof ((tp_forms *)0)->file)
      continue;
    snprintf(reason, size, length ? "the name is too long" : "%.*s needs the name of a file", (int)(file - word), word);
    return 0;
  } while (*at);
  return 1;
}

static void apply_forms(int setting, const char *text, tp_forms *out) {
  const char *file;
  size_t length;
  memset(out, 0, sizeof *out);
  while (*text) {
    int value = read_form(setting, &text, &file, &length);
    out->set |= value > 0 ? 1 << value : 0;
    if (length > 0)
      snprintf(out->file, sizeof out->file, "%.*s", (int)length, file);
  }
}

/* The file's name in a checked text, null: there is none. */
static const char *file_in(int setting, const char *text) {
  const char *file = text;
  size_t length = 0;
  if (tp_setting_table[setting].kind == TP_KIND_PATH)
    return strcmp(text, TP_PROFILE_BUILT_IN) != 0 && strcmp(text, TP_PLANS_NONE) != 0 ? text : NULL;
  if (tp_setting_table[setting].kind != TP_KIND_FORMS)
    return NULL;
  while (*text && length == 0)
    read_form(setting, &text, &file, &length);
  return length > 0 ? file : NULL;
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
  case TP_KIND_WORD:
    return check_word(setting, text, reason, size);
  case TP_KIND_NUMBER:
    return check_number(text, reason, size);
  case TP_KIND_LIST:
    return check_list(text, reason, size);
  case TP_KIND_FORMS:
    return check_forms(setting, text, reason, size);
  default:
    if (strlen(text) < sizeof ((tp_settings *)0)->profile)
      return 1;
    snprintf(reason, size, "the name is too long");
    return 0;
  }
}

char *tp_setting_keep(int setting, const char *text) {
  char folder[4096], *whole;
  const char *file = file_in(setting, text);
  if (!file || *file == '/' || !getcwd(folder, sizeof folder) ||
      strlen(folder) + strlen(text) + 1 >= sizeof ((tp_settings *)0)->profile)
    return strdup(text);
  return asprintf(&whole, "%.*s%s/%s", (int)(file - text), text, folder, file) < 0 ? NULL : whole;
}

void tp_setting_apply(int setting, const char *text, const tp_region *r, tp_settings *out) {
  const tp_setting *s = &tp_setting_table[setting];
  void *field = (char *)out + s->field;
  if (s->kind == TP_KIND_WORD)
    *(int *)field = tp_setting_number(setting, text);
  else if (s->kind == TP_KIND_NUMBER)
    *(int *)field = atoi(text);
  else if (s->kind == TP_KIND_LIST)
    apply_list(text, r, field);
  else if (s->kind == TP_KIND_PATH)
    strcpy(field, text);
  else if (s->kind == TP_KIND_FORMS)
    apply_forms(setting, text, field);
}

int tp_setting_value(int setting, const tp_settings *s) {
  return *(const int *)((const char *)s + tp_setting_table[setting].field);
}

const tp_list *tp_setting_list(int setting, const tp_settings *s) {
  return (const tp_list *)((const char *)s + tp_setting_table[setting].field);
}

void tp_settings_initial(tp_settings *out) {
  memset(out, 0, sizeof *out);
  for (int i = 0; i < TP_SETTING_COUNT; i++)
    if (tp_setting_table[i].kind == TP_KIND_NUMBER)
      *(int *)((char *)out + tp_setting_table[i].field) = tp_setting_table[i].initial;
}
