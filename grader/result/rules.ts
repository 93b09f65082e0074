/** The seven checks, in the order in which they are judged and shown. */
export const CHECK_IDS = ['compile', 'guards', 'correctness', 'memory', 'races', 'technique', 'speedup'] as const;
export type CheckId = (typeof CHECK_IDS)[number];

/**
 * Every rule a finding can carry, with the check that it belongs to; `null` belongs to none.
 * Names follow compute-sanitizer's terms. Scripts depend on them: add rules freely, rename none.
 */
export const RULES = {
  'compile-error': 'compile',
  'compile-warning': 'compile',
  'signature-mismatch': 'compile',
  'policy-violation': 'compile',
  'out-of-bounds-read': 'guards',
  'out-of-bounds-write': 'guards',
  'wrong-output': 'correctness',
  'unwritten-output': 'correctness',
  'modified-input': 'correctness',
  'wrong-shape': 'correctness',
  'launch-error': 'correctness',
  timeout: 'correctness',
  'host-fault': 'correctness',
  'device-assert': 'correctness',
  'stack-overflow': 'correctness',
  'uninitialized-read': 'memory',
  'shared-out-of-bounds': 'memory',
  'local-out-of-bounds': 'memory',
  'misaligned-access': 'memory',
  'use-after-free': 'memory',
  'double-free': 'memory',
  'host-device-pointer': 'memory',
  'shared-alias': 'memory',
  'undefined-arithmetic': 'memory',
  leak: 'memory',
  'shared-race': 'races',
  'global-race': 'races',
  'host-race': 'races',
  'order-dependent-output': 'races',
  'barrier-divergence': 'races',
  'missing-technique': 'technique',
  'too-slow': 'speedup',
  'needs-review': null,
  'unsupported-feature': null,
} as const satisfies Record<string, CheckId | null>;
export type Rule = keyof typeof RULES;
