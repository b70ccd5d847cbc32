#include "CCurl.h"

#include <dlfcn.h>

const char *ccurl_load(struct ccurl *curl, const char *library) {
  // RTLD_LOCAL: hides the symbols of libcurl and of its dozens of dependencies from other libraries.
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return dlerror();
#define FIND(name) \
  if (!(*(void **)&curl->name = dlsym(handle, "curl_" #name))) return dlerror()
  FIND(version);
  FIND(global_init);
  FIND(easy_init);
  FIND(easy_cleanup);
  FIND(easy_setopt);
  FIND(easy_getinfo);
  FIND(easy_strerror);
  FIND(easy_option_by_name);
  FIND(slist_append);
  FIND(slist_free_all);
  FIND(share_init);
  FIND(share_cleanup);
  FIND(share_setopt);
  FIND(multi_init);
  FIND(multi_cleanup);
  FIND(multi_setopt);
  FIND(multi_add_handle);
  FIND(multi_remove_handle);
  FIND(multi_perform);
  FIND(multi_poll);
  FIND(multi_info_read);
#undef FIND
  // Found through libcurl's dependencies; null with another TLS library.
  *(void **)&curl->has_pending = dlsym(handle, "SSL_has_pending");
  return NULL;
}

int ccurl_set_long(const struct ccurl *curl, ccurl_easy *easy, int option, long value) {
  return curl->easy_setopt(easy, option, value);
}

int ccurl_set_size(const struct ccurl *curl, ccurl_easy *easy, int option, int64_t value) {
  return curl->easy_setopt(easy, option, value);
}

int ccurl_set_pointer(const struct ccurl *curl, ccurl_easy *easy, int option, const void *value) {
  return curl->easy_setopt(easy, option, value);
}

int ccurl_set_write(const struct ccurl *curl, ccurl_easy *easy, ccurl_write function) {
  return curl->easy_setopt(easy, CCURLOPT_WRITEFUNCTION, function);
}

int ccurl_set_open_socket(const struct ccurl *curl, ccurl_easy *easy, ccurl_open_socket function) {
  return curl->easy_setopt(easy, CCURLOPT_OPENSOCKETFUNCTION, function);
}

int ccurl_set_close_socket(const struct ccurl *curl, ccurl_easy *easy, ccurl_close_socket function) {
  return curl->easy_setopt(easy, CCURLOPT_CLOSESOCKETFUNCTION, function);
}

int ccurl_set_prerequest(const struct ccurl *curl, ccurl_easy *easy, ccurl_prerequest function) {
  return curl->easy_setopt(easy, CCURLOPT_PREREQFUNCTION, function);
}

ccurl_share *ccurl_share_connections(const struct ccurl *curl) {
  ccurl_share *share = curl->share_init();
  if (share) curl->share_setopt(share, CCURLSHOPT_SHARE, CCURL_LOCK_DATA_CONNECT);
  return share;
}

bool ccurl_has_pending(const struct ccurl *curl, ccurl_easy *easy) {
  struct {
    int backend;
    void *internals;
  } *session = NULL;
  if (curl->easy_getinfo(easy, CCURLINFO_TLS_SSL_PTR, &session) || !session || !session->internals) return false;
  return session->backend != CCURLSSLBACKEND_OPENSSL || !curl->has_pending || curl->has_pending(session->internals);
}

int ccurl_set_multi(const struct ccurl *curl, ccurl_multi *multi, int option, long value) {
  return curl->multi_setopt(multi, option, value);
}

int ccurl_get_long(const struct ccurl *curl, ccurl_easy *easy, int info, long *value) {
  return curl->easy_getinfo(easy, info, value);
}

int ccurl_get_size(const struct ccurl *curl, ccurl_easy *easy, int info, int64_t *value) {
  return curl->easy_getinfo(easy, info, value);
}

int ccurl_get_pointer(const struct ccurl *curl, ccurl_easy *easy, int info, void **value) {
  return curl->easy_getinfo(easy, info, value);
}
