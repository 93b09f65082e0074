import { describe, expect, it } from 'vitest';
import type { DeviceFault } from '../../grader/device/index.ts';
import { wordFault } from './facts.ts';

const at = { position: { file: 'h.cu', line: 7, column: 5 }, thread: [17, 0, 0], block: [3, 0, 0] } as const;
const buffer = { label: 'bins', role: 'shared', bytes: 256, offset: 40 } as const;
const fault = (change: Partial<DeviceFault>): DeviceFault => ({
  rule: 'shared-race',
  kernel: 'histogram',
  launch: 0,
  at: { ...at, access: 'read' },
  other: null,
  count: 1,
  bytes: 4,
  buffer,
  detail: null,
  cluster: { rank: 5, blocks: 8 },
  ...change,
});
const words = (change: Partial<DeviceFault>, visible = true) => wordFault(fault(change), { launch: null, visible });

describe('findings about clusters', () => {
  it('names the block whose memory is used too late or too early', () => {
    const late = words({ detail: 'block-ended' });
    expect(late.message).toContain(
      'reads element 10 of bins in shared memory of the block with rank 5 in the cluster, but that block can have ended',
    );
    expect(late.hint).toContain('Call cluster.sync() after the last access');
    const early = words({ detail: 'block-not-started' });
    expect(early.message).toContain('need not have started yet');
    expect(early.hint).toContain('Call cluster.sync() before the first access');
  });

  it('names the rank for an access out of bounds', () => {
    const past = words({ rule: 'shared-out-of-bounds', buffer: { ...buffer, offset: 260 } });
    expect(past.message).toContain('bins, in shared memory of the block with rank 5 in the cluster.');
  });

  it('tells a race inside the cluster from one of all blocks', () => {
    const other = { ...at, access: 'write', block: [2, 0, 0] } as const;
    expect(words({ detail: 'between-blocks', other }).message).toContain(
      'they belong to different blocks of one cluster, with no barrier of the cluster between the two.',
    );
    const sameBlock = words({ detail: 'between-blocks', other: { ...other, block: [3, 0, 0] } });
    expect(sameBlock.message).toContain('Threads of different blocks of the cluster race here too.');
    expect(sameBlock.message).not.toContain('they belong to different blocks');
  });

  it('counts the threads that reach the barrier of the cluster', () => {
    const waiting = { arrived: 96, alive: 128, threads: 128 };
    const exited = { rule: 'barrier-divergence', detail: 'exited-cluster', buffer: null, waiting } as const;
    expect(words(exited).message).toContain("Only 96 of the cluster's 128 threads reach this barrier of the cluster");
    expect(words(exited, false).message).not.toMatch(/96|128/);
  });

  it('tells the ranks that map_shared_rank takes', () => {
    const none = { rule: 'shared-out-of-bounds', detail: 'no-such-block', buffer: null } as const;
    const asked = words({ ...none, cluster: { rank: 8, blocks: 8 } }).message;
    expect(asked).toContain('for rank 8 that does not exist: the cluster has 8 blocks, with ranks 0 to 7.');
    const other = words({ ...none, detail: 'not-shared' });
    expect(other.message).toContain('a pointer that does not lead to shared memory');
  });

  it('of hidden cases tells neither ranks nor elements', () => {
    for (const detail of ['block-ended', 'block-not-started', 'between-blocks'] as const)
      expect(words({ detail }, false).message).not.toMatch(/rank 5|element 10/);
  });
});
