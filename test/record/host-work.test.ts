import { describe, expect, it } from 'vitest';
import type { Buffer } from '../../grader/record/buffers.ts';
import { HostWork } from '../../grader/record/host-work.ts';

const buffer = (role: Buffer['role'], bytes: number): Buffer => ({
  ...{ number: 0, pointer: 4096, bytes, label: 'x', role, allocatedAt: null, live: true },
});
const input = buffer('input', 8);
const at = { trace: 7 };
const bytes = (...values: number[]) => Uint8Array.from(values);

describe('what the host carries over', () => {
  it('is what it brings after it has fetched half of an input', () => {
    const work = new HostWork();
    work.brought(100, bytes(1, 2, 3, 4), at);
    expect(work.carriedOver(1)).toBeNull();
    work.fetched(input, 200, bytes(1, 2, 3));
    work.brought(100, bytes(1, 2, 3, 4), at);
    expect(work.carriedOver(1)).toBeNull();
    work.fetched(input, 203, bytes(4));
    work.brought(100, bytes(1, 2, 3, 4), at);
    expect(work.carriedOver(5)).toBeNull();
    expect(work.carriedOver(4)).toBe(at);
  });

  it('is no input that goes back as it came, in one piece or in several', () => {
    const work = new HostWork();
    work.fetched(input, 200, bytes(1, 2, 3, 4, 5, 6, 7, 8));
    work.brought(200, bytes(1, 2, 3, 4, 5, 6, 7, 8), at);
    work.brought(204, bytes(5, 6), at);
    expect(work.carriedOver(1)).toBeNull();
    work.brought(204, bytes(5, 7), at);
    expect(work.carriedOver(1)).toBe(at);
  });

  it('is nothing of a buffer of its own', () => {
    const work = new HostWork();
    work.fetched(buffer('student', 8), 200, bytes(1, 2, 3, 4, 5, 6, 7, 8));
    work.brought(100, bytes(1, 2, 3, 4), at);
    expect(work.carriedOver(1)).toBeNull();
  });
});
