import { describe, expect, it } from 'vitest';
import { HostMemory } from '../../../grader/host/module/memory.ts';
import { HostTrap } from '../../../grader/host/signals.ts';

const PAGE = 65_536;

function open() {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 4 });
  return { memory, host: new HostMemory(memory, (address) => address >= 0x2000_0000) };
}

function trapOf(body: () => unknown): HostTrap {
  try {
    body();
  } catch (error) {
    if (error instanceof HostTrap) return error;
    throw error;
  }
  throw new Error('nothing trapped');
}

describe('HostMemory', () => {
  it('takes addresses from 2 GiB on as WebAssembly gives them, with a sign', () => {
    const memory = new WebAssembly.Memory({ initial: 33_000, maximum: 33_000 });
    const host = new HostMemory(memory, () => false);
    const address = 2 ** 31 + 16;
    host.setU32(address | 0, 7);
    expect([host.u32(address), host.u32(address | 0)]).toEqual([7, 7]);
    expect(host.bytes(address | 0, 1)[0]).toBe(7);
    expect(host.contains(-8, 4)).toBe(false);
    expect(trapOf(() => host.u32(-8)).message).toContain('out of bounds');
  });

  it('reads and writes numbers up to the last byte', () => {
    const { host } = open();
    host.setU32(PAGE - 4, 0xffff_fffe);
    expect(host.u32(PAGE - 4)).toBe(0xffff_fffe);
    host.setF32(8, 0.5);
    expect(host.u32(8)).toBe(0x3f00_0000);
  });

  it('goes on after the program has grown its memory', () => {
    const { host, memory } = open();
    host.setU32(0, 7);
    memory.grow(1);
    host.setU32(PAGE, 8);
    expect([host.u32(0), host.u32(PAGE)]).toEqual([7, 8]);
  });

  it('crashes past its end, as a device pointer if the address is one', () => {
    const { host } = open();
    expect(trapOf(() => host.u32(PAGE - 3)).devicePointer).toBe(false);
    expect(trapOf(() => host.bytes(PAGE, 1)).devicePointer).toBe(false);
    expect(trapOf(() => host.bytes(0x2000_0100, 4)).devicePointer).toBe(true);
    expect(trapOf(() => host.bytes(16, 0xffff_ffff)).devicePointer).toBe(false);
  });

  it('reads text to its final zero, and cuts what has none', () => {
    const { host } = open();
    host.bytes(10, 6).set(new TextEncoder().encode('k3\0abc'));
    expect(host.text(10)).toBe('k3');
    host.bytes(0, PAGE).fill(0x61);
    expect(host.text(PAGE - 3)).toBe('aaa');
    expect(host.text(0)).toHaveLength(4096);
  });
});
