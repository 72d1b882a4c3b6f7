/* SPDX-License-Identifier: MIT
 * The parts of the program `errors`. */
#ifndef KATWISE_ERRORS_H
#define KATWISE_ERRORS_H

/* errors_sig.c */
void test_signature_rows(void);
void test_key_arguments(void);
void test_signing_arguments(void);
void test_empty_strings(void);
void test_keys_that_do_not_fit(void);
/* errors_verify.c */
void test_verifying_arguments(void);
void test_signature_sizes(void);

#endif
