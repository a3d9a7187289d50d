/* settings.c - where settings come from and which of them wins.
 *
 * Precedence: tp_set_region > tp_set > environment > compiled in > default. The environment is read
 * once, at first use: a program that calls setenv later means its children. Everything here is guarded
 * by one lock; texts are parsed when they change, and a region's settings are kept until the next
 * tp_set, so that starting a region costs a look-up. */
#include "settings/settings_text.h"
#include "util/context.h"
#include "util/hash.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>


int tp_always;

enum { CACHED = 64, WHY = 1024 };

/* A call of tp_set (region null) or tp_set_region. */
typedef struct call {
  char *region;
  int setting;
  char text[WHY / 4]; /* "": taken back */
  struct call *next;
} call;

typedef struct cached {
  const tp_region *region;
  unsigned long generation; /* 0: empty */
  tp_settings settings;
} cached;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long generation = 1;
static void (*_Atomic when_changed)(void);
static call *calls; /* at most one per region and setting */
static cached cache[CACHED];
static char why_text[WHY];

static int environment_read;
static char *environment[TP_SETTING_COUNT]; /* null: not set */
static char environment_error[WHY];         /* "": none */

/* --- the environment -------------------------------------------------------------------------- */

/* A line stays one line, whatever a value holds. */
static void one_line(char *text) {
  for (; *text; text++)
    if ((unsigned char)*text < ' ')
      *text = '?';
}

/* Variables of the compiler and its tools, which may stay set while its programs run. */
static int is_compilers(const char *name, size_t length) {
  static const char *const known[] = {"BACKEND", "WRAPPER", "CC"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strlen(known[i]) == length && strncmp(known[i], name, length) == 0)
      return 1;
  return 0;
}

