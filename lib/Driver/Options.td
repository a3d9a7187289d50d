// Options.td - command line of tilepipe-cc
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two kinds of options: our own, which the backend never sees, and those of a C
// compiler that the driver must tell from inputs or look at. Everything else is
// unknown here and goes to the backend as it stands.
include "llvm/Option/OptParser.td"

//--- our own ----------------------------------------------------------------

def OwnGroup : OptionGroup<"tilepipe options">;
// --tp-help prints these alone.
def OwnOption : OptionVisibility;
class Own<string Help> : Group<OwnGroup>, Visibility<[OwnOption]>, HelpText<Help>;
class OwnValue<string Help, string Name> : Own<Help> { string MetaVarName = Name; }
class OwnWords<string Help, string Words> : OwnValue<Help, Words>, Values<!subst("|", ",", Words)>;
def rpass : Flag<["-"], "Rpass=tilepipe">, Own<"Say which nests are parallelized">;
def rpass_missed : Flag<["-"], "Rpass-missed=tilepipe">, Own<"Say which nests are not, and why">;
def rpass_analysis : Flag<["-"], "Rpass-analysis=tilepipe">, Own<"Say what else is to be known of them">;
def tp_sarif : Flag<["--"], "tp-sarif">, Own<"Write all remarks as a SARIF 2.1.0 log beside the output (sweep.o: sweep.sarif)">;
def tp_sarif_EQ : Joined<["--"], "tp-sarif=">, OwnValue<"Write them to this file, those of all C files of the command", "<file>">;
def werror_tilepipe : Flag<["-"], "Werror=tilepipe">, Own<"As --tp-require">;
def tp_require : Flag<["--"], "tp-require">, Own<"Exit with 1 unless all nests marked '#pragma tilepipe parallel' (without marks: any nest) are parallelized">;
def tp_style : Joined<["--"], "tp-style=">, OwnWords<"explicit: regions in MPI calls and OpenMP pragmas, for readers; they need no runtime", "runtime|explicit">;
def tp_explain : Flag<["--"], "tp-explain">, Own<"Print a page for each nest: dependences, tiling, plans">;
def tp_explain_EQ : Joined<["--"], "tp-explain=">, OwnValue<"Write the same with pictures as a page of HTML", "<file>">;
def tp_sizes : Joined<["--"], "tp-sizes=">, OwnValue<"Sizes of these pictures", "<name>=<number>,...">;
def tp_wrapper : Joined<["--"], "tp-wrapper=">, OwnWords<"off: run the backend and nothing else", "on|off">;
def tp_backend : Joined<["--"], "tp-backend=">, OwnValue<"The C compiler behind this one, with its first arguments (default: the mpicc of the MPI library it is built for)", "<command>">;
// One option for each setting that binds a plan: "--tp-" and a row of runtime/settings/settings.def.
def tp_setting : Joined<["--"], "tp-">, OwnValue<"Compile in a setting that binds plans, as TILEPIPE_<SETTING>", "<setting>=<value>">;
def tp_fp : Joined<["--"], "tp-fp=">, OwnWords<"exact: the same bits in every schedule (default); backend: its own contraction; reassociate: parallel sums and products of floating-point numbers, whose last bits differ", "exact|backend|reassociate">;
defvar Stages = "frontend,analysis,transform,codegen,verify";
def tp_print_after : Joined<["--"], "tp-print-after=">, OwnValue<"Print what frontend, analysis, transform, codegen or verify made", "<stages>">, Values<Stages>;
def tp_stop_after : Joined<["--"], "tp-stop-after=">, OwnValue<"End after one of these stages", "<stage>">, Values<Stages>;
def tp_emit_proof : Joined<["--"], "tp-emit-proof=">, OwnValue<"Write the proofs of the regions down", "<file>">;
def tp_verify : Flag<["--"], "tp-verify">, Own<"Leave regions without a proof out (default)">;
def tp_no_verify : Flag<["--"], "tp-no-verify">, Own<"Ask for no proof">;
def tp_proof_quota : Joined<["--"], "tp-proof-quota=">, OwnValue<"Steps for each obligation of a proof", "<number>">;
def tp_seconds : Joined<["--"], "tp-seconds=">, OwnValue<"CPU seconds for a nest, which is left out beyond", "<number>">;
def tp_verify_emitted : Joined<["--"], "tp-verify-emitted=">, OwnValue<"Prove this text in the place of the emitted one", "<file>">;
def tp_version : Flag<["--"], "tp-version">, Own<"Print the version of tilepipe-cc, its backend and a checksum of both">;
def tp_complete : Joined<["--"], "tp-complete=">, OwnValue<"Print the options that begin so, for completion in shells", "<word>">;
def tp_help : Flag<["--"], "tp-help">, Own<"Print these options">;

