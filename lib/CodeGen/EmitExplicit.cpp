// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A region in MPI calls and OpenMP pragmas. Ranks form a chain along one dimension, threads share each rank's part of it, and
// tiles follow each other along another one: the hyperplane schedule with a barrier for each step (P1, section 4). Where
// iterations and elements are, and the loops of a tile, is the text that was proved; faces go from array to array.
#include "Emitters.h"

#include "Attempt.h"
#include "tilepipe/Support/Identifiers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilepipe;

namespace {
struct Chain {
  unsigned Along; ///< the dimension that ranks share
  unsigned Tiled; ///< the dimension that is cut into tiles
  int64_t Extent; ///< of a tile along Tiled
  int64_t Ranks;  ///< at most; 0: all there are
};
} // namespace

constexpr int64_t UsualExtent = 64;

static int64_t entry(const std::vector<int64_t> &List, unsigned D) { return D < List.size() ? List[D] : 0; }

/// Nothing: no values flow along the dimension that is asked for, or along any.
static std::optional<Chain> chooseChain(const RegionContext &R, const ExplicitShape &Shape) {
  Chain C{0, 0, UsualExtent, 0};
  auto Flows = [&](unsigned D) { return llvm::any_of(R.Pipe.Faces, [&](const Face &F) { return F.Crosses == 1u << D; }); };
  for (C.Along = 0; C.Along < R.dimensions() && entry(Shape.Mesh, C.Along) < 2; ++C.Along)
    ;
  if (C.Along < R.dimensions())
    C.Ranks = Shape.Mesh[C.Along];
  else
    for (C.Along = 0; C.Along < R.dimensions() && !Flows(C.Along); ++C.Along)
      ;
  if (C.Along == R.dimensions() || !Flows(C.Along))
    return std::nullopt;
  C.Tiled = C.Along == 0;
  for (unsigned D = R.dimensions(); D-- > 0;)
    if (D != C.Along && entry(Shape.Tile, D) > 0)
      C.Tiled = D;
  if (entry(Shape.Tile, C.Tiled) > 0)
    C.Extent = std::max(Shape.Tile[C.Tiled], R.Pipe.Reach[C.Tiled]);
  return C;
}

/// Why the nest needs the runtime; empty: it does not.
static std::string whyNotExplicit(const RegionContext &R) {
  const LoopNest &Nest = R.Nest;
  if (R.dimensions() < 2)
    return "it has one loop: '#pragma omp parallel for' says all there is to say";
  if (!R.Pipe.ThreadsOnlyReason.empty())
    return "only threads can run it: " + R.Pipe.ThreadsOnlyReason;
  if (!Nest.Reductions.empty() || !Nest.Expanded.empty())
    return "it carries scalars from iteration to iteration";
  if (!Nest.Cycles.empty())
    return "it exchanges pointers";
  if (!Nest.CalledGlobals.empty() || !Nest.AggregateCopies.empty() || !Nest.TypeNames.empty() || !Nest.Extrema.empty())
    return "it reads members of structures, or calls functions that do more than compute with their arguments";
  if (Nest.Arrays.size() != Nest.bases().size() ||
      llvm::any_of(Nest.Arrays, [](const Array &A) { return A.Rows || A.CombinedBy || !A.Object.empty() || !A.isContiguous(); }))
    return "an array has pointers to rows, or is a member of structures";
  if (llvm::any_of(Nest.Loops, [](const Loop &L) { return L.outlives(); }))
    return "an iterator's value is read behind the nest";
  return "";
}

static std::string structure(const RegionContext &R) {
  std::string Members;
  for (const ArgumentMember &A : arguments(R, ""))
    Members += " " + A.Type + (A.Type.back() == '*' ? "" : " ") + A.Name + ";";
  return "static struct " + R.Prefix + "_args {" + Members + " } " + R.Prefix + "_now;\n";
}

