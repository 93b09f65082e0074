import { expect, it } from 'vitest';
import { Traces } from '../../grader/record/traces.ts';

/** An error whose stack was taken. */
function stackOf(...lines: readonly string[]): Error {
  return Object.assign(new Error(), { stack: ['Error', ...lines].join('\n') });
}

it('a trace is the offsets in the module that was called first, as V8 and other engines write them', () => {
  const traces = new Traces();
  const v8 = stackOf(
    '    at Context.here (file:///grader/traces.js:9:20)',
    '    at wasm://wasm/00aa:wasm-function[3]:0x12',
    '    at launch (wasm://wasm/00bb:wasm-function[7]:0xab)',
    '    at main (wasm://wasm/00bb:wasm-function[9]:0x1c)',
  );
  const other = stackOf('launch@wasm://wasm/00bb:wasm-function[7]:0xab', 'main@wasm://wasm/00bb:wasm-function[9]:0x1c');
  expect([traces.of(v8), traces.of(other)]).toEqual([{ trace: 0 }, { trace: 0 }]);
  expect(traces.stacks).toEqual([[0xab, 0x1c]]);
});

it('a trace takes no longer for long paths than they are long', () => {
  const traces = new Traces();
  const path = `    at call (file:///${'folder/'.repeat(3_000)}traces.js:9:20)`;
  const deep = stackOf(...Array<string>(12).fill(path), '    at main (wasm://wasm/00bb:wasm-function[9]:0x1c)');
  for (let count = 0; count < 100; count++) expect(traces.of(deep)).toEqual({ trace: 0 });
}, 5_000);
