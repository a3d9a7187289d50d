/* relay.c - see relay.h.
 *
 * A message to a group: the command to its first rank as every other rank would get it, and behind it, for each of the others,
 * its number and what is said to it of arrays that stay. All else is the same for all. */
#include "ranks/relay.h"

#include "process/process.h"

#include <stdlib.h>
#include <string.h>

/* For fewer ranks than these, the second message takes longer than the first ones to all. */
enum { RELAYED_LEAST = 16 };

/* What is for another rank. */
typedef struct another {
  int rank, unused;
  tp_int placement; /* bytes of what is said to it; they follow */
} another;

/* A message that is under way. */
typedef struct message {
  int to;
  char *text;
  tp_request r;
} message;

static void *taken(size_t bytes) {
  void *p = calloc(1, bytes + 1);
  if (!p)
    tp_exchange_fail("out of memory [memory]");
  return p;
}

/* Bytes that are the same for all ranks: command, arguments, results. */
static tp_int common_bytes(const tp_region *r) { return (tp_int)sizeof(tp_command) + r->tp_args + r->tp_results_size; }

/* Appends what is said to a rank of arrays that stay; answers the end. */
static char *say(const tp_stay_run *stay, const another *to, char *at) {
  tp_stay_message(stay, to->rank, at);
  return at + to->placement;
}

static void send_group(const tp_pipeline *p, const tp_command *command, const tp_stay_run *stay, const another *to, int count,
                       message *out) {
  const tp_region *r = p->region;
  tp_command c = *command;
  c.placement = to[0].placement;
  for (int i = 1; i < count; i++)
    c.passed += (tp_int)sizeof *to + to[i].placement;
  tp_int bytes = common_bytes(r) + c.placement + c.passed;
  *out = (message){to[0].rank, taken((size_t)bytes), {0, 0}};
  char *at = out->text;
  memcpy(at, &c, sizeof c);
  memcpy(at + sizeof c, p->args, (size_t)r->tp_args);
  if (r->tp_results_size)
    memcpy(at + sizeof c + r->tp_args, tp_results_of(p), (size_t)r->tp_results_size);
  at = say(stay, &to[0], at + common_bytes(r));
  for (int i = 1; i < count; i++) {
    memcpy(at, &to[i], sizeof to[i]);
    at = say(stay, &to[i], at + sizeof to[i]);
  }
  tp_exchange_command(out->to, out->text, bytes, &out->r);
}

static void finish(const tp_pipeline *p, message *sent, int count) {
  for (int i = 0; i < count; i++) {
    tp_exchange_watch(p, "the command to reach", sent[i].to);
    tp_exchange_finish(&sent[i].r);
    free(sent[i].text);
  }
  tp_exchange_unwatch();
}

/* 1: the rank may get its command from another one: it does not sleep on a word that only rank 0's host sees, and the command
   cannot overtake one that rank 0 has sent. */
static int may_relay(int rank) { return tp_here.host_of[rank] != 0 && !tp_exchange_owes(rank); }

void tp_relay_command(const tp_pipeline *p, const tp_command *command, const tp_stay_run *stay) {
  another *far = taken((size_t)p->plan.ranks * sizeof *far);
  message *under_way = taken((size_t)p->plan.ranks * sizeof *under_way);
  int count = 0, sent = 0, group = 1;
  tp_box box;
  for (int r = 1; r < p->plan.ranks; r++) {
    if (!tp_rank_box(&p->plan, r, 0, &box))
      continue;
    another to = {r, 0, tp_stay_message_bytes(stay, r)};
    if (may_relay(r))
      far[count++] = to;
    else
      send_group(p, command, stay, &to, 1, &under_way[sent++]);
  }
  while (count >= RELAYED_LEAST && group * group < count)
    group++;
  for (int i = 0; i < count; i += group)
    send_group(p, command, stay, &far[i], i + group <= count ? group : count - i, &under_way[sent++]);
  finish(p, under_way, sent);
  free(under_way);
  free(far);
}

/* To another rank what this one has received, but for what is said of arrays that stay; answers where that ends. */
static const char *pass_on(const char *received, const char *at, message *out) {
  tp_command c;
  another to;
  memcpy(&c, received, sizeof c);
  memcpy(&to, at, sizeof to);
  at += sizeof to;
  tp_int common = common_bytes(tp_region_numbered(c.region)), bytes = common + to.placement;
  c.placement = to.placement;
  c.passed = 0;
  *out = (message){to.rank, taken((size_t)bytes), {0, 0}};
  memcpy(out->text, received, (size_t)common);
  memcpy(out->text, &c, sizeof c);
  memcpy(out->text + common, at, (size_t)to.placement);
  tp_exchange_command(to.rank, out->text, bytes, &out->r);
  return at + to.placement;
}

tp_int tp_relay_pass_on(const char *received, tp_int bytes) {
  tp_command c;
  memcpy(&c, received, sizeof c);
  if (!c.passed)
    return bytes;
  tp_pipeline late = {.region = tp_region_numbered(c.region)};
  late.watchdog = c.watchdog;
  message *under_way = taken((size_t)c.passed / sizeof(another) * sizeof *under_way);
  int sent = 0;
  for (const char *at = received + bytes - c.passed; at < received + bytes; sent++)
    at = pass_on(received, at, &under_way[sent]);
  finish(&late, under_way, sent);
  free(under_way);
  return bytes - c.passed;
}
