/* settings_text.h - the table of settings and the meaning of their texts. Pure: no state, no output. */
#ifndef TP_SETTINGS_TEXT_H
#define TP_SETTINGS_TEXT_H

#include "core/settings.h"

#include <stddef.h>

enum { TP_SETTING_COUNT = 24 };

/* Where a setting may be given. */
enum {
  TP_FROM_ENVIRONMENT = 1, /* TILEPIPE_<NAME>; implies the call and the compiled-in default */
  TP_FROM_CALL = 2         /* tp_set alone: for tests */
};

/* One setting. Its index in the table identifies it. */
typedef struct tp_setting {
  const char *name;     /* as in tp_set: "schedule"; the variable is TILEPIPE_SCHEDULE */
  int kind;             /* private to settings_text.c */
  int sources;          /* TP_FROM_* */
  size_t field;         /* offset in tp_settings; unused where the only built value is the default */
  const char *values;   /* words and the numbers they stand for: "auto=0 overlap=1" */
  const char *unbuilt;  /* words of the manual that are refused by name: "vertical" */
} tp_setting;

extern const tp_setting tp_setting_table[TP_SETTING_COUNT];

/* Index of the setting called name[0..length), ignoring case; -1: there is none. */
int tp_setting_find(const char *name, size_t length);

/* The word that stands for a value of the setting; as snprintf. */
int tp_setting_word(const char *name, int value, char *out, size_t size);
/* The number of a word; -1: there is none. */
int tp_setting_number(const char *name, const char *word);

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
