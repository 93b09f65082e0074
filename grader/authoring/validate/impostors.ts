import { type ArrayParameter, storeElements } from '../../spec/index.ts';
import { isFloat, largestGap, mapped, toHalf } from './arrays.ts';
import { type Bench, type BenchCase, SEEDS } from './bench.ts';
import { gapOf } from './gaps.ts';
import { impostorsOf } from './impostors/index.ts';
import { concluded, type Flaw, type Outcome, type Proof, plural } from './proof.ts';
import { describeFinding, failedChecks, type Trial } from './trial.ts';

export const impostors: Proof = {
  id: 'impostors',
  proves:
    'Programs that store nothing, zero, a constant or a copy of an input fail, and so does arithmetic in half precision.',
  async prove(bench) {
    const { spec } = bench.assignment;
    const programs = impostorsOf(spec, await usualValue(bench));
    if (programs === null) {
      const message = `no impostors can be written for style ${spec.entry.style} with these parameters, so nothing shows that trivial kernels fail`;
      const mend =
        'Let every size be a parameter of the function, or an extent of an input by itself; a tensor function has one output.';
      return concluded('not proven', [{ where: 'assignment.yaml', message, mend }]);
    }
    const isFunction = spec.entry.style === 'program' && { isFunction: true as const };
    const trials = await bench.gradeAll(
      programs.map((program) => ({ candidate: { ...program, ...isFunction }, seed: SEEDS[0] })),
    );
    const flaws = trials.flatMap((trial, index) => accepted(trial, programs[index]?.does ?? ''));
    const halves = await inHalf(bench);
    return seenOf(programs.length, halves, flaws);
  },
};

function seenOf(programs: number, halves: Halves, flaws: readonly Flaw[]): Outcome {
  const seen = [`${plural(programs, 'program')} graded`, halves.seen];
  return concluded(seen.join('; '), [...flaws, ...halves.flaws]);
}

/** It must fail for its outputs: one that does not even compile would show nothing. */
function accepted(trial: Trial, does: string): Flaw[] {
  const where = `a program that ${does}`;
  const failing = failedChecks(trial);
  if (failing.includes('compile')) {
    const [first] = trial.findings.filter(({ check }) => check === 'compile');
    const message = `it does not compile, so nothing is shown${first ? `: ${describeFinding(first)}` : ''}`;
    return [{ where, message, mend: 'Allow CUDA and its headers; or this is a fault of grade: report it.' }];
  }
  if (trial.verdict === 'failed' && failing.includes('correctness')) return [];
  const message =
    trial.verdict === 'passed' ? 'it passes' : `correctness passes; only ${failing.join(', ') || 'nothing'} fails`;
  const mend =
    'Draw inputs whose outputs differ from that (other distributions, other seeds), or make the tolerance smaller.';
  return [{ where, message, mend }];
}

/** The median of all expected outputs. */
async function usualValue(bench: Bench): Promise<number> {
  const values = (await bench.cases(SEEDS[0])).flatMap(({ want }) => Object.values(want).map((one) => [...one]));
  const sorted = values.flat().sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

interface Halves {
  readonly seen: string;
  readonly flaws: readonly Flaw[];
}

/** What a computation in float16 would at best give, through the assignment's own comparison. */
async function inHalf(bench: Bench): Promise<Halves> {
  const outputs = bench.compared.filter(({ type }) => isFloat(type));
  if (outputs.length === 0) return { seen: 'no floating-point output, so nothing in half precision', flaws: [] };
  const cases = await bench.cases(SEEDS[0]);
  const hasFloats = bench.inputs.some(({ type }) => isFloat(type));
  const ways: Record<string, (one: BenchCase) => Promise<Readonly<Record<string, Float64Array>>>> = {
    'outputs rounded to half precision': async (one) => {
      const exact = await bench.exact(one, one.inputs);
      return Object.fromEntries(Object.entries(exact).map(([name, values]) => [name, mapped(values, toHalf)]));
    },
    ...(hasFloats && {
      'inputs rounded to half precision': (one) => bench.exact(one, halfInputs(bench, one)),
    }),
  };
  const flaws: Flaw[] = [];
  const counts: string[] = [];
  for (const [what, compute] of Object.entries(ways)) {
    let failing = 0;
    let isExact = true;
    for (const one of cases) {
      const got = await compute(one);
      const exact = await bench.exact(one, one.inputs);
      isExact &&= outputs.every(({ name }) => largestGap(got[name] ?? [], exact[name] ?? []).error === 0);
      if (outputs.some((output) => isWrong(bench, one, output, got))) failing += 1;
    }
    // What half precision holds to the bit is no worse than the right solution.
    if (isExact) {
      counts.push(`${what} lose nothing here`);
      continue;
    }
    counts.push(`${what}: ${failing} of ${cases.length} cases fail`);
    if (failing === 0) {
      const message = 'it passes every case';
      const mend = 'Make the tolerance smaller, or draw inputs that half precision cannot hold.';
      flaws.push({ where: `a computation with ${what}`, message, mend });
    }
  }
  return { seen: counts.join('; '), flaws };
}

/** Floating-point inputs as float16 has them. */
export function halfInputs({ inputs }: Bench, one: BenchCase): BenchCase['inputs'] {
  return {
    ...one.inputs,
    ...Object.fromEntries(
      inputs
        .filter(({ type }) => isFloat(type))
        .map(({ name }) => [name, mapped(one.inputs[name] ?? new Float64Array(), toHalf)]),
    ),
  };
}

/** True if values of an output, stored in its type, are not right. */
function isWrong(
  { assignment: { spec } }: Bench,
  one: BenchCase,
  output: ArrayParameter,
  computed: Readonly<Record<string, Float64Array>>,
): boolean {
  const { name, type } = output;
  const stored = storeElements(type, computed[name] ?? new Float64Array());
  return gapOf(spec, one, output, { [name]: stored }, one.want).share > 1;
}
