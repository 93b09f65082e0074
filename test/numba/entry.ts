import type { AssignmentSpec } from '../../grader/spec/index.ts';

/** `work(x, out, n)`, with arrays of n floats. */
export const ENTRY = {
  style: 'device-pointers',
  function: 'work',
  parameters: [
    { name: 'x', role: 'input', type: 'float32', shape: ['n'] },
    { name: 'out', role: 'output', type: 'float32', shape: ['n'] },
    { name: 'n', role: 'scalar', type: 'int32' },
  ],
} as const as unknown as AssignmentSpec['entry'];
