// The used part of libcurl's binary interface. libcurl is loaded at its first use and not linked, so neither the build
// nor the start of the server needs it. The interface of `libcurl.so.4` has been stable since 2006
// (https://curl.se/libcurl/abi.html). The numbers are those of <curl/curl.h>; a test compares them with the library.
#ifndef NAVSTATE_CCURL_H
#define NAVSTATE_CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

typedef struct ccurl_easy ccurl_easy;
typedef struct ccurl_multi ccurl_multi;
typedef struct ccurl_list ccurl_list;
typedef struct ccurl_share ccurl_share;

// The number of an option is the base of its type plus its own: long 0, pointer 10000, function 20000, size 30000.
enum ccurl_option {
  CCURLOPT_WRITEDATA = 10001,
  CCURLOPT_URL = 10002,
  CCURLOPT_PROXY = 10004,
  CCURLOPT_ERRORBUFFER = 10010,
  CCURLOPT_WRITEFUNCTION = 20011,
  CCURLOPT_HTTPHEADER = 10023,
  CCURLOPT_CUSTOMREQUEST = 10036,
  CCURLOPT_HEADER = 42,
  CCURLOPT_POST = 47,
  CCURLOPT_FOLLOWLOCATION = 52,
  CCURLOPT_FRESH_CONNECT = 74,
  CCURLOPT_FORBID_REUSE = 75,
  CCURLOPT_HTTP_VERSION = 84,
  CCURLOPT_NOSIGNAL = 99,
  CCURLOPT_SHARE = 10100,
  CCURLOPT_PRIVATE = 10103,
  CCURLOPT_POSTFIELDSIZE_LARGE = 30120,
  CCURLOPT_TIMEOUT_MS = 155,
  CCURLOPT_CONNECTTIMEOUT_MS = 156,
  CCURLOPT_OPENSOCKETFUNCTION = 20163,
  CCURLOPT_OPENSOCKETDATA = 10164,
  CCURLOPT_COPYPOSTFIELDS = 10165,
  CCURLOPT_PROTOCOLS = 181,
  CCURLOPT_CLOSESOCKETFUNCTION = 20208,
  CCURLOPT_CLOSESOCKETDATA = 10209,
  CCURLOPT_PREREQFUNCTION = 20312,
  CCURLOPT_PREREQDATA = 10313,
  CCURLOPT_QUICK_EXIT = 322,
};

enum {
  CCURLMOPT_MAXCONNECTS = 6,
  CCURLINFO_RESPONSE_CODE = 0x200002,
  CCURLINFO_CONTENT_TYPE = 0x100012,
  CCURLINFO_PRIVATE = 0x100015,
  CCURLINFO_RETRY_AFTER = 0x600039,
  CCURLINFO_TLS_SSL_PTR = 0x40002D,
  CCURLSHOPT_SHARE = 1,
  CCURL_LOCK_DATA_CONNECT = 5,
  CCURLSSLBACKEND_OPENSSL = 1,
  CCURL_GLOBAL_DEFAULT = 3,
  CCURL_HTTP_VERSION_1_1 = 2,
  CCURLPROTO_HTTP_AND_HTTPS = 3,
  CCURLMSG_DONE = 1,
  CCURLE_OK = 0,
  CCURLE_COULDNT_CONNECT = 7,
  CCURLE_WRITE_ERROR = 23,
  CCURLE_ABORTED_BY_CALLBACK = 42,
  CCURL_PREREQFUNC_OK = 0,
  CCURL_PREREQFUNC_ABORT = 1,
  CCURLE_OPERATION_TIMEDOUT = 28,
  CCURL_SOCKET_BAD = -1,
  CCURL_WAIT_POLLIN = 1,
};

// struct curl_sockaddr
struct ccurl_address {
  int family;
  int socktype;
  int protocol;
  unsigned int addrlen;
  struct sockaddr addr;
};

