import { afterAll, expect, test } from 'vitest';
import { Compiler } from '../../grader/compile/index.ts';
import { parts, printedByGcc, printedHere, reasonToSkip } from './against-gcc.ts';
import { replay, rounds, TIMEOUT_MS } from './budget.ts';
import { generate } from './integers/generate.ts';

/** Programs of a round: four sources, because a source of all of them takes long to compile. */
const SOURCES = 4;
const PROGRAMS = 50;

const skipped = reasonToSkip ? ` (skipped: ${reasonToSkip})` : '';

const compiler = new Compiler({ isLongLived: true });
afterAll(() => compiler.dispose());

test.skipIf(reasonToSkip)(
  `generated programs have no undefined arithmetic${skipped}`,
  () => {
    const { source } = generate(1, PROGRAMS);
    const printed = printedByGcc(source, '-O0');
    expect(parts(printed).length).toBe(PROGRAMS);
    expect(printedByGcc(source, '-O2')).toBe(printed);
  },
  TIMEOUT_MS,
);

test.skipIf(reasonToSkip)(
  `integer arithmetic prints what g++ prints${skipped}`,
  async () => {
    for (const seed of rounds()) {
      console.log(`integers: seed ${seed}`);
      for (let number = 0; number < SOURCES; number++) {
        const { source, programs } = generate(seed * SOURCES + number, PROGRAMS);
        const [own, other] = [parts(await printedHere(compiler, source)), parts(printedByGcc(source))];
        expect(own.length).toBe(PROGRAMS);
        const wrong = own.findIndex((text, index) => text !== other[index]);
        if (wrong >= 0) expect(own[wrong], `${replay('integers', seed, null)}\n${programs[wrong]}`).toBe(other[wrong]);
      }
    }
  },
  TIMEOUT_MS,
);
