int plain(int n) { return n + 1; }
