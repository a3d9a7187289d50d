"""Writes C files with very long and very deep constructs into a folder, one function each."""
import os
import sys

HEAD = "void f(int n, int m, double (*A)[m], int (*K)[m], double x) {\n"
NEST = "for (int i = 1; i < n; i++)\nfor (int j = 1; j < m; j++)\n"
ASSIGN = HEAD + NEST + "A[i][j] = A[i - 1][j]"
LOOPS = "".join("for (int i%d = 0; i%d < n; i%d++)\n" % (k, k, k) for k in range(1000))
CASES = "".join("case %d: A[i][j] = A[i - 1][j] + %d; break;\n" % (k, k) for k in range(3000))

FILES = {
    "sum-of-names": ASSIGN + " + x" * 200000 + ";\n}\n",
    "sum-of-elements": ASSIGN + " + A[i][j - 1]" * 200000 + ";\n}\n",
    "sum-elsewhere": "int g(int x) { return x" + " + 1" * 200000 + "; }\n" + ASSIGN + ";\n}\n",
    "sum-in-bound": HEAD + "for (int i = 0; i < n" + " + n" * 200000 + "; i++)\n"
                    + "for (int j = 1; j < m; j++) A[i][j] = 1;\n}\n",
    "parentheses": ASSIGN + " + " + "(" * 1000 + "x" + ")" * 1000 + ";\n}\n",
    "deeper-parentheses": ASSIGN + " + " + "(" * 200000 + "x" + ")" * 200000 + ";\n}\n",
    "loops": HEAD + LOOPS + "A[i999][0] = 1;\n}\n",
    "ifs": HEAD + NEST + "if (A[i][j] > 0)\n" * 1000 + "A[i][j] = 1;\n}\n",
    "blocks": HEAD + NEST + "{" * 1000 + "A[i][j] = 1;\n" + "}" * 1000 + "\n}\n",
    "statements": HEAD + NEST + "{\n" + "if (A[i - 1][j] > 2) A[i][j] += A[i][j - 1];\n" * 5000 + "}\n}\n",
    "cases": HEAD + NEST + "switch (K[i][j]) {\n" + CASES + "}\n}\n",
    "calls": "static int g(int x) { return x + 1; }\n" + HEAD + "for (int i = 0; i < " + "g(" * 1000 + "n"
             + ")" * 1000 + "; i++)\nfor (int j = 1; j < m; j++) A[i][j] = 1;\n}\n",
    "locals": HEAD + NEST + "{ int a0 = i + j;\n"
              + "".join("int a%d = a%d + a%d;\n" % (k, k - 1, k - 1) for k in range(1, 3000))
              + "A[i][a2999 % 100] = 1; }\n}\n",
}

for name, text in FILES.items():
    with open(os.path.join(sys.argv[1], name + ".c"), "w") as out:
        out.write(text)
