/* settings.h - run-time settings: environment, tp_set, compiled-in defaults. */
#ifndef TP_SETTINGS_H
#define TP_SETTINGS_H

#include "util/status.h"
#include "tilepipe/runtime.h"

#include <stddef.h>

/* TP_SCHEDULE_OVERLAP and the like. */
#define TP_SETTING(name, kind, initial, binds, tuned, asks, words) enum { words TP_WORDS_OF_##name };
#define TP_WORD(enumerator, text) TP_##enumerator,
#include "settings/settings.def"

/* What a run may turn out to have used: shared memory where it worked, messages elsewhere. */
enum { TP_TRANSPORT_SHM_P2P = TP_TRANSPORT_SHM + 1 };

/* TP_SETTING_schedule and the like: places in the table, and bits of sets of settings. */
enum {
#define TP_SETTING(name, kind, initial, binds, tuned, asks, words) TP_SETTING_##name,
#include "settings/settings.def"
  TP_SETTING_COUNT
};
#define TP_SETTING_BIT(name) (1 << TP_SETTING_##name)

/* A comma-separated list with one entry per dimension; 0 stands for `*` (choose). */
typedef struct tp_list {
  int count; /* 0: not set */
  tp_int at[TP_DIMS];
} tp_list;

/* Words that stand beside each other. */
typedef struct tp_forms {
  int set; /* bits: 1 << the word's value; word 0 means none of them */
  char file[256];
} tp_forms;

#define TP_PROFILE_BUILT_IN "built-in"
#define TP_PLANS_NONE "none"

#define TP_FIELD_WORD(name) int name;
#define TP_FIELD_NUMBER(name) int name;
#define TP_FIELD_LIST(name) tp_list name;
#define TP_FIELD_PATH(name) char name[256];
#define TP_FIELD_FORMS(name) tp_forms name;

typedef struct tp_settings {
#define TP_SETTING(name, kind, initial, binds, tuned, asks, words) TP_FIELD_##kind(name)
#include "settings/settings.def"
} tp_settings;

/* Settings that hold for region r: call in code > environment > r->tp_settings > default.
   On TP_INVALID *why holds one line naming variable, value and reason (static storage). */
tp_status tp_settings_for(const tp_region *r, tp_settings *out, const char **why);

/* Seconds of the watchdog outside of regions. */
int tp_watchdog_of_program(void);

/* Checks the environment once at start: unknown values, unbuilt settings. */
tp_status tp_settings_check(const char **why);

/* What the environment says of a setting on which ranks must agree, cut to fit; "": nothing, or it binds no plan. */
void tp_settings_shaping(int setting, char *out, size_t size);

/* Hash over all of them, whatever their length. */
unsigned long long tp_settings_hash(void);

/* A number that changes whenever tp_set changed something (for cached plans). */
unsigned long tp_settings_generation(void);
/* Has this called whenever it has changed: not a function that asks for settings. */
void tp_settings_when_changed(void (*call)(void));

#endif