/// Conditions that the loops stay the program's own; every rank finds the same.
static std::string whereOwnLoopsStay(const RegionContext &R) {
  std::string Text = noIterations(R, "tp_all"), Bytes;
  auto Range = [](unsigned I) { return "tp_bytes[" + std::to_string(I) + "]"; };
  for (auto [I, A] : llvm::enumerate(R.Nest.Arrays)) {
    Bytes += (Bytes.empty() ? "" : " + ") + (Range(I) + ".tp_past - " + Range(I) + ".tp_first");
    for (unsigned Other = 0; Other < I; ++Other)
      if (A.IsWritten || R.Nest.Arrays[Other].IsWritten)
        Text += " || tp_meet(tp_a->tp_base_" + A.base() + ", " + Range(I) + ", tp_a->tp_base_" + R.Nest.Arrays[Other].base() + ", " +
                Range(Other) + ")";
    for (const Reachable &Each : R.Reachables)
      if (A.IsWritten)
        Text += " || tp_meet(tp_a->tp_base_" + A.base() + ", " + Range(I) + ", tp_a->tp_at_" + Each.Id + ", (tp_range){0, " + Each.Size + "})";
  }
  return Text + " || " + Bytes + " > 0x7fffffff";
}

/// Of a step: the face of tile Which of the box Of passes.
static void passFace(const RegionContext &R, const Chain &C, CodeBuffer &Out, const std::string &Condition, const char *Of,
                     const std::string &Which, const std::string &Stream) {
  Out.line("if (" + Condition + ")");
  Out.line("  tp_b = tp_share(&" + std::string(Of) + ", " + std::to_string(C.Tiled) + ", " + std::to_string(C.Extent) + ", " + Which + "), " +
           R.Prefix + "_runs(1, &tp_b, tp_all.tp_hi, tp_a, &" + Stream + ");");
}

static void printSteps(const RegionContext &R, const Chain &C, bool Overlaps, CodeBuffer &Out) {
  const std::string Along = "[" + std::to_string(C.Along) + "]";
  const std::string HasNext = "tp_mine.tp_hi" + Along + " < tp_all.tp_hi" + Along;
  const std::string HasRows = "tp_mine.tp_lo" + Along + " < tp_mine.tp_hi" + Along;
  Out.line("for (tp_int tp_s = " + std::string(Overlaps ? "-1" : "0") + "; " + HasRows + " && tp_s < tp_tiles + tp_threads" +
           (Overlaps ? "" : " - 1") + "; tp_s++) {");
  Out.indent();
  const std::string Next = Overlaps ? "tp_s + 1" : "tp_s", Left = Overlaps ? "tp_s - tp_threads" : "tp_s - tp_threads + 1";
  passFace(R, C, Out, "tp_rank > 0 && " + Next + " < tp_tiles", "tp_before", Next, "tp_in");
  if (Overlaps)
    passFace(R, C, Out, HasNext + " && " + Left + " >= 0", "tp_mine", Left, "tp_out");
  else
    Out.line("tp_wait();");
  Out.raw("#pragma omp parallel for schedule(static, 1)\n");
  Out.line("for (tp_int tp_t = 0; tp_t < tp_threads; tp_t++) {");
  Out.line("  const tp_box tp_part = tp_share(&tp_mine, " + std::to_string(C.Along) + ", tp_rows_of_thread, tp_t), tp_b = tp_share(&tp_part, " +
           std::to_string(C.Tiled) + ", " + std::to_string(C.Extent) + ", tp_s - tp_t);");
  Out.line("  if (tp_s >= tp_t && tp_s - tp_t < tp_tiles && tp_b.tp_lo" + Along + " < tp_b.tp_hi" + Along + ") " + tileCall(R, "&tp_b"));
  Out.line("}");
  if (!Overlaps)
    passFace(R, C, Out, HasNext + " && " + Left + " >= 0", "tp_mine", Left, "tp_out");
  Out.line("tp_wait();");
  Out.outdent();
  Out.line("}");
}

/// The rank's array gets rank 0's bytes. Tiles name static arrays by themselves, so each rank has its own.
static void takeArray(const RegionContext &R, unsigned I, CodeBuffer &Out) {
  const Array &A = R.Nest.Arrays[I];
  const std::string Base = "tp_a->tp_base_" + A.base(), Range = "tp_bytes[" + std::to_string(I) + "]";
  if (A.Kind != Array::Storage::Static) {
    Out.line(Base + " = tp_take(" + Base + ", " + Range + ");");
    return;
  }
  Out.line(Base + " = (void *)" + A.baseText() + ";");
  if (!A.IsConstObject)
    Out.line("MPI_Bcast((char *)" + Base + " + " + Range + ".tp_first, (int)(" + Range + ".tp_past - " + Range +
             ".tp_first), MPI_BYTE, 0, MPI_COMM_WORLD);");
}

