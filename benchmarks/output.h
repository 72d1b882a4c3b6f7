/* SPDX-License-Identifier: MIT
 * Rows as a table for people, and as JSON (docs/benchmarks.md) for programs. */
#ifndef BENCH_OUTPUT_H
#define BENCH_OUTPUT_H
#include <stdio.h>

#include "measure.h"

void print_timer(FILE *file);
void print_rows(FILE *file, const struct job *job, const struct row *rows, size_t count);

/* begin, any number of rows, end */
void json_begin(FILE *file);
void json_rows(FILE *file, const struct job *job, const struct row *rows, size_t count);
void json_end(FILE *file);

#endif
