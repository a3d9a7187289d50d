/* profile.h - reading the numbers of a machine: any size, any number of pairs or threads.
 *
 * Between two size classes values are on the line through them in the size itself, for that is exact for
 * L + G x. Where the library goes another way (`step`) costs jump: in the class that holds that size, the
 * line from below goes on up to it, the one from above starts behind it. Below 64 bytes the first class
 * holds; above the last one its slope goes on. Numbers of pairs and threads likewise lie on the line
 * between those measured. Nothing falls as the size grows, given that the classes do not. */
#ifndef TP_PROFILE_H
#define TP_PROFILE_H

#include "plan/plan.h"

/* Bytes of size class k. */
#define TP_SIZE_OF(k) ((tp_int)64 << 2 * (k))

/* CPU seconds of sending, receiving one message of so many bytes; burst: how many are sent in a row. */
double tp_send_seconds(const tp_machine *m, tp_path link, double bytes, int burst);
double tp_receive_seconds(const tp_machine *m, tp_path link, double bytes, int burst);

/* Seconds from the send until the receiver has it. */
double tp_travel_seconds(const tp_machine *m, tp_path link, double bytes);

/* Seconds from one message to the next of a pair that sends many, and the bytes per second of each pair,
   while so many pairs do (in all: of one host, or between hosts through the same adapter). */
double tp_stream_seconds(const tp_machine *m, tp_path link, double bytes, int pairs);
double tp_pair_bandwidth(const tp_machine *m, tp_path link, double bytes, int pairs);

/* 1: so many bytes only move while both sides are in the library. */
int tp_needs_receiver(const tp_machine *m, tp_path link, double bytes);

/* Costs of a team of so many threads. */
double tp_flag_seconds(const tp_machine *m, int threads);
double tp_barrier_seconds(const tp_machine *m, int threads);
double tp_region_seconds(const tp_machine *m, int threads);
double tp_parallel_seconds(const tp_machine *m, int threads);

/* Bytes per second that so many threads together copy out of cache. */
double tp_memory_bandwidth(const tp_machine *m, int threads);

/* Seconds that one thread takes to copy. */
double tp_copy_seconds(const tp_machine *m, double bytes, tp_place place);

/* Takes over the calibrated parts of `from`, where *m has built-in ones. */
void tp_machine_train(tp_machine *m, const tp_machine *from);

/* Makes the numbers consistent, for measured ones are noisy: nothing gets cheaper as sizes, pairs, or
   threads grow (memory bandwidth: nothing gets less), nothing is below zero. 0: a number is none, or is
   zero where that is impossible; the machine is then not to be used. */
int tp_machine_settle(tp_machine *m);

#endif
