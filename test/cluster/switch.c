/* switch.c - an Ethernet switch in user space, with a rate and a delay: networks of other speeds than this
 * machine's, for kernels that cannot delay packets themselves.
 *
 *   switch PORTS MBIT MICROSECONDS    makes the taps port0, port1, ...; says "ready"; runs until it is killed
 *
 * Port i is the host whose address ends in i: 02:00:00:00:00:<i>. A frame occupies its sender's link, then its
 * receiver's, for as long as the rate says; both may begin at once (cut-through), so that an idle network costs
 * that time once. It arrives the delay later. Links of both directions are independent. What a queue has no
 * room for is lost, as in any switch. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

/* Preamble, checksum and the gap behind a frame. */
enum { PORTS = 64, LARGEST = 65536, AROUND = 24, QUEUE = 4 << 20, AT_ONCE = 32 };

typedef struct frame {
  struct frame *next;
  int64_t due; /* nanoseconds */
  int bytes;
  unsigned char data[];
} frame;

typedef struct port {
  int tap;
  int64_t out_free, in_free; /* when the host's link to the switch, and from it, is idle again */
  frame *first, **end;       /* to be delivered to the host, in order */
  int64_t queued;            /* bytes */
} port;

static port at[PORTS];
static int ports;
static double per_byte; /* nanoseconds */
static int64_t delay;

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static int open_tap(int number) {
  struct ifreq request;
  int tap = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  memset(&request, 0, sizeof request);
  request.ifr_flags = IFF_TAP | IFF_NO_PI;
  snprintf(request.ifr_name, IFNAMSIZ, "port%d", number);
  if (tap < 0 || ioctl(tap, TUNSETIFF, &request) < 0) {
    perror("switch: a tap");
    exit(1);
  }
  return tap;
}

static int64_t later(int64_t x, int64_t y) { return x > y ? x : y; }

static void enqueue(port *to, const unsigned char *data, int bytes, int64_t sent, int64_t takes) {
  if (to->queued + bytes > QUEUE)
    return;
  frame *f = malloc(sizeof *f + (size_t)bytes);
  if (!f)
    return;
  to->in_free = later(to->in_free + takes, sent);
  f->next = NULL;
  f->due = to->in_free + delay;
  f->bytes = bytes;
  memcpy(f->data, data, (size_t)bytes);
  to->queued += bytes;
  *to->end = f;
  to->end = &f->next;
}

/* To the host that the frame is for, or to all. */
static void forward(port *from, const unsigned char *data, int bytes) {
  static const unsigned char ours[5] = {2, 0, 0, 0, 0};
  int64_t takes = (int64_t)((bytes + AROUND) * per_byte);
  int group = data[0] & 1;
  if (!group && (memcmp(data, ours, sizeof ours) != 0 || data[5] >= ports))
    return;
  from->out_free = later(from->out_free, now()) + takes;
  for (int p = group ? 0 : data[5]; p <= (group ? ports - 1 : data[5]); p++)
    if (&at[p] != from)
      enqueue(&at[p], data, bytes, from->out_free, takes);
}

static void take(port *from) {
  static unsigned char data[LARGEST];
  for (int n = 0; n < AT_ONCE; n++) {
    ssize_t bytes = read(from->tap, data, sizeof data);
    if (bytes < 14)
      return;
    forward(from, data, (int)bytes);
  }
}

/* What is due goes out; answers when the next frame is, -1: there is none. */
static int64_t deliver(void) {
  int64_t next = -1;
  for (int p = 0; p < ports; p++) {
    while (at[p].first && at[p].first->due <= now()) {
      frame *f = at[p].first;
      if (write(at[p].tap, f->data, (size_t)f->bytes) < 0 && errno == EAGAIN)
        break; /* the host has no room yet */
      at[p].queued -= f->bytes;
      at[p].first = f->next;
      if (!f->next)
        at[p].end = &at[p].first;
      free(f);
    }
    if (at[p].first && (next < 0 || at[p].first->due < next))
      next = at[p].first->due;
  }
  return next;
}

int main(int argc, char **argv) {
  struct sched_param first = {.sched_priority = 20};
  struct pollfd wait[PORTS];
  ports = argc == 4 ? atoi(argv[1]) : 0;
  double rate = argc == 4 ? atof(argv[2]) : 0;
  if (ports < 1 || ports > PORTS || rate <= 0)
    return fprintf(stderr, "usage: switch PORTS MBIT MICROSECONDS\n"), 2;
  per_byte = 8e3 / rate;
  delay = (int64_t)(atof(argv[3]) * 1e3);
  for (int p = 0; p < ports; p++) {
    at[p] = (port){.tap = open_tap(p), .end = &at[p].first};
    wait[p] = (struct pollfd){.fd = at[p].tap, .events = POLLIN};
  }
  prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
  sched_setscheduler(0, SCHED_FIFO, &first); /* it takes little; where that is not allowed, delays vary */
  puts("ready");
  fflush(stdout);
  for (;;) {
    int64_t next = deliver(), rest = next < 0 ? 0 : later(next - now(), 0);
    struct timespec patience = {rest / 1000000000, rest % 1000000000};
    if (ppoll(wait, (nfds_t)ports, next < 0 ? NULL : &patience, NULL) > 0)
      for (int p = 0; p < ports; p++)
        if (wait[p].revents & POLLIN)
          take(&at[p]);
  }
}
