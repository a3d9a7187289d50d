/* hash.h - the runtime's hashes: of bytes (FNV-1a, the same on every machine) and of words. */
#ifndef TP_HASH_H
#define TP_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The hash of nothing. */
static const unsigned long long tp_hash_start = 14695981039346656037ull;

/* The hash of what came before and these bytes. */
static inline unsigned long long tp_hash_bytes(unsigned long long hash, const void *data, size_t bytes) {
  const unsigned char *at = (const unsigned char *)data;
  for (size_t i = 0; i < bytes; i++)
    hash = (hash ^ at[i]) * 1099511628211ull;
  return hash;
}

/* The same with a text and its end. */
static inline unsigned long long tp_hash_text(unsigned long long hash, const char *text) {
  return tp_hash_bytes(hash, text, strlen(text) + 1);
}

/* The hash of some words and one more: faster, for tables in memory. */
static inline uint64_t tp_hash_word(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

#endif
