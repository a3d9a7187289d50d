static int h[64];
int at(int k) { return h[k]; }
void count(int n, const int *key) {
  for (int i = 0; i < n; i++)
    h[key[i]]++;
}
static short small[64];
int small_at(int k) { return small[k]; }
void least(int n, const int *key, const short *value) {
  for (int i = 0; i < n; i++)
    if (value[i] < small[key[i]])
      small[key[i]] = value[i];
}
