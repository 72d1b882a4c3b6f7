/* SPDX-License-Identifier: MIT
 * Lists of numbers for __builtin_shufflevector: f(0), f(1), .. */
#ifndef KATWISE_LANES_H
#define KATWISE_LANES_H

#define LIST2(f, i) f(i), f((i) + 1)
#define LIST4(f, i) LIST2(f, i), LIST2(f, (i) + 2)
#define LIST8(f, i) LIST4(f, i), LIST4(f, (i) + 4)
#define LIST16(f, i) LIST8(f, i), LIST8(f, (i) + 8)
#define LIST32(f, i) LIST16(f, i), LIST16(f, (i) + 16)
#define LIST64(f, i) LIST32(f, i), LIST32(f, (i) + 32)
#define LIST_(n, f) LIST##n(f, 0)
#define LIST(n, f) LIST_(n, f)

/* Rows i and i + d of a matrix exchange the elements whose place differs from their row's in bit d;
 * after d = 1, 2, 4, .. the matrix is transposed, or the two that lie side by side in it. */
#define KEEP(d, j) ((j) & (d) ? LANES + (j) - (d) : (j))
#define TAKE(d, j) ((j) & (d) ? LANES + (j) : (j) + (d))
#define KEEP1(j) KEEP(1, j)
#define TAKE1(j) TAKE(1, j)
#define KEEP2(j) KEEP(2, j)
#define TAKE2(j) TAKE(2, j)
#define KEEP4(j) KEEP(4, j)
#define TAKE4(j) TAKE(4, j)
#define KEEP8(j) KEEP(8, j)
#define TAKE8(j) TAKE(8, j)
#define EXCHANGE(w, rows, d)                                             \
  UNROLL(16)                                                             \
  for (int i = 0; i < rows; i++) {                                       \
    if (i & d) continue;                                                 \
    VEC low = w[i], high = w[i + d];                                     \
    w[i] = __builtin_shufflevector(low, high, LIST(LANES, KEEP##d));     \
    w[i + d] = __builtin_shufflevector(low, high, LIST(LANES, TAKE##d)); \
  }

#endif
