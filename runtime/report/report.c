/* report.c - what is asked for is printed when the program ends, by itself or by a signal. */
#include "report/report.h"

#include "cache/file.h"
#include "process/process.h"
#include "report/figures.h"
#include "util/context.h"
#include "util/wait.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINES = 1 << TP_STATS_LINES, TABLE = 1 << TP_STATS_TABLE, RANKS = 1 << TP_STATS_RANKS, JSON = 1 << TP_STATS_JSON };

static pid_t asker;          /* 0: nobody has asked */
static int of_regions;       /* forms that regions have asked for, */
static int of_program;       /* and the program at its start, */
static unsigned long asked;  /* with this generation of settings */
static tp_file document;     /* the one that JSON goes to */
static char name[512], host[64], own[300]; /* own: behind the document's name */
static double started;
static int rank, ranks = 1, threads;
static void (*read_data)(tp_data_counts *out, int away);
static _Atomic int reported; /* but for lines, which a handler prints whatever has been printed */

void tp_report_with_data(void (*read)(tp_data_counts *out, int away)) { read_data = read; }

const char *tp_report_host(int rank) {
  return tp_here.host_name && tp_here.host_of ? tp_here.host_name[tp_here.host_of[rank]] : host;
}

/* --- streams ---------------------------------------------------------------------------------- */

static void to_stderr(tp_text *out) { fwrite(out->at, 1, out->used, stderr); }

/* In a handler, or to a file. */
static void to_file(tp_text *out) {
  if (!out->error && !tp_file_write(out->file, out->at, out->used))
    out->error = errno;
}

static void begin_text(tp_text *out, void (*flush)(tp_text *), int file) {
  out->used = 0;
  out->flush = flush;
  out->file = file;
  out->error = 0;
}

/* --- the forms -------------------------------------------------------------------------------- */

static void print_lines(tp_text *out, int signal) {
  for (const tp_region_record *r = tp_records(); r && !out->error; r = r->next) {
    out->used = 0;
    out->flush = NULL;
    tp_line_region(r, out);
    out->flush = signal ? to_file : to_stderr;
    out->at[out->used++] = '\n'; /* there is room for a null */
    tp_text_flush(out);
  }
  if (signal || !read_data)
    return;
  tp_data_counts data;
  read_data(&data, 1);
  out->flush = to_stderr;
  tp_line_data(&data, out);
  if (out->used)
    tp_text_put(out, "\n");
  tp_text_flush(out);
}

static void refuse(const tp_program *p, tp_text *out, const char *why) {
  begin_text(out, p->signal ? to_file : to_stderr, STDERR_FILENO);
  tp_text_put(out, "tilepipe: statistics are not written: %s: %s [statistics]\n", document.name, why);
  tp_text_flush(out);
}

/* The text may need a lock, which a handler must not take. */
static const char *text_of(int error, int signal) {
  return signal && error != EINVAL ? "the file cannot be written" : tp_file_why(error);
}

/* Where files have a limit, a write beyond it is an error and no end. */
static void write_document(const tp_program *p, tp_text *out) {
  struct sigaction ignored = {.sa_handler = SIG_IGN}, usual;
  sigaction(SIGXFSZ, &ignored, &usual);
  begin_text(out, to_file, tp_file_begin(&document));
  if (out->file >= 0) {
    tp_document(p, out);
    tp_text_flush(out);
  }
  int error = out->file < 0 ? errno : out->error;
  if (out->file >= 0 && !tp_file_end(&document, out->file, !error))
    error = error ? error : errno;
  sigaction(SIGXFSZ, &usual, NULL);
  if (error)
    refuse(p, out, text_of(error, p->signal));
}

static void print(int forms, int signal) {
  static tp_text out;
  tp_data_counts data;
  tp_program p = {name, tp_now() - started, signal, rank, ranks, threads, tp_here.alone, NULL};
  if (read_data) {
    read_data(&data, !signal);
    p.data = &data;
  }
  if (forms & TABLE) {
    begin_text(&out, signal ? to_file : to_stderr, STDERR_FILENO);
    tp_table(&p, (forms & RANKS) != 0, &out);
    tp_text_flush(&out);
  }
  if (forms & JSON && tp_here.confined) /* to open a file might be the end of it */
    refuse(&p, &out, "the program has confined itself to some system calls");
  else if (forms & JSON)
    write_document(&p, &out);
}