//--- what the driver does with the command ----------------------------------

// Nothing here is compiled to code, or the compiler only talks about itself.
def PassGroup : OptionGroup<"handed to the backend as a whole">;
class Pass : Group<PassGroup>;

def E : Flag<["-"], "E">, Pass;
def M : Flag<["-"], "M">, Pass;
def MM : Flag<["-"], "MM">, Pass;
def fsyntax_only : Flag<["-"], "fsyntax-only">, Pass;
def hash_hash_hash : Flag<["-"], "###">, Pass;
def version : Flag<["--"], "version">, Pass;
def help : Joined<["--"], "help">, Pass;
def target_help : Flag<["--"], "target-help">, Pass;
def print_ : Joined<["-", "--"], "print-">, Pass;
def dump_ : Joined<["-"], "dump">, Pass;
def showme : Joined<["-", "--"], "showme">, Pass;
def show : Flag<["-"], "show">, Pass;

//--- files compiled under these are left as they are ------------------------

// The help text completes "file not parallelized: ...".
def LeftGroup : OptionGroup<"files are left as they are">;
class Left<string Why> : Group<LeftGroup>, HelpText<Why>;

// Profiles and coverage describe the text that was compiled, which must be the user's.
defvar Measured = "counts what the user's own text does";
def coverage : Flag<["--", "-"], "coverage">, Left<Measured>;
def ftest_coverage : Flag<["-"], "ftest-coverage">, Left<Measured>;
def fprofile_arcs : Flag<["-"], "fprofile-arcs">, Left<Measured>;
def fprofile_generate : Joined<["-"], "fprofile-generate">, Left<Measured>;
def fprofile_use : Joined<["-"], "fprofile-use">, Left<Measured>;
def fauto_profile : Joined<["-"], "fauto-profile">, Left<Measured>;
def fprofile_instr : Joined<["-"], "fprofile-instr">, Left<Measured>;
def fprofile_sample : Joined<["-"], "fprofile-sample-use">, Left<Measured>;
def fcoverage_mapping : Flag<["-"], "fcoverage-mapping">, Left<Measured>;
def fcs_profile_generate : Joined<["-"], "fcs-profile-generate">, Left<Measured>;
def fbranch_probabilities : Flag<["-"], "fbranch-probabilities">, Left<Measured>;
def fsanitize_coverage : Joined<["-"], "fsanitize-coverage">, Left<Measured>;

// Calls of the user's own functions, or places for them, in front of whatever is called.
defvar Watched = "shows the calls of functions, which must be the user's";
def finstrument_function : Joined<["-"], "finstrument-function">, Left<Watched>;
def fpatchable_function_entry : Joined<["-"], "fpatchable-function-entry=">, Left<Watched>;
def fxray_instrument : Flag<["-"], "fxray-instrument">, Left<Watched>;

// The runtime's threads synchronise outside of what it sees. Other sanitizers than `thread` are
// no reason: see kindOf().
def fsanitize_EQ : CommaJoined<["-"], "fsanitize=">,
  Left<"takes the threads of a region for a race">;

