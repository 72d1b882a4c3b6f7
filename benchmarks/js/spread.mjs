// SPDX-License-Identifier: MIT
// What is told of samples: as benchmarks/spread.c has it.
const RESAMPLES = 1000;
const TAIL = RESAMPLES / 40; // 2.5 % at each end

const middle = (s, quarters = 2) => {
  const k = (quarters * s.length) / 4;
  return s.length > 1 ? (s[k - 1] + s[k]) / 2 : s[0];
};

/** Marsaglia's xorshift32: the same numbers in each run. */
function* numbers() {
  for (let x = 1; ; ) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    yield x >>> 0;
  }
}

/** 95 % of the medians that other samples might have had: Criterion's interval. */
function bootstrap(s) {
  const random = numbers();
  const draw = () => s[random.next().value % s.length];
  const medians = Float64Array.from({ length: RESAMPLES }, () => middle(s.map(draw).sort())).sort();
  return { low: medians[TAIL], high: medians[RESAMPLES - 1 - TAIL] };
}

/** Of a multiple of 4 values, or of one. */
export function spread(values) {
  const s = Float64Array.from(values).sort();
  const n = s.length;
  const inner = n > 1 ? s.subarray(n / 4, (3 * n) / 4) : s;
  const iqm = inner.reduce((sum, value) => sum + value, 0) / inner.length;
  const quartiles = { q1: middle(s, 1), median: middle(s), q3: middle(s, 3) };
  return { min: s[0], ...quartiles, iqm, ...bootstrap(s) };
}
