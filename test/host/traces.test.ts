import { describe, expect, it } from 'vitest';
import { Traces } from '../../grader/host/traces.ts';

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
  it('is the offsets of the host module in the stack, innermost first, without those of device code', () => {
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
