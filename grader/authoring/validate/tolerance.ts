import { Random } from '../../spec/index.ts';
import { percent } from './arithmetic.ts';
import { areFloat32, isFloat, mapped, toHalf } from './arrays.ts';
import { type Bench, type BenchCase, SEEDS } from './bench.ts';
import { gapOf } from './gaps.ts';
import { halfInputs } from './impostors.ts';
import { concluded, type Flaw, type Proof } from './proof.ts';

/** The largest part of the tolerance that rounding may use: a margin of two. */
const MOST = 1 / 2;
/** The least error of half precision in some case, in tolerances. */
const LEAST = 1.5;
/** float32 has 24 significant bits: rounding is off by at most this share of a number. */
const ROUNDING = 2 ** -24;
/** Draws of the rounding errors. */
const DRAWS = 3;

export const tolerance: Proof = {
  id: 'tolerance',
  proves:
    'The tolerance leaves room for float32 in any order, and none for half precision, a dropped element or a neighbour.',
  async prove(bench) {
    const cases = await bench.cases(SEEDS[0]);
    if (bench.compared.length === 0) return concluded('check() judges every output', []);
    const floats = bench.compared.some(({ type }) => isFloat(type));
    const flaws: Flaw[] = [];
    const seen: string[] = [];

    const accepted = floats ? await acceptedShare(bench) : null;
    const rounding = await roundingShare(bench, cases);
    const room = floats ? MOST : 1;
    if (accepted) {
      seen.push(`accepted submissions use ${percent(accepted.share)}`);
      if (accepted.share > room) {
        flaws.push(
          tight(
            accepted.file,
            `its largest error is ${percent(accepted.share)} of the tolerance (case ${accepted.case})`,
          ),
        );
      }
    }
    seen.push(`rounding ${percent(rounding.share)}`);
    if (rounding.share > room) {
      const message = `errors of float32's rounding reach ${percent(rounding.share)} of the tolerance`;
      flaws.push(tight(`case ${rounding.case}`, message));
    }
    if (floats) {
      const halves = await halfShares(bench, cases);
      for (const { what, share, exact } of halves) {
        if (exact) seen.push(`${what} loses nothing here`);
        else {
          seen.push(`${what} ${times(share)}`);
          if (share < LEAST) {
            const message = `${what} is off by at most ${times(share)} the tolerance; at least ${LEAST} times would show it`;
            flaws.push(loose(message));
          }
        }
      }
    }
    for (const { what, share } of await mistakes(bench, cases)) {
      if (share <= 1) flaws.push(loose(`${what} is within the tolerance of every case`));
      else seen.push(`${what} ${times(share)}`);
    }
    return concluded(seen.join('; '), flaws);
  },
};

function tight(where: string, message: string): Flaw {
  return {
    where,
    message,
    mend: 'Make the tolerance larger: a right solution that adds up in another order must pass.',
  };
}

function loose(message: string): Flaw {
  return {
    where: 'assignment.yaml',
    message,
    mend: 'Make the tolerance smaller, or add a case in which it shows: other sizes, or inputs of other sizes.',
  };
}

function times(share: number): string {
  return Number.isFinite(share)
    ? `${share < 1000 ? Number(share.toPrecision(2)) : Math.round(share)}×`
    : 'infinitely many ×';
}

interface Worst {
  readonly share: number;
  readonly case: string;
}

async function acceptedShare(bench: Bench): Promise<(Worst & { readonly file: string }) | null> {
  const candidates = bench.examples.accepted.map(({ file }) => bench.example(`accepted/${file}`));
  const wanted = candidates.flatMap((candidate) => SEEDS.map((seed) => ({ candidate, seed })));
  const trials = await bench.gradeAll(wanted);
  // Another proof reports what does not pass.
  const errors = trials
    .filter(({ verdict }) => verdict === 'passed')
    .flatMap(({ file, errors: own }) => own.map((error) => ({ ...error, file })));
  return errors.reduce<(Worst & { file: string }) | null>(
    (best, next) => (best && best.share >= next.share ? best : next),
    null,
  );
}

/**
 * What rounding every input and every output to float32 does to the outputs: an error of the size that a sum of float32
 * has. Outputs of integers are rounded the way the reference rounds; made of integers and without a fraction anywhere,
 * they need no float at all, and are exact. So are outputs that are copies of inputs: all of them are numbers of float32.
 */
