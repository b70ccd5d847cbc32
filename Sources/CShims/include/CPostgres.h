// The used part of libpq's binary interface. libpq is loaded when a server uses PostgreSQL and not linked, so neither the
// build nor a server on SQLite needs it. The interface of `libpq.so.5` only grows since PostgreSQL 8.2
// (https://www.postgresql.org/docs/current/libpq.html). The numbers are those of <libpq-fe.h>; a test compares the fields
// of errors and the states of results with the library.
#ifndef NAVSTATE_CPOSTGRES_H
#define NAVSTATE_CPOSTGRES_H

typedef struct cpostgres_connection cpostgres_connection;
typedef struct cpostgres_result cpostgres_result;
typedef unsigned int cpostgres_oid;

// ConnStatusType
enum { CPOSTGRES_CONNECTION_OK = 0, CPOSTGRES_CONNECTION_BAD = 1 };

// PostgresPollingStatusType
enum { CPGRES_POLLING_FAILED = 0, CPGRES_POLLING_READING = 1, CPGRES_POLLING_WRITING = 2, CPGRES_POLLING_OK = 3 };

// PGVerbosity
enum { CPQERRORS_DEFAULT = 1, CPQERRORS_VERBOSE = 2 };

// ExecStatusType
enum {
  CPGRES_EMPTY_QUERY = 0,
  CPGRES_COMMAND_OK = 1,
  CPGRES_TUPLES_OK = 2,
  CPGRES_NONFATAL_ERROR = 6,
  CPGRES_FATAL_ERROR = 7,
  CPGRES_PIPELINE_SYNC = 10,
  CPGRES_PIPELINE_ABORTED = 11,
};

// The codes of error fields.
enum {
  CPG_DIAG_SEVERITY = 'V',
  CPG_DIAG_SQLSTATE = 'C',
  CPG_DIAG_MESSAGE_PRIMARY = 'M',
  CPG_DIAG_MESSAGE_DETAIL = 'D',
  CPG_DIAG_CONSTRAINT_NAME = 'n',
};

// PQconninfoOption
struct cpostgres_option {
  char *keyword;
  char *environment;
  char *compiled;
  char *value;
  char *label;
  char *display;
  int size;
};

// PGnotify
struct cpostgres_notification {
  char *channel;
  int process;
  char *payload;
  struct cpostgres_notification *next;
};

typedef void (*cpostgres_notice_receiver)(void *context, const cpostgres_result *notice);

// The functions; each pointer has the name of the function without `PQ`.
struct cpostgres {
  int (*libVersion)(void);
  struct cpostgres_option *(*conninfoParse)(const char *text, char **error);
  void (*conninfoFree)(struct cpostgres_option *options);
  cpostgres_connection *(*connectStartParams)(const char *const *keywords, const char *const *values, int expand);
  int (*connectPoll)(cpostgres_connection *connection);
  int (*setErrorVerbosity)(cpostgres_connection *connection, int verbosity);
  void (*finish)(cpostgres_connection *connection);
  int (*status)(const cpostgres_connection *connection);
  char *(*errorMessage)(const cpostgres_connection *connection);
  int (*serverVersion)(const cpostgres_connection *connection);
  const char *(*parameterStatus)(const cpostgres_connection *connection, const char *name);
  int (*backendPID)(const cpostgres_connection *connection);
  int (*socket)(const cpostgres_connection *connection);
  int (*setnonblocking)(cpostgres_connection *connection, int nonblocking);
  cpostgres_notice_receiver (*setNoticeReceiver)(
    cpostgres_connection *connection, cpostgres_notice_receiver receiver, void *context);

  cpostgres_result *(*exec)(cpostgres_connection *connection, const char *script);
  int (*enterPipelineMode)(cpostgres_connection *connection);
  int (*exitPipelineMode)(cpostgres_connection *connection);
  int (*pipelineSync)(cpostgres_connection *connection);
  int (*sendPrepare)(
    cpostgres_connection *connection, const char *name, const char *sql, int count, const cpostgres_oid *types);
  int (*sendQueryPrepared)(
    cpostgres_connection *connection, const char *name, int count, const char *const *values, const int *lengths,
    const int *formats, int resultFormat);
  int (*sendQueryParams)(
    cpostgres_connection *connection, const char *sql, int count, const cpostgres_oid *types, const char *const *values,
    const int *lengths, const int *formats, int resultFormat);
  int (*flush)(cpostgres_connection *connection);
  int (*consumeInput)(cpostgres_connection *connection);
  int (*isBusy)(cpostgres_connection *connection);
  cpostgres_result *(*getResult)(cpostgres_connection *connection);
  struct cpostgres_notification *(*notifies)(cpostgres_connection *connection);
  void (*freemem)(void *memory);

  int (*resultStatus)(const cpostgres_result *result);
  char *(*resultErrorField)(const cpostgres_result *result, int field);
  char *(*resStatus)(int status);
  void (*clear)(cpostgres_result *result);
  int (*ntuples)(const cpostgres_result *result);
  int (*nfields)(const cpostgres_result *result);
  char *(*getvalue)(const cpostgres_result *result, int row, int column);
  int (*getlength)(const cpostgres_result *result, int row, int column);
  int (*getisnull)(const cpostgres_result *result, int row, int column);
  char *(*cmdTuples)(cpostgres_result *result);
};

// Loads the library and finds all functions.
//
// Returns: NULL, or the reason for the failure, which is valid until the next call.
const char *cpostgres_load(struct cpostgres *postgres, const char *library);

#endif
