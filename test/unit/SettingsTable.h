// SettingsTable.h - every setting, every word of it, wrong ones
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What settings may be, for the tests of each way of giving them: environment, call, option, pragma.
#ifndef TILEPIPE_TEST_SETTINGSTABLE_H
#define TILEPIPE_TEST_SETTINGSTABLE_H

#include <cstring>
#include <string>

extern "C" {
#include "settings/settings_text.h"
}

struct SettingWord {
  const char *Setting, *Text;
  int tp_settings::*Field;
  int Value;
};

inline const SettingWord SettingWords[] = {
    {"schedule", "auto", &tp_settings::schedule, TP_SCHEDULE_AUTO},
    {"schedule", "overlap", &tp_settings::schedule, TP_SCHEDULE_OVERLAP},
    {"schedule", "blocking", &tp_settings::schedule, TP_SCHEDULE_BLOCKING},
    {"protocol", "auto", &tp_settings::protocol, TP_PROTOCOL_AUTO},
    {"protocol", "eager", &tp_settings::protocol, TP_PROTOCOL_EAGER},
    {"protocol", "synchronous", &tp_settings::protocol, TP_PROTOCOL_SYNCHRONOUS},
    {"grouping", "auto", &tp_settings::grouping, TP_GROUPING_AUTO},
    {"grouping", "dataflow", &tp_settings::grouping, TP_GROUPING_DATAFLOW},
    {"grouping", "hyperplane", &tp_settings::grouping, TP_GROUPING_HYPERPLANE},
    {"grouping", "vertical", &tp_settings::grouping, TP_GROUPING_VERTICAL},
    {"hybrid", "auto", &tp_settings::hybrid, TP_HYBRID_AUTO},
    {"hybrid", "mpi", &tp_settings::hybrid, TP_HYBRID_MPI},
    {"hybrid", "fine", &tp_settings::hybrid, TP_HYBRID_FINE},
    {"hybrid", "coarse", &tp_settings::hybrid, TP_HYBRID_COARSE},
    {"hybrid", "multiple", &tp_settings::hybrid, TP_HYBRID_MULTIPLE},
    {"balance", "auto", &tp_settings::balance, TP_BALANCE_AUTO},
    {"balance", "none", &tp_settings::balance, TP_BALANCE_NONE},
    {"balance", "constant", &tp_settings::balance, TP_BALANCE_CONSTANT},
    {"balance", "variable", &tp_settings::balance, TP_BALANCE_VARIABLE},
    {"transport", "auto", &tp_settings::transport, TP_TRANSPORT_AUTO},
    {"transport", "p2p", &tp_settings::transport, TP_TRANSPORT_P2P},
    {"transport", "persistent", &tp_settings::transport, TP_TRANSPORT_PERSISTENT},
    {"transport", "rma", &tp_settings::transport, TP_TRANSPORT_RMA},
    {"transport", "shm", &tp_settings::transport, TP_TRANSPORT_SHM},
    {"assign", "auto", &tp_settings::assign, TP_ASSIGN_AUTO},
    {"assign", "block", &tp_settings::assign, TP_ASSIGN_BLOCK},
    {"assign", "cyclic", &tp_settings::assign, TP_ASSIGN_CYCLIC},
    {"data", "auto", &tp_settings::data, TP_DATA_AUTO},
    {"data", "stay", &tp_settings::data, TP_DATA_STAY},
    {"data", "gather", &tp_settings::data, TP_DATA_GATHER},
    {"faces", "auto", &tp_settings::faces, TP_FACES_AUTO},
    {"faces", "packed", &tp_settings::faces, TP_FACES_PACKED},
    {"faces", "direct", &tp_settings::faces, TP_FACES_DIRECT},
    {"body", "auto", &tp_settings::body, TP_BODY_AUTO},
    {"body", "plain", &tp_settings::body, TP_BODY_PLAIN},
    {"body", "jam", &tp_settings::body, TP_BODY_JAM},
    {"body", "skew", &tp_settings::body, TP_BODY_SKEW},
    {"body", "blocks", &tp_settings::body, TP_BODY_BLOCKS},
    {"always", "0", &tp_settings::always, 0},
    {"always", "1", &tp_settings::always, 1},
    {"verify", "0", &tp_settings::verify, 0},
    {"verify", "1", &tp_settings::verify, 1},
    {"verify", "require", &tp_settings::verify, TP_VERIFY_REQUIRE},
    {"progress", "0", &tp_settings::progress, TP_PROGRESS_OFF},
    {"progress", "1", &tp_settings::progress, TP_PROGRESS_ON},
    {"progress", "force", &tp_settings::progress, TP_PROGRESS_FORCE},
    {"watchdog", "0", &tp_settings::watchdog, 0},
    {"watchdog", "17", &tp_settings::watchdog, 17},
    {"tune", "30", &tp_settings::tune, 30},
};

/// Of a region with two loops, called tp_x.
struct SettingList {
  const char *Setting, *Text;
  tp_list tp_settings::*Field;
  const char *Value;
};

