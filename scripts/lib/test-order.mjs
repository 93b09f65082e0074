// The order of `npm run test:all`, apart from `npm test`.

/** Projects of vitest.config.ts, of which `unit` and `sample` are in `npm test`. */
export const ORDER = [
  'engine',
  'authoring',
  'language',
  'fuzz',
  'browser',
  'hostile',
  'faults',
  'toolchains',
  'playground',
];

/**
 * Projects that run beside others: they begin before `from` and are waited for after `until`. Slurm's tests wait for its
 * clocks. Those of whole batches do one thing at a time, as the playground does.
 */
export const BESIDE = [
  { name: 'cluster', from: 'engine', until: 'fuzz' },
  { name: 'operations', from: 'playground', until: 'playground' },
];
