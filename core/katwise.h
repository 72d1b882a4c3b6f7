/* SPDX-License-Identifier: MIT
 *
 * katwise: hash functions, message authentication and signatures, written once and compiled for
 * every instruction set. This header is the manual.
 *
 * Conventions
 *   - Algorithms are rows of a table. Look a row up by its name once, then hand it to the calls.
 *     Rows are constant and live for ever. A NULL row is KW_BAD_ARGUMENT, so that the result of a
 *     failed look-up can be passed on unchecked.
 *   - Arguments: the row, outputs, then inputs as (pointer, size in bytes). (NULL, 0) is the empty
 *     string; NULL with another size is KW_BAD_ARGUMENT. Any alignment will do for byte strings.
 *   - A call that can fail returns a kw_status. Arguments are checked before a byte is read, and on
 *     any error the output, where there is one, is zeroed (but see kw_hash_many).
 *   - States are plain memory without pointers: assigning one to another variable forks the
 *     computation. A state that has absorbed secrets should be given to kw_wipe in the end.
 *   - Calls on different states may run at the same time; calls on one state may not.
 *   - The library allocates no memory and keeps no writable data but the table of kernels in use.
 */
#ifndef KATWISE_H
#define KATWISE_H
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define KW_API __attribute__((visibility("default")))
#define KW_CHECKED __attribute__((visibility("default"), warn_unused_result))
#else
#define KW_API
#define KW_CHECKED
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kw_status {
  KW_OK = 0,
  KW_BAD_ARGUMENT = -1,  /* a NULL row, a wrong size, NULL with a size, overlap where forbidden */
  KW_BAD_STATE = -2,     /* not initialised; absorbing after reading; a second use of a MAC */
  KW_BAD_TAG = -3,       /* the tag does not authenticate the message */
  KW_NO_RANDOM = -4,     /* the operating system gave no randomness */
  KW_UNAVAILABLE = -5,   /* this machine or this build lacks the level asked for */
  KW_BAD_SIGNATURE = -6, /* the signature is not one of the message under the public key */
  KW_BAD_KEY = -7,       /* a secret key whose parts do not fit each other, or a stale expansion */
  KW_FAULT = -8          /* a check found that the machine had computed wrongly (KW_CHECK_) */
} kw_status;

/* A sentence for a status, such as "bad argument"; never NULL. */
KW_API const char *kw_status_text(kw_status status);

/* The version of the library, "major.minor.patch". */
KW_API const char *kw_version(void);

/* ---- Hash functions and XOFs ----------------------------------------------------------------
 *
 * Names: sha224 sha256 sha384 sha512 sha512-224 sha512-256 (FIPS 180-4),
 *        sha3-224 sha3-256 sha3-384 sha3-512 shake128 shake256 (FIPS 202).
 */
typedef struct kw_hash kw_hash;

/* The table. Properties of a NULL row are NULL or 0. */
KW_API size_t kw_hash_count(void);
KW_API const kw_hash *kw_hash_at(size_t index);       /* NULL from kw_hash_count() on */
KW_API const kw_hash *kw_hash_find(const char *name); /* NULL if there is none */
KW_API const char *kw_hash_name(const kw_hash *hash);
KW_API const char *kw_hash_standard(const kw_hash *hash); /* such as "FIPS 180-4" */
KW_API size_t kw_hash_digest_size(const kw_hash *hash);   /* bytes; 0 for a XOF */
KW_API size_t kw_hash_block_size(const kw_hash *hash);    /* bytes; a sponge's rate */
KW_API int kw_hash_is_xof(const kw_hash *hash);           /* 1 or 0 */

typedef struct kw_hash_state {
  uint64_t opaque[48];
} kw_hash_state;
KW_API size_t kw_hash_state_size(void); /* sizeof(kw_hash_state), for other languages */

/* Begins a message. */
KW_CHECKED kw_status kw_hash_init(kw_hash_state *state, const kw_hash *hash);

/* Absorbs the next in_size bytes of the message. KW_BAD_STATE once the state was squeezed, be it
 * for 0 bytes. */
KW_CHECKED kw_status kw_hash_update(kw_hash_state *state, const void *in, size_t in_size);

/* Ends the message at the first call and gives output. A hash gives its digest once, and out_size
 * is its digest size. A XOF gives any number of bytes, in any pieces: the pieces joined are the
 * output. To go on absorbing after a digest, squeeze a copy of the state. */
KW_CHECKED kw_status kw_hash_squeeze(kw_hash_state *state, void *out, size_t out_size);

/* The three in one call. out and in may overlap. */
KW_CHECKED kw_status kw_hash_once(const kw_hash *hash, void *out, size_t out_size, const void *in,
                                  size_t in_size);

