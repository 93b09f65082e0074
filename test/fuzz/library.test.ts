import { afterAll, expect, test } from 'vitest';
import { Compiler } from '../../grader/compile/index.ts';
import { parts, printedByGcc, printedHere, reasonToSkip } from './against-gcc.ts';
import { replay, rounds, TIMEOUT_MS } from './budget.ts';
import { generate } from './library/generate.ts';

const PROGRAMS = 60;

const compiler = new Compiler({ isLongLived: true });
afterAll(() => compiler.dispose());

test.skipIf(reasonToSkip)(
  `the C library prints what glibc prints${reasonToSkip ? ` (skipped: ${reasonToSkip})` : ''}`,
  async () => {
    for (const seed of rounds()) {
      console.log(`library: seed ${seed}`);
      const { source, programs } = generate(seed, PROGRAMS);
      const [own, other] = [parts(await printedHere(compiler, source)), parts(printedByGcc(source))];
      expect(own.length).toBe(PROGRAMS);
      const wrong = own.findIndex((text, index) => text !== other[index]);
      if (wrong >= 0) expect(own[wrong], `${replay('library', seed, null)}\n${programs[wrong]}`).toBe(other[wrong]);
    }
  },
  TIMEOUT_MS,
);
