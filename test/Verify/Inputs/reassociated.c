double both(int n, const double *a, const float *b) {
  double s = 0;
  float p = 1;
  for (int i = 0; i < n; i++) {
    s = s + a[i] - 1;
    p *= b[i];
  }
  return s + p;
}
