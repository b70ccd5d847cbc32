#include "CPostgres.h"

#include <dlfcn.h>
#include <stddef.h>

const char *cpostgres_load(struct cpostgres *postgres, const char *library) {
  // RTLD_LOCAL: hides the symbols of libpq and of the libraries that it needs, such as another libcrypto.
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return dlerror();
  // Since libpq 14.
  if (!dlsym(handle, "PQenterPipelineMode")) return "it is older than version 14";
#define FIND(name) \
  if (!(*(void **)&postgres->name = dlsym(handle, "PQ" #name))) return dlerror()
  FIND(libVersion);
  FIND(conninfoParse);
  FIND(conninfoFree);
  FIND(connectStartParams);
  FIND(connectPoll);
  FIND(setErrorVerbosity);
  FIND(finish);
  FIND(status);
  FIND(errorMessage);
  FIND(serverVersion);
  FIND(parameterStatus);
  FIND(backendPID);
  FIND(socket);
  FIND(setnonblocking);
  FIND(setNoticeReceiver);
  FIND(exec);
  FIND(enterPipelineMode);
  FIND(exitPipelineMode);
  FIND(pipelineSync);
  FIND(sendPrepare);
  FIND(sendQueryPrepared);
  FIND(sendQueryParams);
  FIND(flush);
  FIND(consumeInput);
  FIND(isBusy);
  FIND(getResult);
  FIND(notifies);
  FIND(freemem);
  FIND(resultStatus);
  FIND(resultErrorField);
  FIND(resStatus);
  FIND(clear);
  FIND(ntuples);
  FIND(nfields);
  FIND(getvalue);
  FIND(getlength);
  FIND(getisnull);
  FIND(cmdTuples);
#undef FIND
  return NULL;
}