/// The function that all ranks run: arguments, arrays, steps, results. Space: its box, and the bytes of arrays.
static std::string onRanks(const RegionContext &R, const Chain &C, bool Overlaps, const std::string &Space) {
  CodeBuffer Out(1);
  const std::string D = std::to_string(C.Along), Along = "[" + D + "]", Tiled = "[" + std::to_string(C.Tiled) + "]";
  const std::string Ranks = C.Ranks ? "tp_min(" + std::to_string(C.Ranks) + ", tp_ranks)" : "tp_ranks";
  const std::string Most = R.Pipe.Reach[C.Along] > 1 ? "tp_length / " + std::to_string(R.Pipe.Reach[C.Along]) : "tp_length";
  Out.line("const tp_int tp_threads = omp_get_max_threads(), tp_length = tp_all.tp_hi" + Along + " - tp_all.tp_lo" + Along + ";");
  Out.line("const tp_int tp_tiles = (tp_all.tp_hi" + Tiled + " - tp_all.tp_lo" + Tiled + " - 1) / " + std::to_string(C.Extent) + " + 1;");
  Out.line("const tp_int tp_rows = (tp_length - 1) / tp_max(1, tp_min(" + Ranks + ", " + Most +
           ")) + 1, tp_rows_of_thread = (tp_rows - 1) / tp_threads + 1;");
  Out.line("const tp_box tp_mine = tp_share(&tp_all, " + D + ", tp_rows, tp_rank), tp_before = tp_share(&tp_all, " + D +
           ", tp_rows, tp_rank - 1);");
  Out.line("tp_stream tp_in = {tp_rank - 1, 1}, tp_out = {tp_rank + 1, 0};");
  Out.line("tp_box tp_b;");
  Out.line("if (" + whereOwnLoopsStay(R) + ") return 0;");
  for (unsigned I = 0; I < R.Nest.Arrays.size(); ++I)
    takeArray(R, I, Out);
  printSteps(R, C, Overlaps, Out);
  Out.line("for (int tp_r = 1; tp_r < tp_ranks; tp_r++) { /* rank 0 gets what others have written last */");
  Out.line("  tp_stream tp_home = {tp_rank ? 0 : tp_r, !tp_rank};");
  Out.line("  tp_b = tp_share(&tp_all, " + D + ", tp_rows, tp_r);");
  Out.line("  if ((tp_rank == 0 || tp_rank == tp_r) && tp_b.tp_lo" + Along + " < tp_b.tp_hi" + Along + ")");
  Out.line("    " + R.Prefix + "_runs(0, &tp_b, tp_all.tp_hi, tp_a, &tp_home);");
  Out.line("  tp_wait();");
  Out.line("}");
  for (auto [I, A] : llvm::enumerate(R.Nest.Arrays))
    if (A.Kind != Array::Storage::Static)
      Out.line("free(tp_rank ? (char *)tp_a->tp_base_" + A.base() + " + tp_bytes[" + std::to_string(I) + "].tp_first : NULL);");
  Out.line("return 1;");
  const std::string Comment = "/* Ranks share dimension " + D + ", and the threads of a rank its part. In step s thread t runs tile s - t" +
                              (Overlaps ? ", while the\n   tile that the last thread has left goes to the next rank, and one for the first thread comes. */\n"
                                        : ". */\n");
  return Comment + "static int " + R.Prefix + "_on_ranks(void) {\n  struct " + R.Prefix + "_args *tp_a = &" + R.Prefix +
         "_now;\n  MPI_Bcast(tp_a, sizeof *tp_a, MPI_BYTE, 0, MPI_COMM_WORLD);\n" +
         R.symbolDeclarations(Space + noIterations(R, "tp_all")) + Space + Out.str() + "}\n";
}

static std::string runFunction(const RegionContext &R) {
  CodeBuffer Out;
  Out.line("/* 1: the nest has been run. 0: it has not, run it yourself. */");
  Out.line("static int " + R.Prefix + "_run(" + runParameters(R) + ") {");
  Out.indent();
  checkAssumptions(R, Out);
  Out.line("int tp_is_first = tp_ranks && (MPI_Is_thread_main(&tp_is_first), tp_is_first); /* in MPI's life */");
  Out.line("if (!tp_is_first || omp_in_parallel()) return 0;");
  fillArguments(R, R.Prefix + "_now", Out);
  Out.line("MPI_Bcast(&(int){" + R.Prefix + "_loops}, 1, MPI_INT, 0, MPI_COMM_WORLD); /* the others come, too */");
  Out.line("return " + R.Prefix + "_on_ranks();");
  Out.outdent();
  Out.line("}");
  return Out.str();
}