/* --- the end ---------------------------------------------------------------------------------- */

/* What the program asks for now: it may have changed its mind. If not, no lock is taken: a handler may have called exit. */
static int asked_now(void) {
  tp_settings settings;
  const char *why;
  if (!of_program || tp_settings_generation() == asked)
    return of_program;
  return tp_settings_for(NULL, &settings, &why) == TP_OK ? settings.stats.set & of_program : 0;
}

/* `ranks` alone is a table with them. */
static int meaning(int forms) { return forms & RANKS && !(forms & JSON) ? forms | TABLE : forms; }

static void at_exit(void) {
  static tp_text out;
  tp_context program;
  if (getpid() != asker)
    return;
  tp_context_hold(&program);
  int forms = meaning(of_regions | asked_now());
  if (of_regions & LINES)
    print_lines(&out, 0);
  if (forms & (TABLE | JSON) && !atomic_exchange(&reported, 1))
    print(forms, 0);
  tp_context_release(&program, NULL);
}

/* Nothing here takes a lock or memory: the program may have been anywhere. */
static void end_by_signal(int number) {
  static tp_text out;
  static _Atomic int printing;
  struct sigaction usual = {.sa_handler = SIG_DFL};
  if (getpid() == asker && !atomic_exchange(&printing, 1)) {
    tp_context program;
    tp_context_hold(&program);
    out.file = STDERR_FILENO;
    int forms = meaning(of_regions | of_program);
    if (of_regions & LINES)
      print_lines(&out, number);
    if (forms & (TABLE | JSON) && !atomic_exchange(&reported, 1))
      print(forms, number);
    else
      tp_file_forget(&document); /* exit is writing it, perhaps */
    tp_context_release(&program, NULL);
  }
  sigaction(number, &usual, NULL);
  raise(number);
}

/* Signals that would end the program. What it handles itself, now or later, is its own matter. */
static void catch_ends(void) {
  static const int ends[] = {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGALRM, SIGXCPU, SIGUSR1, SIGUSR2};
  struct sigaction now, ours = {.sa_handler = end_by_signal};
  sigfillset(&ours.sa_mask);
  sigdelset(&ours.sa_mask, SIGSEGV); /* by which arrays come back (residency/protection.c) */
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (sigaction(ends[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
      sigaction(ends[i], &ours, NULL);
}

int tp_report_handles(void (*handler)(int)) { return handler == end_by_signal; }

/* Finds out now what a handler could not. */
static void know_program(void) {
  ssize_t length = readlink("/proc/self/exe", name, sizeof name - 1);
  name[length > 0 ? length : 0] = 0;
  gethostname(host, sizeof host - 1);
  ranks = tp_here.ranks;
}

static void begin(void) {
  if (asker)
    return;
  asker = getpid();
  started = started > 0 ? started : tp_now();
  know_program();
  atexit(at_exit);
  at_quick_exit(at_exit);
  catch_ends();
}

/* The first file that anybody names. */
static void name_document(const tp_forms *forms) {
  char whole[600];
  if (!(forms->set & JSON) || *document.name)
    return;
  snprintf(whole, sizeof whole, "%s%s", forms->file, own);
  tp_file_choose(&document, whole);
}

/* Other runtimes may be asked for the same file: the program's, and those of other processes of mpirun's. */
static void take_name(const char *library, int process) {
  rank = process > 0 ? process : 0;
  size_t used = rank ? (size_t)snprintf(own, sizeof own, ".%d", rank) : 0;
  if (library)
    snprintf(own + used, sizeof own - used, ".%.255s", library);
}

void tp_report_start(const char *library, int process) {
  tp_settings settings;
  const char *why;
  started = tp_now();
  take_name(library, process);
  if (library || tp_settings_for(NULL, &settings, &why) != TP_OK)
    return;
  asked = tp_settings_generation();
  of_program = meaning(settings.stats.set) & (TABLE | RANKS | JSON);
  if (!of_program)
    return;
  name_document(&settings.stats);
  begin();
}

void tp_report_at_exit(const tp_forms *forms, int of_each) {
  threads = of_each > threads ? of_each : threads;
  if (!forms->set)
    return;
  of_regions |= forms->set;
  name_document(forms);
  begin();
}