/* Takes one NAME=value whose name starts with TILEPIPE_; the first error found is kept. */
static void read_variable(const char *variable) {
  static const char prefix[] = "TILEPIPE_";
  const char *name = variable + sizeof prefix - 1;
  size_t length = strcspn(name, "=");
  const char *text = name[length] == '=' ? name + length + 1 : "";
  if (!*text || is_compilers(name, length))
    return;
  int setting = -1;
  if (length == strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"))
    setting = tp_setting_find(name, length);
  char reason[WHY / 4] = "";
  if (setting < 0 || tp_setting_table[setting].binds == TP_BINDS_CPUS) {
    if (!*environment_error)
      snprintf(environment_error, WHY, "%s%.*s: no such setting", prefix,
               length < 80 ? (int)length : 80, name);
  } else if (!tp_setting_check(setting, text, reason, sizeof reason)) {
    if (!*environment_error)
      snprintf(environment_error, WHY, "%s%.*s=%.120s: %s", prefix, (int)length, name, text, reason);
  } else {
    environment[setting] = tp_setting_keep(setting, text);
  }
}

/* A set-user-ID program has rights that the user who sets its environment has not: settings name files. */
static int is_privileged(void) { return getauxval(AT_SECURE) != 0; }

static void read_environment(void) {
  if (environment_read)
    return;
  environment_read = 1;
  if (is_privileged())
    return;
  for (char **v = __environ; v && *v; v++)
    if (strncmp(*v, "TILEPIPE_", 9) == 0)
      read_variable(*v);
  one_line(environment_error);
}

/* The inline test of every region reads tp_always before the runtime is ever called. */
__attribute__((constructor)) static void start_always(void) {
  const char *text = is_privileged() ? NULL : getenv("TILEPIPE_ALWAYS");
  tp_always = text && strcmp(text, "1") == 0;
}

tp_status tp_settings_check(const char **why) {
  pthread_mutex_lock(&lock);
  read_environment();
  pthread_mutex_unlock(&lock);
  if (!*environment_error)
    return TP_OK;
  *why = environment_error;
  return TP_INVALID;
}

/* Only what binds a plan counts: mpirun does not carry variables to other hosts by itself, and that
   rank 0 alone verifies, reports or watches is no disagreement. */
static const char *shaping(int setting) {
  return tp_setting_table[setting].binds == TP_BINDS_PLAN && environment[setting] ? environment[setting] : "";
}

void tp_settings_shaping(int setting, char *out, size_t size) {
  pthread_mutex_lock(&lock);
  read_environment();
  snprintf(out, size, "%s", shaping(setting));
  pthread_mutex_unlock(&lock);
}

unsigned long long tp_settings_hash(void) {
  unsigned long long hash = tp_hash_start;
  pthread_mutex_lock(&lock);
  read_environment();
  for (int i = 0; i < TP_SETTING_COUNT; i++)
    hash = tp_hash_text(hash, shaping(i));
  pthread_mutex_unlock(&lock);
  return hash;
}

/* --- calls ------------------------------------------------------------------------------------ */

static call *find_call(const char *region, int setting) {
  for (call *c = calls; c; c = c->next)
    if (c->setting == setting && !c->region == !region &&
        (!region || strcmp(c->region, region) == 0))
      return c;
  return NULL;
}

/* tp_always answers for all regions at once: one that may always run is enough to have to ask. */
static void update_always(void) {
  int always = TP_SETTING_always, any = 0;
  const call *all = find_call(NULL, always);
  const char *text = all && *all->text ? all->text : environment[always];
  for (const call *c = calls; c; c = c->next)
    any |= c->setting == always && c->region && strcmp(c->text, "1") == 0;
  tp_always = any || (text && strcmp(text, "1") == 0);
}

/* One line and exit code 2, as a bad variable. exit, not _exit: the other ranks end with this one. */
__attribute__((noreturn)) static void refuse(const char *region, const char *name, const char *value,
                                             const char *reason) {
  char line[WHY];
  if (region)
    snprintf(line, sizeof line, "tp_set_region(\"%.80s\", \"%.80s\", \"%.120s\"): %s", region, name,
             value, reason);
  else
    snprintf(line, sizeof line, "tp_set(\"%.80s\", \"%.120s\"): %s", name, value, reason);
  one_line(line);
  fprintf(stderr, "tilepipe: %s [setting]\n", line);
  exit(2);
}

static call *add_call(const char *region, int setting) {
  call *c = calloc(1, sizeof *c);
  char *name = region ? strdup(region) : NULL;
  if (!c || (region && !name)) {
    free(c);
    return NULL;
  }
  c->region = name;
  c->setting = setting;
  c->next = calls;
  calls = c;
  return c;
}

/* Records a call; an empty value takes an earlier call back. */
static void record_call(const char *region, const char *name, const char *value) {
  char reason[WHY / 4];
  name = name ? name : "";
  value = value ? value : "";
  int setting = tp_setting_find(name, strlen(name));
  if (setting < 0)
    refuse(region, name, value, "no such setting");
  if (tp_setting_table[setting].binds == TP_BINDS_START)
    refuse(region, name, value, "too late; it is read from the environment when the program starts");
  if (strlen(value) >= sizeof ((call *)0)->text)
    refuse(region, name, value, "too long");
  if (*value && !tp_setting_check(setting, value, reason, sizeof reason))
    refuse(region, name, value, reason);
  pthread_mutex_lock(&lock);
  read_environment();
  call *c = find_call(region, setting);
  if (!c && *value) {
    c = add_call(region, setting);
    if (!c) {
      pthread_mutex_unlock(&lock); /* exit handlers may ask for settings */
      refuse(region, name, value, "out of memory");
    }
  }
  if (c)
    snprintf(c->text, sizeof c->text, "%s", value);
  update_always();
  __atomic_store_n(&generation, generation + 1, __ATOMIC_RELEASE);
  if (when_changed)
    when_changed();
  pthread_mutex_unlock(&lock);
}

static void set(const char *region, const char *name, const char *value) {
  tp_context program;
  tp_context_hold(&program);
  record_call(region, name, value);
  tp_context_release(&program, NULL);
}

void tp_set(const char *name, const char *value) { set(NULL, name, value); }

void tp_set_region(const char *region, const char *name, const char *value) {
  set(region ? region : "", name, value);
}

unsigned long tp_settings_generation(void) {
  return __atomic_load_n(&generation, __ATOMIC_ACQUIRE);
}

void tp_settings_when_changed(void (*call)(void)) { when_changed = call; }

/* --- settings of a region --------------------------------------------------------------------- */

static tp_status resolve(const tp_region *r, tp_settings *out) {
  tp_settings_initial(out);
  read_environment();
  if (*environment_error) {
    snprintf(why_text, WHY, "%.1000s [setting]", environment_error);
    return TP_INVALID;
  }
  if (r && tp_settings_compiled(r, out, why_text, WHY) != TP_OK) {
    one_line(why_text);
    return TP_INVALID;
  }
  for (int i = 0; i < TP_SETTING_COUNT; i++)
    if (environment[i])
      tp_setting_apply(i, environment[i], r, out);
  for (int named = 0; named < 2; named++)
    for (const call *c = calls; c; c = c->next)
      if (*c->text && !!c->region == named &&
          (!named || tp_setting_means(c->region, strlen(c->region), r)))
        tp_setting_apply(c->setting, c->text, r, out);
  return TP_OK;
}

tp_status tp_settings_for(const tp_region *r, tp_settings *out, const char **why) {
  cached *slot = &cache[((uintptr_t)r >> 4) % CACHED];
  tp_status status = TP_OK;
  pthread_mutex_lock(&lock);
  if (slot->generation != generation || slot->region != r) {
    slot->generation = 0;
    status = resolve(r, &slot->settings);
    if (status == TP_OK) {
      slot->region = r;
      slot->generation = generation;
    }
  }
  if (status == TP_OK)
    *out = slot->settings;
  else
    *why = why_text;
  pthread_mutex_unlock(&lock);
  return status;
}

int tp_watchdog_of_program(void) {
  tp_settings settings;
  const char *ignored;
  return tp_settings_for(NULL, &settings, &ignored) == TP_OK ? settings.watchdog : tp_setting_table[TP_SETTING_watchdog].initial;
}
