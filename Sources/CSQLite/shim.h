#include <sqlite3.h>

// Swift cannot call C functions with a variable argument list.

static inline int navstate_sqlite3_disable_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

static inline int navstate_sqlite3_checkpoint_on_close(sqlite3 *connection, int enabled) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !enabled, (int *)0);
}

// The wal-index stores the number of copied frames at byte 96 (https://www.sqlite.org/walformat.html, 2.1), including
// frames whose copies were not synced. The holder of WAL_CKPT_LOCK (2.3) may reset it; 0 is its value after a recovery.
static inline int navstate_sqlite3_forget_backfill(sqlite3 *connection) {
  enum { checkpointLock = 1, regionSize = 32768, backfillPosition = 96 / sizeof(unsigned) };
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  void volatile *index = 0;
  code = file->pMethods->xShmMap(file, 0, regionSize, 0, &index);
  if (code != SQLITE_OK) return code;
  if (!index) return SQLITE_OK;
  code = file->pMethods->xShmLock(file, checkpointLock, 1, SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE);
  if (code != SQLITE_OK) return code;
  __atomic_store_n((unsigned volatile *)index + backfillPosition, 0, __ATOMIC_SEQ_CST);
  return file->pMethods->xShmLock(file, checkpointLock, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE);
}
