import { Buffer } from 'node:buffer';
import { integerScalars } from '../../spec/index.ts';
import { type Bench, type BenchCase, SEEDS } from './bench.ts';
import { isRagged } from './cases.ts';
import { concluded, type Flaw, type Proof, plural } from './proof.ts';

/** With each of so many seeds something ragged must be drawn. */
const DRAWS = 8;

export const hidden: Proof = {
  id: 'hidden',
  proves: 'Hidden cases have sizes that no visible case has, other inputs with every seed, and ragged edges.',
  async prove(bench) {
    const { spec } = bench.assignment;
    const where = 'assignment.yaml';
    if (spec.hidden.length === 0) {
      const message = 'there is no hidden case: what is right for the visible sizes passes';
      const mend = 'Add one, e.g. hidden: [{ name: ragged, count: 2, dims: { n: [17, 900] } }]';
      return concluded('no hidden case', [{ where, message, mend }]);
    }
    const flaws: Flaw[] = [];
    const fixed: string[] = [];
    for (const { name } of integerScalars(spec.entry)) {
      const visible = new Set(spec.cases.map(({ dims }) => dims[name] ?? 0));
      const ranges = spec.hidden.map(({ dims }) => dims[name] ?? ([0, 0] as const));
      const isNew = ranges.some(
        ([low, high]) => high - low + 1 > [...visible].filter((n) => n >= low && n <= high).length,
      );
      if (isNew) continue;
      const isFixed = visible.size === 1;
      if (isFixed) fixed.push(`${name} is ${[...visible].join()} everywhere`);
      else {
        const message = `every ${name} of the hidden cases is one of a visible case: ${[...visible].sort((a, b) => a - b).join(', ')}`;
        flaws.push({ where, message, mend: `Widen the range of ${name} in a hidden case.` });
      }
    }
    if (flaws.length === 0 && fixed.length === integerScalars(spec.entry).length && fixed.length > 0) {
      const message = 'no size differs between hidden and visible cases';
      flaws.push({ where, message, mend: 'Draw at least one size from a range.' });
    }
    flaws.push(...(await drawnAlike(bench)));
    const ragged = await raggedDraws(bench);
    if (ragged < DRAWS) {
      const message = `with ${DRAWS - ragged} of ${DRAWS} seeds no hidden case has a ragged edge (a side that is no multiple of 16)`;
      flaws.push({ where, message, mend: 'Widen the ranges, or let one begin and end at odd sizes.' });
    }
    const count = spec.hidden.reduce((sum, range) => sum + range.count, 0);
    const seen = [plural(count, 'hidden case'), `ragged with ${ragged} of ${DRAWS} seeds`, ...fixed];
    return concluded(seen.join('; '), flaws);
  },
};

/** Hidden cases that have the same sizes and inputs with two seeds. */
async function drawnAlike(bench: Bench): Promise<Flaw[]> {
  const [first, second] = await Promise.all(SEEDS.map((seed) => bench.cases(seed)));
  const others = new Map((second ?? []).map((other) => [other.name, other]));
  const alike = (first ?? []).filter(
    (one) => !one.visible && sameInputs(one, others.get(one.name)) && !allConstant(bench, one.name),
  );
  return alike.map(({ name }) => ({
    where: 'assignment.yaml',
    message: `the hidden case ${name} has the same inputs with two seeds`,
    mend: 'Draw its inputs or its sizes from a range.',
  }));
}

function sameInputs(one: BenchCase, other: BenchCase | undefined): boolean {
  if (!other) return false;
  return Object.entries(one.inputs).every(([name, elements]) => {
    const theirs = other.inputs[name];
    return theirs !== undefined && Buffer.from(elements.buffer).equals(Buffer.from(theirs.buffer));
  });
}

/** What is constant on purpose, a white picture, need not differ in anything but its size. */
function allConstant({ assignment: { spec }, inputs }: Bench, name: string): boolean {
  const range = spec.hidden.find((given) => name === given.name || name.startsWith(`${given.name}-`));
  const drawn = Object.values(range?.dims ?? {}).some(([low, high]) => high > low);
  return (
    drawn && inputs.every((input) => ({ ...spec.inputs, ...range?.inputs })[input.name]?.distribution === 'constant')
  );
}

async function raggedDraws(bench: Bench): Promise<number> {
  const { planCases } = await import('../../pipeline/grade/index.ts');
  const seeds = Array.from({ length: DRAWS }, (_, index) => String(index + 1));
  return seeds.filter((seed) =>
    planCases(bench.assignment.spec, seed).some(({ visible, dims }) => !visible && isRagged(bench, dims)),
  ).length;
}
