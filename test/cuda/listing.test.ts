import { expect, it } from 'vitest';
import { declaredFunctions } from './declared.ts';
import { programs } from './programs.ts';

/** Of a function alone: the statement begins with its name, and no other one is named beside it. */
function ofItsOwn(name: string): (statement: string) => boolean {
  return (statement) => statement.startsWith(name) && !/^(?:\w|:|, |,? and _)/.test(statement.slice(name.length));
}

/** They end a kernel: test/rules/ shows them. */
const ENDING = ['__trap', '__brkpt', '__assert_fail'];

/** What Clang makes of `<<<>>>` in device code. */
const OF_THE_COMPILER = ['cudaGetParameterBuffer', 'cudaLaunchDevice'];

it('every function that our headers declare has a statement of its own', async () => {
  const statements = programs.flatMap((program) => program.statements);
  const declared = await declaredFunctions();
  const nowhereElse = [...ENDING, ...OF_THE_COMPILER];
  expect(declared.filter((name) => !nowhereElse.includes(name) && !statements.some(ofItsOwn(name)))).toEqual([]);
  // What the list is made of is not lost unseen.
  expect(declared).toEqual(expect.arrayContaining(['__popc', 'sinf', 'cudaMalloc', 'thread_block::sync', '__hadd2']));
});