/* Hashes count messages of any sizes side by side, each to out_size bytes: message i is
 * in[i], in_size[i], its output out + i * out_size. Several times faster than as many single calls
 * where the machine has wide registers. No message may overlap out, nor count * out_size exceed
 * SIZE_MAX: KW_BAD_ARGUMENT, and then nothing is written. count 0 is nothing to do. */
KW_CHECKED kw_status kw_hash_many(const kw_hash *hash, size_t count, void *out, size_t out_size,
                                  const void *const in[], const size_t in_size[]);

/* ---- Message authentication -----------------------------------------------------------------
 *
 * Name: poly1305 (RFC 8439, section 2.5), a one-time authenticator: 32-byte key, 16-byte tag.
 * A key must never authenticate two messages.
 */
typedef struct kw_mac kw_mac;

/* The table. Properties of a NULL row are NULL or 0. */
KW_API size_t kw_mac_count(void);
KW_API const kw_mac *kw_mac_at(size_t index);
KW_API const kw_mac *kw_mac_find(const char *name);
KW_API const char *kw_mac_name(const kw_mac *mac);
KW_API const char *kw_mac_standard(const kw_mac *mac);
KW_API size_t kw_mac_key_size(const kw_mac *mac); /* bytes */
KW_API size_t kw_mac_tag_size(const kw_mac *mac); /* bytes */

typedef struct kw_mac_state {
  uint64_t opaque[16];
} kw_mac_state;
KW_API size_t kw_mac_state_size(void);

/* Begins a message. The key is copied: the caller may wipe it at once. */
KW_CHECKED kw_status kw_mac_init(kw_mac_state *state, const kw_mac *mac, const void *key,
                                 size_t key_size);

/* Absorbs the next msg_size bytes of the message. */
KW_CHECKED kw_status kw_mac_update(kw_mac_state *state, const void *msg, size_t msg_size);

/* Gives the tag, of exactly the tag size, and wipes the state: any further call on it but
 * kw_mac_init is KW_BAD_STATE. */
KW_CHECKED kw_status kw_mac_final(kw_mac_state *state, void *tag, size_t tag_size);

/* kw_mac_final and a comparison in constant time: KW_OK or KW_BAD_TAG. A tag of another size is
 * KW_BAD_ARGUMENT, and leaves the state as it was. */
KW_CHECKED kw_status kw_mac_final_verify(kw_mac_state *state, const void *tag, size_t tag_size);

/* A whole message. tag may overlap msg or key. */
KW_CHECKED kw_status kw_mac_once(const kw_mac *mac, void *tag, size_t tag_size, const void *msg,
                                 size_t msg_size, const void *key, size_t key_size);

/* KW_OK or KW_BAD_TAG for a whole message and its tag, compared in constant time. */
KW_CHECKED kw_status kw_mac_verify(const kw_mac *mac, const void *tag, size_t tag_size,
                                   const void *msg, size_t msg_size, const void *key,
                                   size_t key_size);

/* ---- Signatures -----------------------------------------------------------------------------
 *
 * Names: SLH-DSA-SHA2-128s   -128f  -192s  -192f  -256s  -256f,
 *        SLH-DSA-SHAKE-128s  -128f  -192s  -192f  -256s  -256f (FIPS 205).
 *
 * Keys and signatures are byte strings of fixed sizes, as the standard encodes them. Everywhere a
 * secret key is taken, an expanded one is taken, too: the sizes tell them apart. Verification takes
 * signatures of any size: one of a wrong size is a KW_BAD_SIGNATURE, before a byte of it is read.
 */
typedef struct kw_sig kw_sig;

/* The table. Properties of a NULL row are NULL or 0. Sizes are in bytes. */
KW_API size_t kw_sig_count(void);
KW_API const kw_sig *kw_sig_at(size_t index);
KW_API const kw_sig *kw_sig_find(const char *name);
KW_API const char *kw_sig_name(const kw_sig *sig);
KW_API const char *kw_sig_standard(const kw_sig *sig);
KW_API size_t kw_sig_public_key_size(const kw_sig *sig);
KW_API size_t kw_sig_secret_key_size(const kw_sig *sig);
KW_API size_t kw_sig_signature_size(const kw_sig *sig);
KW_API size_t kw_sig_seed_size(const kw_sig *sig);       /* of key generation */
KW_API size_t kw_sig_randomness_size(const kw_sig *sig); /* of signing: SLH-DSA's addrnd */
KW_API size_t kw_sig_context_max(const kw_sig *sig);     /* the longest context; 0: it has none */
KW_API size_t kw_sig_expanded_size(const kw_sig *sig);   /* of an expanded secret key */

/* A new pair of keys, from the operating system's randomness (FIPS 205, algorithm 21).
 * threads: how many may share the work, at most 64; 0 and 1 mean the caller's alone. They end with
 * the call, and the result does not depend on them. */
