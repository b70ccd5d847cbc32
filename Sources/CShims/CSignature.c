#include "CSignature.h"

#include <dlfcn.h>

const char *csignature_load(struct csignature *crypto, const char *library) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return dlerror();
#define FIND(name) \
  if (!(*(void **)&crypto->name = dlsym(handle, #name))) return dlerror()
  FIND(d2i_PUBKEY);
  FIND(EVP_PKEY_free);
  FIND(EVP_MD_CTX_new);
  FIND(EVP_MD_CTX_free);
  FIND(EVP_DigestVerifyInit);
  FIND(EVP_DigestVerify);
  FIND(EVP_PKEY_CTX_set_rsa_padding);
  FIND(EVP_PKEY_CTX_set_rsa_pss_saltlen);
  FIND(EVP_sha256);
  FIND(EVP_sha384);
  FIND(EVP_sha512);
  FIND(HMAC);
  FIND(ERR_clear_error);
#undef FIND
  return NULL;
}

static const csignature_hash *hash(const struct csignature *crypto, int bits) {
  switch (bits) {
    case 256: return crypto->EVP_sha256();
    case 384: return crypto->EVP_sha384();
    case 512: return crypto->EVP_sha512();
    default: return NULL;
  }
}

bool csignature_verify(
    const struct csignature *crypto, csignature_key *key, int bits, bool is_pss, const uint8_t *signature,
    size_t signature_count, const uint8_t *message, size_t count) {
  enum { RSA_PKCS1_PSS_PADDING = 6, RSA_PSS_SALTLEN_DIGEST = -1 };
  csignature_digest *digest = crypto->EVP_MD_CTX_new();
  if (!digest) return false;
  csignature_options *options = NULL;
  // The key's context, which `digest` owns.
  bool holds = crypto->EVP_DigestVerifyInit(digest, &options, hash(crypto, bits), NULL, key) == 1;
  if (holds && is_pss) {
    holds = crypto->EVP_PKEY_CTX_set_rsa_padding(options, RSA_PKCS1_PSS_PADDING) == 1 &&
            crypto->EVP_PKEY_CTX_set_rsa_pss_saltlen(options, RSA_PSS_SALTLEN_DIGEST) == 1;
  }
  holds = holds && crypto->EVP_DigestVerify(digest, signature, signature_count, message, count) == 1;
  crypto->EVP_MD_CTX_free(digest);
  // Otherwise the reasons of failures would be kept for each thread.
  if (!holds) crypto->ERR_clear_error();
  return holds;
}

bool csignature_authenticate(
    const struct csignature *crypto, const uint8_t *key, size_t key_count, int bits, const uint8_t *message,
    size_t count, uint8_t *code) {
  unsigned int written = 0;
  return crypto->HMAC(hash(crypto, bits), key, (int)key_count, message, count, code, &written) &&
         written == (unsigned int)bits / 8;
}