/// No blank lines: the text is to be shown on one page.
static std::string dense(llvm::StringRef Text) {
  std::string Result;
  for (llvm::StringRef Line : llvm::split(Text, '\n'))
    if (!Line.trim().empty())
      Result += Line.str() + "\n";
  return Result;
}

llvm::Expected<std::vector<Insertion>>
tilepipe::emitExplicitRegion(const IslContext &Ctx, const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe,
                             llvm::StringRef FileText, const CodeGenOptions &Options, const ExplicitShape &Shape) {
  auto Refuse = [&](const std::string &Why) {
    return refuse({"explicit-style", Nest.Where, "", "the explicit style has no text for it: " + Why, "leave --tp-style=explicit out"});
  };
  QuotaGuard Guard(Ctx, StageQuota);
  return guarded<std::vector<Insertion>>(Ctx, [&]() -> llvm::Expected<std::vector<Insertion>> {
    RegionContext R(Nest, Deps, Pipe, FileText, Options);
    if (std::string Why = whyNotExplicit(R); !Why.empty())
      return Refuse(Why);
    std::optional<Chain> C = chooseChain(R, Shape);
    if (!C || R.Pipe.Reach[C->Along] == Tiling::Far || R.Pipe.Reach[C->Tiled] == Tiling::Far)
      return Refuse("no values flow from rank to rank, or there is no bound to how far");
    std::optional<std::string> Bytes = emitByteRanges(R, "tp_bytes");
    if (!Bytes)
      return Refuse("the extent of an array is not known");
    const std::string Loops = emitTileLoops(R), Title = "the loop nest at line " + std::to_string(Nest.Where.Line) + " of " + Nest.Function;
    auto NeedsHeader = [](llvm::StringRef Name) { return Name.starts_with("TP_") && Name != "TP_STATEMENT"; };
    if (!isTilePlain(R) || llvm::any_of(identifiersIn(Loops), NeedsHeader))
      return Refuse("compilers need to be told more of it than C can say");
    const std::string Text = "/* tilepipe: " + Title + ", as a pipeline of tiles. */\n" + structure(R) + Loops + emitFaceOrOwned(R, C->Along) +
                             onRanks(R, *C, Shape.Overlaps, emitBox(R, "tp_all") + *Bytes) + runFunction(R);
    const bool IsAtLineStart = Nest.InsertAt == 0 || FileText[Nest.InsertAt - 1] == '\n';
    return std::vector<Insertion>{{Nest.InsertAt, (IsAtLineStart ? "" : "\n") + dense(Nest.Prologue + Text + Nest.Epilogue)},
                                  {Nest.CallAt, emitPlainCall(R)}};
  });
}

std::string tilepipe::explicitBegin(llvm::ArrayRef<std::string> Names, unsigned Dimensions, llvm::StringRef Text) {
  const std::string D = std::to_string(Dimensions);
  std::string Numbers;
  for (const std::string &Name : Names)
    Numbers += ", tp_" + Name + "_loops";
  std::string Result = R"(/* tilepipe: rank 0 runs the program; the others wait for its loops, and run parts of them. */
#include <mpi.h>
#include <omp.h>
#include <stdlib.h>
)";
  if (Text.contains("TP_STATEMENT("))
    Result += "#define TP_STATEMENT(tp_number) /* which statement of the nest follows */\n";
  Result += "enum { tp_no_loops" + Numbers + " };\n";
  Result += R"(typedef long long tp_int;
typedef struct { tp_int tp_lo[)" + D + "], tp_hi[" + D + R"(]; } tp_box;  /* iterations: tp_lo <= j < tp_hi */
typedef struct { tp_int tp_first, tp_past; } tp_range; /* bytes, from an array's base */
typedef struct { int tp_peer, tp_comes; } tp_stream; /* the messages to a rank, or from it */
static int tp_rank, tp_ranks, tp_count; static MPI_Request *tp_under_way;
static tp_int tp_min(tp_int tp_x, tp_int tp_y) { return tp_x < tp_y ? tp_x : tp_y; }
static tp_int tp_max(tp_int tp_x, tp_int tp_y) { return tp_x > tp_y ? tp_x : tp_y; }
)";
  if (Text.contains("tp_floord("))
    Result += "static tp_int tp_floord(tp_int tp_x, tp_int tp_y) { return tp_x >= 0 ? tp_x / tp_y : -((-tp_x + tp_y - 1) / tp_y); }\n";
  Result += R"(/* A run of elements is a message, from array to array. */