KW_CHECKED kw_status kw_sig_keygen(const kw_sig *sig, void *pk, size_t pk_size, void *sk,
                                   size_t sk_size, unsigned threads);

/* The pair that a seed determines: SK.seed || SK.prf || PK.seed, 3 n bytes (algorithm 18). */
KW_CHECKED kw_status kw_sig_keygen_from_seed(const kw_sig *sig, void *pk, size_t pk_size, void *sk,
                                             size_t sk_size, const void *seed, size_t seed_size,
                                             unsigned threads);

/* The public key that a secret key, plain or expanded, has in it. */
KW_CHECKED kw_status kw_sig_public_key(const kw_sig *sig, void *pk, size_t pk_size, const void *sk,
                                       size_t sk_size);

/* KW_OK, or KW_BAD_KEY for a secret key, not expanded, whose PK.root is not that of its seeds. It
 * takes the time of key generation; signing does not look. */
KW_CHECKED kw_status kw_sig_check_key(const kw_sig *sig, const void *sk, size_t sk_size,
                                      unsigned threads);

/* Makes a secret key ready: what signing computes for each key, and the top tree, are computed
 * once. Signing takes 6 to 14 % (s sets) or 5 to 7 % (f sets) less time then. It takes the time of
 * key generation, and tells KW_BAD_KEY as kw_sig_check_key does. The result is secret: give it to
 * kw_wipe in the end. It is for this version of the library on this kind of machine, not to be
 * stored. Any alignment will do. */
KW_CHECKED kw_status kw_sig_expand(const kw_sig *sig, void *expanded, size_t expanded_size,
                                   const void *sk, size_t sk_size, unsigned threads);

enum {
  /* Verify the signature before giving it out, and hash the message again for that (but not for a
   * pre-hash). Catches what went wrong in the chains and the paths
   * of the signature and in the top tree: whatever verifiers would refuse. Does not catch a wrong
   * node of a lower tree that the path and the root both have come from: verifiers accept it, and
   * such a signature, beside a right one, gives signing keys of that tree away. */
  KW_CHECK_VERIFY = 1,
  /* Compute the FORS trees' and each subtree's root a second time, in another order, and compare
   * before the layer above signs it: catches those wrong nodes. Twice the time. Does not catch what
   * goes wrong after the root was computed: for that, KW_CHECK_VERIFY. Neither catches a fault that
   * strikes both computations alike, or the secret key before the call. */
  KW_CHECK_ROOTS = 2
};

/* What a message is signed or verified with. NULL, or all zeros, is the standard's pure signature
 * with an empty context. */
typedef struct kw_sig_options {
  const void *context; /* context_size <= kw_sig_context_max bytes */
  size_t context_size;
  /* HashSLH-DSA (FIPS 205, 10.2.2) with this hash function: SHA-2, SHA-3 or SHAKE. (The standard
   * allows sha256 and shake128 for the sets of 128 bits alone; the choice is the caller's.) NULL:
   * the message itself is signed. */
  const kw_hash *prehash;
  /* The same for a message that was absorbed already, in any pieces, by this state; the message is
   * (NULL, 0) then, and prehash NULL. The state is left as it was. */
  const kw_hash_state *hashed;
  unsigned threads; /* signing: as kw_sig_keygen has it */
  unsigned checks;  /* signing: KW_CHECK_VERIFY | KW_CHECK_ROOTS, or 0; KW_FAULT if one fails */
} kw_sig_options;

/* Signs msg, with the operating system's randomness mixed in: "hedged" (FIPS 205, algorithms 22 and
 * 23). signature may overlap msg, and is zeroed on an error; it may not overlap an expanded
 * key: KW_BAD_ARGUMENT, and then nothing is written. */
KW_CHECKED kw_status kw_sign(const kw_sig *sig, void *signature, size_t signature_size,
                             const void *msg, size_t msg_size, const void *sk, size_t sk_size,
                             const kw_sig_options *options);

/* The same without randomness: one message has one signature. Faults and side channels are easier
 * to exploit then. */
KW_CHECKED kw_status kw_sign_deterministic(const kw_sig *sig, void *signature,
                                           size_t signature_size, const void *msg, size_t msg_size,
                                           const void *sk, size_t sk_size,
                                           const kw_sig_options *options);

/* The same with the randomness given: for tests, and for callers with a generator of their own. */
KW_CHECKED kw_status kw_sign_derand(const kw_sig *sig, void *signature, size_t signature_size,
                                    const void *msg, size_t msg_size, const void *sk,
                                    size_t sk_size, const void *randomness, size_t randomness_size,
                                    const kw_sig_options *options);

