import { describe, expect, it } from 'vitest';
import { CallBudget, charged } from '../../grader/host/cuda/costs.ts';
import { Traces, withDeepStacks } from '../../grader/host/traces.ts';

const LONG = `std::__2::vector<${'std::__2::basic_string<char>, '.repeat(40)}int>::push_back(int const&)`;

function stackOf(...frames: string[]): Error {
  const error = new Error('x');
  error.stack = `Error: x\n${frames.join('\n')}`;
  return error;
}

/** The code offsets that a stack is kept as. */
function offsetsOf(...frames: string[]): readonly number[] {
  const traces = new Traces();
  const { trace } = traces.of(stackOf(...frames));
  return traces.stacks[trace] ?? [];
}

describe('a place in host code', () => {
  it('has the offsets of the host module, innermost first, without device code', () => {
    const frames = [
      '    at Context.call (file:///grader/host/cuda/context.js:76:9)',
      '    at kernel (wasm://wasm/device.wasm-01:wasm-function[3]:0x10)',
      `    at ${LONG} (wasm://wasm/host.wasm-02:wasm-function[12]:0x2aF)`.toLowerCase(),
      '    at wasm://wasm/host.wasm-02:wasm-function[7]:0x1f',
    ];
    expect(offsetsOf(...frames)).toEqual([0x2af, 0x1f]);
  });

  it('is found in the stacks of other browsers too', () => {
    expect(offsetsOf('main@http://localhost/host.wasm:wasm-function[7]:0x1f', 'run@http://localhost/a.js:1:2')).toEqual(
      [0x1f],
    );
  });

  it('has a number, the same one for the same place', () => {
    const traces = new Traces();
    const at = (offset: string) => traces.of(stackOf(`    at wasm://wasm/host:wasm-function[7]:0x${offset}`)).trace;
    expect([at('1'), at('2'), at('1')]).toEqual([0, 1, 0]);
  });

  it('is found in a time that grows with the stack and not with its square', () => {
    const frame = `    at ${LONG.repeat(20)} (wasm://wasm/host:wasm-function[7]:0x1)`;
    const traces = new Traces();
    const started = performance.now();
    for (let i = 0; i < 200; i++) traces.of(stackOf(frame, frame, frame, frame));
    expect(performance.now() - started).toBeLessThan(500);
  });
});

/** A module whose `outer(n)` calls itself n times, and then `f`, which it imports. */
const RECURSIVE = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 8, 2, 0x60, 0, 0, 0x60, 1, 0x7f, 0, 2, 7, 1, 1, 0x61, 1, 0x66, 0, 0],
  ...[3, 2, 1, 1, 7, 9, 1, 5, 0x6f, 0x75, 0x74, 0x65, 0x72, 0, 1],
  ...[10, 19, 1, 17, 0, 0x20, 0, 4, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x10, 1, 5, 0x10, 0, 0x0b, 0x0b],
);

describe('the place of a call', () => {
  /** What is found in a call, and what its whole stack says. */
  const found = (frames: number, isNested: boolean) => {
    const traces = new Traces();
    const places: number[] = [];
    let isFirst = true;
    const f = () => {
      if (isNested && isFirst) {
        isFirst = false;
        outer(1);
      } else places.push(traces.here().trace, traces.of(new Error()).trace);
    };
    const a = charged({ f: f as () => undefined }, new CallBudget(100), traces, () => {});
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(RECURSIVE), { a });
    const outer = exports['outer'] as (frames: number) => void;
    withDeepStacks(() => outer(frames));
    return { places, stack: traces.stacks[places[0] ?? -1] };
  };

  it.each([0, 1, 3, 4, 5, 8])('is the same as that of its whole stack, with %i callers', (callers) => {
    const { places, stack } = found(callers, false);
    expect(places[0]).toBe(places[1]);
    expect(stack).toHaveLength(callers + 1);
  });

  it('has the frames of the call that called host code', () => {
    const { places, stack } = found(2, true);
    expect(places[0]).toBe(places[1]);
    expect(stack).toHaveLength(5);
  });

  it('has frames past a function that JavaScript runs for host code', () => {
    const traces = new Traces();
    const places: number[] = [];
    const f = () => void places.push(traces.here().trace, traces.of(new Error()).trace);
    const answered = charged({ f: f as () => undefined }, new CallBudget(100), traces, () => {}).f as () => void;
    let isFirst = true;
    const dispatch = () => {
      if (!isFirst) return answered();
      isFirst = false;
      traces.invoking(() => outer(3));
    };
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(RECURSIVE), { a: { f: dispatch } });
    const outer = exports['outer'] as (frames: number) => void;
    withDeepStacks(() => outer(2));
    expect(places[0]).toBe(places[1]);
    expect(traces.stacks[places[0] ?? -1]).toHaveLength(7);
  });
});