async function roundingShare(bench: Bench, cases: readonly BenchCase[]): Promise<Worst> {
  let worst: Worst = { share: 0, case: '' };
  const integers = !bench.inputs.some(({ type }) => isFloat(type));
  for (const [number, one] of cases.entries()) {
    bench.signal.throwIfAborted();
    const exact = await bench.exact(one, one.inputs);
    const rounded = bench.compared.filter(({ name }) => !areFloat32(exact[name] ?? []));
    if (rounded.length === 0) continue;
    for (let draw = 0; draw < DRAWS; draw++) {
      const random = new Random(1 + number * DRAWS + draw);
      const jitter = (value: number) => value * (1 + ROUNDING * (2 * random.fraction() - 1));
      const inputs = {
        ...one.inputs,
        ...Object.fromEntries(
          bench.inputs
            .filter(({ type }) => isFloat(type))
            .map(({ name }) => [name, mapped(one.inputs[name] ?? new Float64Array(), jitter)]),
        ),
      };
      const outputs = await bench.exact(one, inputs);
      for (const parameter of rounded) {
        const { name, type } = parameter;
        if (integers && exact[name]?.every(Number.isInteger)) continue;
        const want = one.want[name] ?? new Float64Array();
        const shaken = mapped(outputs[name] ?? new Float64Array(), jitter);
        const got = isFloat(type) ? shaken : shaken.map(roundingOf(exact[name] ?? new Float64Array(), want));
        const { share } = gapOf(bench.assignment.spec, one, parameter, { [name]: got }, one.want);
        if (share > worst.share) worst = { share, case: one.name };
      }
    }
  }
  return worst;
}

/** Returns whether the reference cuts fractions off, or rounds them. */
function roundingOf(exact: Float64Array, want: Float64Array): (value: number) => number {
  const misses = (round: (value: number) => number) =>
    exact.reduce((sum, value, at) => sum + (round(value) === want[at] ? 0 : 1), 0);
  return misses(Math.trunc) <= misses(Math.round) ? Math.trunc : Math.round;
}

/** The largest share over all cases; an exact one rounds nothing away. */
async function halfShares(bench: Bench, cases: readonly BenchCase[]) {
  const ways = {
    'half-precision output': async (one: BenchCase) => {
      const exact = await bench.exact(one, one.inputs);
      return Object.fromEntries(Object.entries(exact).map(([name, values]) => [name, mapped(values, toHalf)]));
    },
    ...(bench.inputs.some(({ type }) => isFloat(type)) && {
      'half-precision input': (one: BenchCase) => bench.exact(one, halfInputs(bench, one)),
    }),
  };
  const shares: { what: string; share: number; exact: boolean }[] = [];
  for (const [what, compute] of Object.entries(ways)) {
    let share = 0;
    let error = 0;
    for (const one of cases) {
      const got = await compute(one);
      const exact = await bench.exact(one, one.inputs);
      for (const parameter of bench.compared.filter(({ type }) => isFloat(type))) {
        const gap = gapOf(bench.assignment.spec, one, parameter, got, exact);
        error = Math.max(error, gap.error);
        share = Math.max(share, gap.share);
      }
    }
    shares.push({ what, share, exact: error === 0 });
  }
  return shares;
}

/** Small bugs as they would look at best: one element of an input left out, and the neighbour's result in the place of one's own. */
async function mistakes(bench: Bench, cases: readonly BenchCase[]): Promise<{ what: string; share: number }[]> {
  const found: { what: string; share: number }[] = [];
  for (const { name } of bench.inputs) {
    // No result of an exclusive scan contains the last element: there, the one before it is left out.
    for (const [fromEnd, which] of LEFT_OUT.entries()) {
      const share = await largestShare(bench, cases, (one) => bench.exact(one, without(one, name, fromEnd)));
      if (share === 0 && fromEnd < LEFT_OUT.length - 1) continue;
      found.push({ what: `leaving out the ${which} element of ${name}`, share });
      break;
    }
  }
  const neighbour = async (one: BenchCase) => {
    const exact = await bench.exact(one, one.inputs);
    return Object.fromEntries(
      Object.entries(exact).map(([name, values]) => [name, mapped(values, (value, at) => values[at + 1] ?? value)]),
    );
  };
  // A result of one element has no neighbour.
  const several = cases.filter(({ want }) => Object.values(want).some((values) => values.length > 1));
  if (several.length > 0) {
    found.push({ what: 'taking the next element’s result', share: await largestShare(bench, several, neighbour) });
  }
  return found;
}

/** The elements that a mistake can leave out, by their distance from the end. */
const LEFT_OUT = ['last', 'last but one'] as const;

function without({ inputs }: BenchCase, name: string, fromEnd: number): BenchCase['inputs'] {
  const elements = inputs[name] ?? new Float64Array();
  const left = elements.length - 1 - fromEnd;
  return { ...inputs, [name]: mapped(elements, (value, at) => (at === left ? 0 : value)) };
}

async function largestShare(
  bench: Bench,
  cases: readonly BenchCase[],
  compute: (one: BenchCase) => Promise<Readonly<Record<string, Float64Array>>>,
): Promise<number> {
  let share = 0;
  for (const one of cases) {
    bench.signal.throwIfAborted();
    const [got, exact] = [await compute(one), await bench.exact(one, one.inputs)];
    for (const parameter of bench.compared)
      share = Math.max(share, gapOf(bench.assignment.spec, one, parameter, got, exact).share);
  }
  return share;
}