// Macros and headers that Clang would not learn of: it must never read another program.
defvar Hidden = "may change what the file says";
def specs : Joined<["-", "--"], "specs=">, Left<Hidden>;
def define_macro : Joined<["--"], "define-macro">, Left<Hidden>;
def undefine_macro : Joined<["--"], "undefine-macro">, Left<Hidden>;
def include_long : Joined<["--"], "include">, Left<Hidden>;
def imacros_long : Joined<["--"], "imacros">, Left<Hidden>;
def language : Joined<["--"], "language">, Left<Hidden>;
def Xclang : Separate<["-"], "Xclang">, Left<Hidden>;
def fpack_struct : Joined<["-"], "fpack-struct">, Left<Hidden>;
// Clang knows UTF-8 alone, see kindOf().
def finput_charset : Joined<["-"], "finput-charset=">, Left<Hidden>;
def fexec_charset : Joined<["-"], "fexec-charset=">, Left<Hidden>;
def fwide_exec_charset : Joined<["-"], "fwide-exec-charset=">, Left<Hidden>;

//--- separate words and files -----------------------------------------------

// Names for files of the compiler's own: separate words, not requests.
def dumpbase : Separate<["-"], "dumpbase">;
def dumpbase_ext : Separate<["-"], "dumpbase-ext">;
def dumpdir : Separate<["-"], "dumpdir">;

def c : Flag<["-"], "c">;
def S : Flag<["-"], "S">;
def o : JoinedOrSeparate<["-"], "o">;
def x : JoinedOrSeparate<["-"], "x">;

//--- files written beside the output ----------------------------------------

def SideGroup : OptionGroup<"files beside the output">;
class Side : Group<SideGroup>;

// It only talks, also about what the user did not ask for.
def v : Flag<["-"], "v">, Side;
def MD : Flag<["-"], "MD">, Side;
def MMD : Flag<["-"], "MMD">, Side;
def MP : Flag<["-"], "MP">, Side;
def MG : Flag<["-"], "MG">, Side;
def MF : JoinedOrSeparate<["-"], "MF">, Side;
def MT : JoinedOrSeparate<["-"], "MT">, Side;
def MQ : JoinedOrSeparate<["-"], "MQ">, Side;
def MJ : JoinedOrSeparate<["-"], "MJ">, Side;
def save_temps : Flag<["-", "--"], "save-temps">, Side;
def save_temps_EQ : Joined<["-", "--"], "save-temps=">, Side;
def Wp_MD : Joined<["-"], "Wp,-M">, Side;
def fdump : Joined<["-"], "fdump-">, Side;
def fstack_usage : Flag<["-"], "fstack-usage">, Side;
def fcallgraph_info : Joined<["-"], "fcallgraph-info">, Side;
def fsave_record : Joined<["-"], "fsave-optimization-record">, Side;
def fno_save_record : Flag<["-"], "fno-save-optimization-record">, Side;
def foptimization_record : Joined<["-"], "foptimization-record-">, Side;
def aux_info : Separate<["-"], "aux-info">, Side;

//--- what Clang must know to see the same program ---------------------------

def FrontendGroup : OptionGroup<"also for the front end">;
class Front : Group<FrontendGroup>;