// struct curl_waitfd
struct ccurl_waitfd {
  int fd;
  short events;
  short revents;
};

// struct CURLMsg
struct ccurl_message {
  int msg;
  ccurl_easy *easy;
  union {
    void *whatever;
    int result;
  } data;
};

// struct curl_easyoption
struct ccurl_option_description {
  const char *name;
  int id;
  int type;
  unsigned int flags;
};

typedef size_t (*ccurl_write)(char *bytes, size_t size, size_t count, void *data);
typedef int (*ccurl_open_socket)(void *data, int purpose, struct ccurl_address *address);
typedef int (*ccurl_close_socket)(void *data, int socket);
typedef int (*ccurl_prerequest)(void *data, char *remote, char *local, int remote_port, int local_port);

struct ccurl {
  const char *(*version)(void);
  int (*global_init)(long flags);
  ccurl_easy *(*easy_init)(void);
  void (*easy_cleanup)(ccurl_easy *);
  int (*easy_setopt)(ccurl_easy *, int option, ...);
  int (*easy_getinfo)(ccurl_easy *, int info, ...);
  const char *(*easy_strerror)(int code);
  const struct ccurl_option_description *(*easy_option_by_name)(const char *name);
  ccurl_list *(*slist_append)(ccurl_list *, const char *);
  void (*slist_free_all)(ccurl_list *);
  ccurl_share *(*share_init)(void);
  int (*share_cleanup)(ccurl_share *);
  int (*share_setopt)(ccurl_share *, int option, ...);
  int (*has_pending)(const void *tls);
  ccurl_multi *(*multi_init)(void);
  int (*multi_cleanup)(ccurl_multi *);
  int (*multi_setopt)(ccurl_multi *, int option, ...);
  int (*multi_add_handle)(ccurl_multi *, ccurl_easy *);
  int (*multi_remove_handle)(ccurl_multi *, ccurl_easy *);
  int (*multi_perform)(ccurl_multi *, int *running);
  int (*multi_poll)(ccurl_multi *, struct ccurl_waitfd *extra, unsigned int count, int milliseconds, int *ready);
  struct ccurl_message *(*multi_info_read)(ccurl_multi *, int *left);
};

// Loads the library and its functions above. Returns null, or a description of the error.
const char *ccurl_load(struct ccurl *curl, const char *library);

// Swift cannot call C functions with a variable argument list.
int ccurl_set_long(const struct ccurl *curl, ccurl_easy *easy, int option, long value);
int ccurl_set_size(const struct ccurl *curl, ccurl_easy *easy, int option, int64_t value);
int ccurl_set_pointer(const struct ccurl *curl, ccurl_easy *easy, int option, const void *value);
int ccurl_set_write(const struct ccurl *curl, ccurl_easy *easy, ccurl_write function);
int ccurl_set_open_socket(const struct ccurl *curl, ccurl_easy *easy, ccurl_open_socket function);
int ccurl_set_close_socket(const struct ccurl *curl, ccurl_easy *easy, ccurl_close_socket function);
int ccurl_set_prerequest(const struct ccurl *curl, ccurl_easy *easy, ccurl_prerequest function);
int ccurl_set_multi(const struct ccurl *curl, ccurl_multi *multi, int option, long value);
int ccurl_get_long(const struct ccurl *curl, ccurl_easy *easy, int info, long *value);
int ccurl_get_size(const struct ccurl *curl, ccurl_easy *easy, int info, int64_t *value);
int ccurl_get_pointer(const struct ccurl *curl, ccurl_easy *easy, int info, void **value);

// A share for the connections of some transfers, all on one thread. Returns null if there is no memory.
ccurl_share *ccurl_share_connections(const struct ccurl *curl);

// Whether the TLS session of a transfer's connection holds received bytes, or cannot tell.
bool ccurl_has_pending(const struct ccurl *curl, ccurl_easy *easy);

#endif