/* slh_sign_internal (algorithm 19), for protocols and tests that format messages themselves: its
 * signatures are not those of kw_sign. randomness (NULL, 0): deterministic. */
KW_CHECKED kw_status kw_sign_internal(const kw_sig *sig, void *signature, size_t signature_size,
                                      const void *msg, size_t msg_size, const void *sk,
                                      size_t sk_size, const void *randomness,
                                      size_t randomness_size);

/* KW_OK or KW_BAD_SIGNATURE (algorithms 24 and 25). Of the options context, prehash and hashed
 * count; threads and checks have to be 0. */
KW_CHECKED kw_status kw_verify(const kw_sig *sig, const void *signature, size_t signature_size,
                               const void *msg, size_t msg_size, const void *pk, size_t pk_size,
                               const kw_sig_options *options);

/* slh_verify_internal (algorithm 20). */
KW_CHECKED kw_status kw_verify_internal(const kw_sig *sig, const void *signature,
                                        size_t signature_size, const void *msg, size_t msg_size,
                                        const void *pk, size_t pk_size);

typedef struct kw_signed {
  const void *signature;
  size_t signature_size;
  const void *msg;
  size_t msg_size;
} kw_signed;

/* Verifies count signatures under one key and with the same options (not `hashed`) side by side,
 * which is faster than one by one: results[i] is KW_OK or KW_BAD_SIGNATURE. The status is KW_OK
 * whatever the results are; on an error, each of them is that error. */
KW_CHECKED kw_status kw_verify_many(const kw_sig *sig, size_t count, kw_status results[],
                                    const kw_signed items[], const void *pk, size_t pk_size,
                                    const kw_sig_options *options);

/* Verification of a message that comes in pieces. The signature is needed first and again at the
 * end: its beginning is hashed before the message is. */
typedef struct kw_verify_state {
  uint64_t opaque[104];
} kw_verify_state;
KW_API size_t kw_verify_state_size(void);

/* Begins a message. A signature of a wrong size is found out at the end. options as for kw_verify,
 * but not `hashed`; what they point to is copied. */
KW_CHECKED kw_status kw_verify_init(kw_verify_state *state, const kw_sig *sig,
                                    const void *signature, size_t signature_size, const void *pk,
                                    size_t pk_size, const kw_sig_options *options);
KW_CHECKED kw_status kw_verify_update(kw_verify_state *state, const void *msg, size_t msg_size);

/* KW_OK or KW_BAD_SIGNATURE; the same signature as at the beginning. The state is finished then:
 * any further call but kw_verify_init is KW_BAD_STATE. */
KW_CHECKED kw_status kw_verify_final(kw_verify_state *state, const void *signature,
                                     size_t signature_size);

/* ---- Levels: which instructions are used ----------------------------------------------------
 *
 * A level names a set of instruction set extensions, as processors have them together:
 *   portable   C alone; also the specification of all other levels
 *   avx2       AVX2, BMI1 and BMI2 (a Haswell)
 *   shani      SSE4.1 and the SHA extensions, without AVX2
 *   avx512     avx2 and AVX-512 F, VL, BW, DQ (a Skylake server: no SHA extensions)
 *   zen4       avx512 and shani, and the choices that suit AMD's processors
 *   rv64       RISC-V RV64GC
 *   simd128    WebAssembly SIMD
 *   auto       all that this machine has, the best of each: the default
 * All levels give the same results. Pin one by KATWISE_CPU=name in the environment, or here.
 */
KW_API size_t kw_level_count(void);             /* levels of this build */
KW_API const char *kw_level_name(size_t index); /* "portable" first, "auto" last; else NULL */
KW_API int kw_level_available(size_t index);    /* 1 if this machine can run it, else 0 */
KW_API const char *kw_level_current(void);

/* KW_BAD_ARGUMENT for a name that is no level of this build or NULL, KW_UNAVAILABLE for one that
 * this machine cannot run; the level in use then stays. Not to be called beside other calls. */
KW_CHECKED kw_status kw_level_use(const char *name);

/* KW_OK, or why the level that KATWISE_CPU named at start could not be used ("auto" is, then). */
KW_CHECKED kw_status kw_level_start_status(void);

/* ---- Tools ---------------------------------------------------------------------------------- */

/* Fills out from the operating system's generator. No state, no pool: safe after fork. Without
 * randomness, KW_NO_RANDOM, and out is zeroed. */
KW_CHECKED kw_status kw_random(void *out, size_t size);

/* Overwrites memory with zeros in a way that compilers keep. */
KW_API void kw_wipe(void *p, size_t size);

/* 1 if the two strings are equal, else 0; the time depends on size alone. */
KW_CHECKED int kw_equal(const void *a, const void *b, size_t size);

#ifdef __cplusplus
}
#endif
#endif