inline const SettingList SettingLists[] = {
    {"tile", "64,32", &tp_settings::tile, "64,32"},
    {"tile", "*,32", &tp_settings::tile, "*,32"},
    {"tile", "x:8,*", &tp_settings::tile, "8,*"},
    {"tile", "64,32;x:8,8;y:4,4", &tp_settings::tile, "8,8"},
    {"tile", "y:4,4;64,*", &tp_settings::tile, "64,*"},
    {"mesh", "4,1", &tp_settings::mesh, "4,1"},
    {"mesh", "2,*", &tp_settings::mesh, "2,*"},
    {"mesh", "x:1,2;y:2,1", &tp_settings::mesh, "1,2"},
    {"group", "*,1", &tp_settings::group, "*,1"},
    {"group", "1,2", &tp_settings::group, "1,2"},
    {"group", "*,*;x:1,3", &tp_settings::group, "1,3"},
};

struct SettingFile {
  const char *Setting, *Text;
  char (tp_settings::*Field)[256];
};

inline const SettingFile SettingFiles[] = {
    {"profile", "/tmp/machine.json", &tp_settings::profile},
    {"profile", "built-in", &tp_settings::profile},
    {"plans", "/tmp/plans.txt", &tp_settings::plans},
    {"plans", "none", &tp_settings::plans},
};

struct SettingForms {
  const char *Setting, *Text;
  tp_forms tp_settings::*Field;
  int Set;
  const char *File;
};

inline const SettingForms SettingsOfForms[] = {
    {"stats", "0", &tp_settings::stats, 0, ""},
    {"stats", "1", &tp_settings::stats, 1 << TP_STATS_LINES, ""},
    {"stats", "table", &tp_settings::stats, 1 << TP_STATS_TABLE, ""},
    {"stats", "ranks", &tp_settings::stats, 1 << TP_STATS_RANKS, ""},
    {"stats", "json:/tmp/a:b", &tp_settings::stats, 1 << TP_STATS_JSON, "/tmp/a:b"},
    {"stats", "table,ranks", &tp_settings::stats, 1 << TP_STATS_TABLE | 1 << TP_STATS_RANKS, ""},
    {"stats", "1,json:/tmp/a,table", &tp_settings::stats, 1 << TP_STATS_LINES | 1 << TP_STATS_JSON | 1 << TP_STATS_TABLE, "/tmp/a"},
};

/// Reason: as a running program says it.
struct WrongSetting {
  const char *Setting, *Text, *Reason;
};

inline const WrongSetting WrongSettings[] = {
    {"schedule", "fast", "not understood; one of auto, overlap, blocking"},
    {"protocol", "lazy", "not understood; one of auto, eager, synchronous"},
    {"grouping", "flat", "not understood; one of auto, dataflow, hyperplane, vertical"},
    {"hybrid", "each", "not understood; one of auto, mpi, fine, coarse, multiple"},
    {"balance", "even", "not understood; one of auto, none, constant, variable"},
    {"transport", "shm+p2p", "not understood; one of auto, p2p, persistent, rma, shm"},
    {"assign", "row", "not understood; one of auto, block, cyclic"},
    {"data", "away", "not understood; one of auto, gather, stay"},
    {"faces", "gift", "not understood; one of auto, packed, direct"},
    {"body", "fast", "not understood; one of auto, plain, jam, skew, blocks"},
    {"watchdog", "-1", "not a number from 0 to 2147483647"},
    {"watchdog", "1k", "not a number from 0 to 2147483647"},
    {"tile", "64,x", "not understood; numbers or * separated by commas"},
    {"tile", "0,8", "0 is not positive"},
    {"tile", ":8,8", "a region's name is missing before ':'"},
    {"tile", "1,1,1,1,1,1", "more than 5 entries, which no region has dimensions for"},
    {"mesh", "0", "0 is not positive"},
    {"mesh", "2;x:-1", "-1 is not positive"},
    {"group", "2,", "not understood; numbers or * separated by commas"},
    {"always", "yes", "not understood; one of 0, 1"},
    {"verify", "2", "not understood; one of 0, 1, require"},
    {"progress", "always", "not understood; one of 0, 1, force"},
    {"stats", "on", "not understood; one of 0, 1, table, ranks, json:FILE"},
    {"stats", "table,on", "not understood; one of 0, 1, table, ranks, json:FILE"},
    {"stats", "table:x", "not understood; one of 0, 1, table, ranks, json:FILE"},
    {"stats", "json", "not understood; one of 0, 1, table, ranks, json:FILE"},
    {"stats", "json:", "json: needs the name of a file"},
    {"stats", "table,json:", "json: needs the name of a file"},
    {"watchdog", "10s", "not a number from 0 to 2147483647"},
    {"tune", "soon", "not a number from 0 to 2147483647"},
};

/// " auto overlap" as words.
template <typename Visitor> void forEachWord(const tp_setting &S, Visitor Visit) {
  for (const char *At = S.values; *At; At += strcspn(At, " ")) {
    At += strspn(At, " ");
    Visit(std::string(At, strcspn(At, " ")));
  }
}

#endif
