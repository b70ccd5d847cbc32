// The used part of libcrypto for signatures. It is loaded at its first use and not linked, since servers without issuers
// do not need it, and as a whole it takes 3.4 MB of memory.
#ifndef NAVSTATE_CSIGNATURE_H
#define NAVSTATE_CSIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// EVP_PKEY, EVP_PKEY_CTX, EVP_MD_CTX, EVP_MD.
typedef struct csignature_key csignature_key;
typedef struct csignature_options csignature_options;
typedef struct csignature_digest csignature_digest;
typedef struct csignature_hash csignature_hash;

struct csignature {
  csignature_key *(*d2i_PUBKEY)(csignature_key **, const uint8_t **der, long count);
  void (*EVP_PKEY_free)(csignature_key *);
  csignature_digest *(*EVP_MD_CTX_new)(void);
  void (*EVP_MD_CTX_free)(csignature_digest *);
  int (*EVP_DigestVerifyInit)(
      csignature_digest *, csignature_options **, const csignature_hash *, void *engine, csignature_key *);
  int (*EVP_DigestVerify)(csignature_digest *, const uint8_t *signature, size_t, const uint8_t *message, size_t);
  int (*EVP_PKEY_CTX_set_rsa_padding)(csignature_options *, int padding);
  int (*EVP_PKEY_CTX_set_rsa_pss_saltlen)(csignature_options *, int length);
  const csignature_hash *(*EVP_sha256)(void);
  const csignature_hash *(*EVP_sha384)(void);
  const csignature_hash *(*EVP_sha512)(void);
  uint8_t *(*HMAC)(
      const csignature_hash *, const void *key, int, const uint8_t *message, size_t, uint8_t *code, unsigned int *);
  void (*ERR_clear_error)(void);
};

// Loads the library and its functions above. Returns null, or a description of the error.
const char *csignature_load(struct csignature *crypto, const char *library);

// Whether the signature of the message is valid.
//
// bits: the length of the hash: 256, 384 or 512; 0: the algorithm of the key has its own.
// is_pss: whether an RSA signature is padded by RSASSA-PSS with a salt as long as the hash (RFC 7518 §3.5).
bool csignature_verify(
    const struct csignature *crypto, csignature_key *key, int bits, bool is_pss, const uint8_t *signature,
    size_t signature_count, const uint8_t *message, size_t count);

// Writes the authentication code of the message, of `bits` bits. Returns whether it could be computed.
bool csignature_authenticate(
    const struct csignature *crypto, const uint8_t *key, size_t key_count, int bits, const uint8_t *message,
    size_t count, uint8_t *code);

#endif
