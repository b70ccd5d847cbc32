// SHA-256 of libcrypto, without the rest of it. These functions need no provider and no configuration, so that linked
// statically (`:libcrypto.a`) they are a few kilobytes; loaded as a shared library, libcrypto takes 3.4 MB of memory.
// OpenSSL 3 advises against them for programs that must be able to swap implementations. This one need not.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/sha.h>