def I : JoinedOrSeparate<["-"], "I">, Front;
def D : JoinedOrSeparate<["-"], "D">, Front;
def U : JoinedOrSeparate<["-"], "U">, Front;
def include_ : Separate<["-"], "include">, Front;
def imacros : Separate<["-"], "imacros">, Front;
def isystem : JoinedOrSeparate<["-"], "isystem">, Front;
def iquote : JoinedOrSeparate<["-"], "iquote">, Front;
def idirafter : JoinedOrSeparate<["-"], "idirafter">, Front;
def iprefix : JoinedOrSeparate<["-"], "iprefix">, Front;
def iwithprefix : JoinedOrSeparate<["-"], "iwithprefix">, Front;
def iwithprefixbefore : JoinedOrSeparate<["-"], "iwithprefixbefore">, Front;
def isysroot : JoinedOrSeparate<["-"], "isysroot">, Front;
def sysroot : Joined<["--"], "sysroot=">, Front;
def nostdinc : Flag<["-"], "nostdinc">, Front;
def undef : Flag<["-"], "undef">, Front;
def std : Joined<["-", "--"], "std=">, Front;
def ansi : Flag<["-"], "ansi">, Front;
def m : Joined<["-"], "m">, Front;
def O : Joined<["-"], "O">, Front;
def pthread : Flag<["-"], "pthread">, Front;
def fopenmp : Flag<["-"], "fopenmp">, Front;
def fopenmp_EQ : Joined<["-"], "fopenmp=">, Front;
def fopenmp_simd : Flag<["-"], "fopenmp-simd">, Front;
def ffast_math : Flag<["-"], "ffast-math">, Front;
def ffp_contract : Joined<["-"], "ffp-contract=">, Front;
def fsigned_char : Flag<["-"], "fsigned-char">, Front;
def funsigned_char : Flag<["-"], "funsigned-char">, Front;
def fno_signed_char : Flag<["-"], "fno-signed-char">, Front;
def fno_unsigned_char : Flag<["-"], "fno-unsigned-char">, Front;
def fshort_enums : Flag<["-"], "fshort-enums">, Front;
def fshort_wchar : Flag<["-"], "fshort-wchar">, Front;
def fms_extensions : Flag<["-"], "fms-extensions">, Front;
def fgnu89_inline : Flag<["-"], "fgnu89-inline">, Front;
def fwrapv : Flag<["-"], "fwrapv">, Front;
def fno_wrapv : Flag<["-"], "fno-wrapv">, Front;
def ftrapv : Flag<["-"], "ftrapv">, Front;
def fno_trapv : Flag<["-"], "fno-trapv">, Front;
def fstrict_overflow : Flag<["-"], "fstrict-overflow">, Front;
def fno_strict_overflow : Flag<["-"], "fno-strict-overflow">, Front;
def fno_builtin : Joined<["-"], "fno-builtin">, Front;
def ffreestanding : Flag<["-"], "ffreestanding">, Front;
def trigraphs : Flag<["-"], "trigraphs">, Front;
def fPIC : Flag<["-"], "fPIC">, Front;
def fpic : Flag<["-"], "fpic">, Front;
def fPIE : Flag<["-"], "fPIE">, Front;
def fpie : Flag<["-"], "fpie">, Front;

// What is handed to the preprocessor alone, after everything else.
def PreprocessorGroup : OptionGroup<"words for the preprocessor">, Group<FrontendGroup>;
def Wp : Joined<["-"], "Wp,">, Group<PreprocessorGroup>;
def Xpreprocessor : Separate<["-"], "Xpreprocessor">, Group<PreprocessorGroup>;

// -m options that take the next word.
def mllvm : Separate<["-"], "mllvm">;

//--- linking ----------------------------------------------------------------

def LinkGroup : OptionGroup<"linking">;
class Link : Group<LinkGroup>;

def l : JoinedOrSeparate<["-"], "l">, Link;
def L : JoinedOrSeparate<["-"], "L">, Link;
def Wl : Joined<["-"], "Wl,">, Link;
def Xlinker : Separate<["-"], "Xlinker">, Link;
def T : JoinedOrSeparate<["-"], "T">, Link;
def u : JoinedOrSeparate<["-"], "u">, Link;
def z : Separate<["-"], "z">, Link;
def e : Separate<["-"], "e">, Link;
def entry : Separate<["--"], "entry">, Link;
def h : Separate<["-"], "h">, Link;
def nostartfiles : Flag<["-"], "nostartfiles">, Link;
def shared : Flag<["-"], "shared">, Link;
def static_ : Flag<["-"], "static">, Link;
def static_pie : Flag<["-"], "static-pie">, Link;
def r : Flag<["-"], "r">, Link;
def nostdlib : Flag<["-"], "nostdlib">, Link;
def nodefaultlibs : Flag<["-"], "nodefaultlibs">, Link;

//--- separate words that are not inputs -------------------------------------

def B : JoinedOrSeparate<["-"], "B">;
def G : Separate<["-"], "G">;
def A : Separate<["-"], "A">;
def param : Separate<["--"], "param">;
def wrapper : Separate<["-"], "wrapper">;
def Xassembler : Separate<["-"], "Xassembler">;
def arch : Separate<["-"], "arch">;
def target : Separate<["-"], "target">;
def framework : Separate<["-"], "framework">;
def imultilib : Separate<["-"], "imultilib">;
