/* oversubscribed.c - what is known of other processes: how many want a core, and what runs of several CPUs have shown. */
#include "region/oversubscribed.h"

#include "process/process.h"
#include "util/wait.h"
#include "trial/oversubscription.h"
#include "plan/measured.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The kernel is asked so often, in seconds. */
#define ASK_AGAIN 0.1
/* A team that waits for the next region looks like other work for so long. */
#define TEAM_SPINS 0.05
/* A team that had no work for so long may sleep. */
#define TEAM_WAITS 1e-3
/* What a process computes before the kernel lets another one have the core. */
#define TIME_SLICE 4e-3

static struct {
  tp_oversubscription oversubscription;
  double asked, ran; /* when the kernel was asked, and when a team last ended */
  int team;          /* its CPUs */
  int others;        /* processes and threads that want a core, this program's not counted */
  int cores;
} now_known;

/* /proc/loadavg: "0.20 0.18 0.12 1/80 11206", the fourth field is what wants a core now. 0: not told. */
static int wanting(void) {
  char text[128], *at = text;
  int file = open("/proc/loadavg", O_RDONLY | O_CLOEXEC), count = 0;
  ssize_t bytes = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0)
    close(file);
  text[bytes > 0 ? bytes : 0] = 0;
  for (int field = 0; at && field < 3; field++)
    at = (at = strchr(at, ' ')) ? at + 1 : NULL;
  return at && sscanf(at, "%d/", &count) == 1 ? count : 0;
}

static void ask(double now) {
  if (now_known.asked > 0 && now - now_known.asked < ASK_AGAIN)
    return;
  int own = now - now_known.ran < TEAM_SPINS ? now_known.team : 1, all = wanting();
  now_known.asked = now;
  now_known.others = all > own ? all - own : 0;
  if (now_known.cores == 0)
    now_known.cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
}

/* All on this host, or they are not looked at. */
static int cpus(const tp_decision *e) { return e->chosen.pipeline->plan.ranks * e->chosen.pipeline->plan.threads; }

/* Nobody asked for these CPUs: teams that wait for cores may be slower than the own loop. What other hosts do is not
   known here. */
static int is_ours_to_choose(const tp_decision *e) {
  const tp_settings *asked = &e->problem.settings;
  int may_choose_ranks = tp_here.hosts == 1 && asked->mesh.count == 0;
  return (e->chosen.pipeline->plan.ranks == 1 || may_choose_ranks) && cpus(e) > 1 && !asked->always &&
         asked->group.count == 0 && !e->chosen.tuned && e->experience.trial.kind == TP_TRIAL_MODEL && e->record;
}

/* Seconds of the own loop. Estimates may be wrong by a factor of four; runs and the loop's own end know it. */
static double sequential(const tp_decision *e, const tp_budget *b) {
  double loop = tp_budget_loop_seconds(b, e->args);
  if (loop > 0)
    return loop;
  return tp_measured_any(&e->problem.shape.measured) ? e->chosen.cost.sequential : 4 * e->chosen.cost.sequential;
}

int tp_oversubscribed(const tp_decision *e, const tp_budget *b) {
  if (!is_ours_to_choose(e))
    return 0;
  double now = tp_now();
  if (now_known.oversubscription.until > 0 && tp_oversubscription_rests(&now_known.oversubscription, now))
    return 1;
  ask(now);
  /* Ranks wait for each other at each step, and have no kernel that wakes them in turn. */
  double slices = e->chosen.pipeline->plan.ranks > 1 ? (double)e->chosen.pipeline->plan.tiles[e->chosen.pipeline->plan.mapped] : 1;
  return tp_oversubscription_expected(now_known.cores, now_known.others, cpus(e), sequential(e, b), slices * TIME_SLICE);
}

int tp_oversubscribed_ran(const tp_decision *e, const tp_budget *b, double seconds, double lost) {
  double now = tp_now();
  int woken = now - seconds - now_known.ran > TEAM_WAITS;
  if (cpus(e) > 1) {
    now_known.ran = now;
    now_known.team = cpus(e);
  }
  return is_ours_to_choose(e) &&
         tp_oversubscription_ran(&now_known.oversubscription, now, seconds, lost, sequential(e, b), woken);
}
