import { describe, expect, it } from 'vitest';
import { Clock } from '../../../grader/host/module/clock.ts';
import { NO_INPUT } from '../../../grader/host/module/input.ts';
import { HostMemory } from '../../../grader/host/module/memory.ts';
import { Output } from '../../../grader/host/module/output.ts';
import { complete, unknownSystemCall, wasiImports } from '../../../grader/host/module/wasi.ts';
import { ProgramExit } from '../../../grader/host/signals.ts';
import { assemble } from '../modules.ts';

/** The numbers of Linux. */
const ERRNO = { success: 0, badf: 9, spipe: 29, nosys: 38 };

function open(argv: readonly string[] = ['program'], seed = 1) {
  const memory = new HostMemory(new WebAssembly.Memory({ initial: 1 }), () => false);
  const output = new Output({ outputBytes: 1000 });
  const calls = wasiImports(() => memory, { argv, input: NO_INPUT, output, clock: new Clock(seed), files: {} });
  const call = (name: string, ...args: number[]) => {
    const found = calls[name];
    if (!found) throw new Error(`no ${name}`);
    return found(...args);
  };
  /** Puts text at 512 and a vector of it at 256. */
  const vector = (text: string) => {
    const bytes = new TextEncoder().encode(text);
    memory.bytes(512, bytes.length).set(bytes);
    memory.setWord(256, 512);
    memory.setWord(264, bytes.length);
  };
  return { memory, output, call, vector };
}

describe('the system that host code sees', () => {
  it('prints to standard output and error, and to nothing else', () => {
    const { call, output, vector, memory } = open();
    vector('out');
    expect(call('fd_write', 1, 256, 1, 0)).toBe(ERRNO.success);
    expect(memory.u32(0)).toBe(3);
    vector('err');
    call('fd_write', 2, 256, 1, 0);
    expect(call('fd_write', 3, 256, 1, 0)).toBe(ERRNO.badf);
    expect(call('fd_write', 0, 256, 1, 0)).toBe(ERRNO.badf);
    expect([output.text('stdout'), output.text('stderr')]).toEqual(['out', 'err']);
  });

  it('finds the end of standard input at once', () => {
    const { call, memory } = open();
    memory.setU32(0, 99);
    expect(call('fd_read', 0, 256, 1, 0)).toBe(ERRNO.success);
    expect(memory.u32(0)).toBe(0);
    expect(call('fd_read', 5, 256, 1, 0)).toBe(ERRNO.badf);
  });

  it('gives arguments, and an empty environment', () => {
    const { call, memory } = open(['program', 'é', '']);
    call('args_sizes_get', 0, 8);
    expect([memory.u64(0), memory.u64(8)]).toEqual([3n, 12n]);
    call('args_get', 16, 100);
    expect([16, 24, 32].map((at) => memory.text(memory.pointer(at)))).toEqual(['program', 'é', '']);
    call('environ_sizes_get', 0, 8);
    expect([memory.u64(0), memory.u64(8)]).toEqual([0n, 0n]);
  });

  it('has clocks that move on and start at other times with another seed', () => {
    const read = (seed: number) => {
      const { call, memory } = open(['program'], seed);
      return [0, 0, 1, 2].map((id) => {
        call('clock_time_get', id, 0, 0);
        return memory.u32(4) * 2 ** 32 + memory.u32(0);
      });
    };
    const [first, second, monotonic = 0, process] = read(1);
    expect(second).toBeGreaterThan(first ?? 0);
    expect(new Date((first ?? 0) / 1e6).getUTCFullYear()).toBe(2024);
    const day = 86_400e9;
    expect(monotonic).toBeGreaterThan(day);
    expect(monotonic).toBeLessThan(301 * day);
    expect(process).toBeLessThan(1e9);
    expect(read(1)).toEqual([first, second, monotonic, process]);
    expect(Math.abs((read(2)[2] ?? 0) - monotonic)).toBeGreaterThan(day);
  });

  it('lets time pass while a program sleeps, but not its processor time', () => {
    const { call, memory } = open();
    const read = (id: number) => {
      call('clock_time_get', id, 0, 0);
      return Number(memory.u64(0)) / 1e9;
    };
    /** Subscribes to a clock at 100, and reads the events at 200. */
    const sleep = (id: number, seconds: number, isAbsolute = false) => {
      memory.bytes(100, 48).fill(0);
      memory.setU64(100, 77n);
      memory.setU32(116, id);
      memory.setU64(124, BigInt(Math.round(seconds * 1e9)));
      memory.setU32(140, isAbsolute ? 1 : 0);
      expect(call('poll_oneoff', 100, 200, 1, 300)).toBe(ERRNO.success);
      expect([memory.u64(200), memory.u64(208), memory.u64(300)]).toEqual([77n, 0n, 1n]);
    };
    const [real, monotonic] = [read(0), read(1)];
    sleep(0, 5);
    expect([read(0) - real, read(1) - monotonic]).toEqual([expect.closeTo(5, 2), expect.closeTo(5, 2)]);
    sleep(1, read(1) + 7, true);
    expect(read(1) - monotonic).toBeCloseTo(12, 2);
    sleep(1, monotonic, true);
    expect(read(1) - monotonic).toBeCloseTo(12, 2);
    expect(read(2)).toBeLessThan(1);
    sleep(0, 1.8e10);
    expect(read(0)).toBeLessThan(2 ** 63 / 1e9);
    expect(read(2)).toBeLessThan(1);
  });

  it('waits for nothing but clocks', () => {
    const { call, memory } = open();
    memory.bytes(108, 1)[0] = 1;
    expect(call('poll_oneoff', 100, 200, 1, 300)).toBe(ERRNO.nosys);
    expect(call('poll_oneoff', 100, 200, 0, 300)).toBe(ERRNO.nosys);
  });

  it('has random numbers that are the same in every run', () => {
    const draw = () => {
      const { call, memory } = open();
      call('random_get', 0, 64);
      return [...memory.bytes(0, 64)];
    };
    expect(draw()).toEqual(draw());
    expect(new Set(draw()).size).toBeGreaterThan(32);
  });

  it('cannot seek in its streams, and has no folders', () => {
    const { call } = open();
    expect(call('fd_seek', 1, 0, 0, 0)).toBe(ERRNO.spipe);
    expect(call('fd_prestat_get', 3, 0)).toBe(ERRNO.badf);
    expect(call('fd_close', 7)).toBe(ERRNO.badf);
  });

  it('ends with the status of exit', () => {
    const { call } = open();
    try {
      call('proc_exit', 3);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ProgramExit);
      expect((error as ProgramExit).code).toBe(3);
    }
  });

  it('answers ENOSYS to everything else that a module asks for', () => {
    const wasm = assemble(`(module
      (import "wasi_snapshot_preview1" "path_open" (func $open (result i32)))
      (import "wasi_snapshot_preview1" "sock_send" (func $send (result i32)))
      (import "wasi_snapshot_preview1" "sched_yield" (func $yield (result i32)))
      (func (export "f") (result i32) (i32.add (i32.mul (call $open) (call $send)) (call $yield))))`);
    const module = new WebAssembly.Module(wasm);
    const { memory, output } = open();
    const known = wasiImports(() => memory, { argv: [], input: NO_INPUT, output, clock: new Clock(1), files: {} });
    const imports = complete(module, 'wasi_snapshot_preview1', known, unknownSystemCall);
    expect(Object.keys(imports)).toEqual(['path_open', 'sock_send', 'sched_yield']);
    const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
    expect((exports.f as () => number)()).toBe(ERRNO.nosys ** 2);
  });
});