static void tp_run(tp_stream *tp_s, int tp_array, void *tp_p, tp_int tp_n) {
  if (tp_n <= 0) return;
  tp_under_way = realloc(tp_under_way, (size_t)(tp_count + 1) * sizeof *tp_under_way);
  if (tp_s->tp_comes) MPI_Irecv(tp_p, (int)tp_n, MPI_BYTE, tp_s->tp_peer, 0, MPI_COMM_WORLD, &tp_under_way[tp_count++]);
  else MPI_Isend(tp_p, (int)tp_n, MPI_BYTE, tp_s->tp_peer, 0, MPI_COMM_WORLD, &tp_under_way[tp_count++]);
}
static void tp_wait(void) { MPI_Waitall(tp_count, tp_under_way, MPI_STATUSES_IGNORE); tp_count = 0; }
/* Share tp_i of the box, which has tp_size places of dimension tp_d. */
static tp_box tp_share(const tp_box *tp_of, int tp_d, tp_int tp_size, tp_int tp_i) {
  tp_box tp_b = *tp_of; tp_b.tp_lo[tp_d] += tp_i * tp_size;
  tp_b.tp_hi[tp_d] = tp_min(tp_b.tp_lo[tp_d] + tp_size, tp_of->tp_hi[tp_d]);
  return tp_b;
}
)";
  if (Text.contains("tp_take("))
    Result += R"(/* The array on rank 0; elsewhere memory with the same bytes. */
static void *tp_take(void *tp_base, tp_range tp_r) {
  char *tp_at = tp_rank ? malloc((size_t)(tp_r.tp_past - tp_r.tp_first)) : (char *)tp_base + tp_r.tp_first;
  MPI_Bcast(tp_at, (int)(tp_r.tp_past - tp_r.tp_first), MPI_BYTE, 0, MPI_COMM_WORLD);
  return tp_at - tp_r.tp_first;
}
)";
  if (Text.contains("tp_meet("))
    Result += R"(static int tp_meet(const char *tp_x, tp_range tp_r, const char *tp_y, tp_range tp_s) {
  return tp_x + tp_r.tp_first < tp_y + tp_s.tp_past && tp_y + tp_s.tp_first < tp_x + tp_r.tp_past;
}
)";
  return Result;
}

std::string tilepipe::explicitEnd(llvm::ArrayRef<std::string> Names, bool EndsThreads) {
  std::string Table, Watch;
  for (const std::string &Name : Names)
    Table += ", tp_" + Name + "_on_ranks";
  std::string Result = R"(/* Behind the program's destructors. */
__attribute__((__destructor__(101))) static void tp_end(void) {
  if (tp_ranks) MPI_Bcast(&(int){tp_no_loops}, 1, MPI_INT, 0, MPI_COMM_WORLD), tp_ranks = 0, MPI_Finalize();
}
)";
  if (EndsThreads) {
    Result += R"(/* Where the main thread ends before the others: MPI's own threads would keep the program alive. */
#include <pthread.h>
static void tp_end_of_thread(void *tp_key) { (void)tp_key, tp_end(); }
)";
    Watch = "  static pthread_key_t tp_key;\n  pthread_key_create(&tp_key, tp_end_of_thread), pthread_setspecific(tp_key, &tp_key);\n";
  }
  return Result + R"(/* In front of the program's constructors, to which other ranks than 0 never come. */
__attribute__((__constructor__(101))) static void tp_start(void) {
  int tp_level, tp_loops, (*const tp_functions[])(void) = {0)" + Table + R"(};
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &tp_level);
  MPI_Comm_rank(MPI_COMM_WORLD, &tp_rank), MPI_Comm_size(MPI_COMM_WORLD, &tp_ranks);
  while (tp_rank && (MPI_Bcast(&tp_loops, 1, MPI_INT, 0, MPI_COMM_WORLD), tp_loops)) tp_functions[tp_loops]();
  if (tp_rank) MPI_Finalize(), _Exit(0);
)" + Watch + "}\n";
}
