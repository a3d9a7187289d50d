/* settings_text.h - the table of settings and the meaning of their texts. Pure: no state, no output. */
#ifndef TP_SETTINGS_TEXT_H
#define TP_SETTINGS_TEXT_H

#include "settings/settings.h"

#include <stddef.h>

typedef enum tp_setting_kind { TP_KIND_WORD, TP_KIND_NUMBER, TP_KIND_LIST, TP_KIND_PATH, TP_KIND_FORMS } tp_setting_kind;
typedef enum tp_setting_binds { TP_BINDS_PLAN, TP_BINDS_CPUS, TP_BINDS_START, TP_BINDS_RUN } tp_setting_binds;

/* A row of settings.def. Its place in the table identifies the setting. */
typedef struct tp_setting {
  const char *name;
  tp_setting_kind kind;
  tp_setting_binds binds;
  int initial, asks;
  size_t field;       /* offset in tp_settings */
  const char *values; /* " auto overlap blocking": words in the order of their numbers, from 0 */
} tp_setting;

extern const tp_setting tp_setting_table[TP_SETTING_COUNT];

/* Index of the setting called name[0..length), ignoring case; -1: there is none. */
int tp_setting_find(const char *name, size_t length);

/* The word that stands for a value of the setting; as snprintf. */
int tp_setting_word(int setting, int value, char *out, size_t size);
/* The number of a word; -1: there is none. */
int tp_setting_number(int setting, const char *word);

/* Value of a WORD or NUMBER, and entries of a LIST, of s. */
int tp_setting_value(int setting, const tp_settings *s);
const tp_list *tp_setting_list(int setting, const tp_settings *s);

/* All settings as they begin. */
void tp_settings_initial(tp_settings *out);

/* Checks one text. 1: understood; 0: *reason (of `size` bytes) says why not. */
int tp_setting_check(int setting, const char *text, char *reason, size_t size);

/* A copy of a checked text that stays right when the program changes its folder; null: out of memory. */
char *tp_setting_keep(int setting, const char *text);

/* Applies a checked text to the settings of region r (null: of no particular region). Entries for
   other regions do nothing; a list of another depth replaces only what does not apply either. */
void tp_setting_apply(int setting, const char *text, const tp_region *r, tp_settings *out);

/* Applies what was compiled into region r. TP_INVALID: why holds one line. */
tp_status tp_settings_compiled(const tp_region *r, tp_settings *out, char *why, size_t size);

/* 1: `name` of a setting means region r ("sweep" also stands for a region named tp_sweep). */
int tp_setting_means(const char *name, size_t length, const tp_region *r);

#endif
