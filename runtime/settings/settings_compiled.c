/* settings_compiled.c - the settings that a region was compiled with. */
#include "settings/settings_text.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 1024 };

/* "schedule=overlap;tile=64,64;sweep:8,8": an item without '=' continues the one before. */
tp_status tp_settings_compiled(const tp_region *r, tp_settings *out, char *why, size_t size) {
  char text[LONGEST], reason[LONGEST / 4];
  const char *at = r->tp_settings ? r->tp_settings : "";
  while (*at) {
    size_t name = strcspn(at, "=;");
    const char *value = at + name + (at[name] == '=');
    size_t length = strcspn(value, ";");
    while (value[length] == ';') {
      size_t next = strcspn(value + length + 1, "=;");
      if (next == 0 || value[length + 1 + next] == '=')
        break;
      length += 1 + strcspn(value + length + 1, ";");
    }
    int setting = at[name] == '=' ? tp_setting_find(at, name) : -1;
    snprintf(text, sizeof text, "%.*s", length < LONGEST ? (int)length : LONGEST, value);
    if (setting < 0 || length >= LONGEST)
      snprintf(reason, sizeof reason, "no such setting");
    if (setting < 0 || length >= LONGEST || !tp_setting_check(setting, text, reason, sizeof reason)) {
      snprintf(why, size, "%.*s=%.120s (compiled into region %.80s, %.80s:%d): %s [setting]",
               name < 80 ? (int)name : 80, at, text, r->tp_name, r->tp_file, r->tp_line, reason);
      return TP_INVALID;
    }
    tp_setting_apply(setting, text, r, out);
    at = value + length;
    at += *at == ';';
  }
  return TP_OK;
}
