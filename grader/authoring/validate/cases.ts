import { planCases } from '../../pipeline/grade/index.ts';
import { type Dims, evaluateExtent, extentNames, type Technique, techniquesOf } from '../../spec/index.ts';
import { type Bench, SEEDS } from './bench.ts';
import { concluded, type Flaw, type Proof, plural } from './proof.ts';
import type { Trial } from './trial.ts';

/** Threads of the largest block: more elements than this take several. */
const LARGEST_BLOCK = 1024;
/** Usual sides of a block, and lengths of a warp: a multiple of both hides missing guards. */
const SIDES = [16, 32];

/** The sizes themselves; {@link accepted} submissions show how many blocks they take. */
export const cases: Proof = {
  id: 'cases',
  proves:
    'The visible cases take several blocks, leave threads over, and the largest is large enough to judge technique.',
  async prove(bench) {
    const { spec } = bench.assignment;
    const sized = spec.cases.map(({ name, dims }) => ({
      name,
      dims,
      work: Math.max(...sizesOf(bench, dims)),
      elements: sum(sizesOf(bench, dims)),
    }));
    const flaws: Flaw[] = [];
    const largest = sized.reduce((best, next) => (next.elements > best.elements ? next : best));
    const trial = await acceptedTrial(bench);
    const several = trial
      ? casesOfSeveralBlocks(bench, trial)
      : new Set(sized.filter(({ work }) => work > LARGEST_BLOCK).map(({ name }) => name));
    if (!several.has(largest.name)) {
      const message = trial
        ? `${trial.file} takes a single block on the largest visible case, ${largest.name}`
        : `the largest visible case, ${largest.name}, has ${largest.work} elements: one block may do`;
      flaws.push({ where: 'assignment.yaml', message, mend: 'Add a visible case that takes several blocks.' });
    }
    const ragged = sized.filter(({ dims, work }) => work > 1 && isRagged(bench, dims));
    const raggedSeveral = ragged.filter(({ name }) => several.has(name));
    if (ragged.length === 0) {
      const message = `in every visible case each side is a multiple of ${SIDES.join(' or ')}: no thread is left over`;
      flaws.push({ where: 'assignment.yaml', message, mend: 'Add a case with odd sizes, e.g. 129 and 101.' });
    } else if (raggedSeveral.length === 0 && several.size > 0) {
      const message = 'no visible case has both several blocks and a ragged edge';
      flaws.push({ where: 'assignment.yaml', message, mend: 'Add a large case with odd sizes, e.g. 129 and 101.' });
    }
    const drawn = spec.hidden.filter(({ dims }) => sum(sizesOf(bench, highest(dims))) > largest.elements);
    const isJudged = spec.technique.kind !== 'none';
    for (const { name } of isJudged ? drawn : []) {
      const message = `the hidden case ${name} can be larger than every visible one: technique is then judged on what nobody sees`;
      flaws.push({
        where: 'assignment.yaml',
        message,
        mend: 'Make the largest visible case larger, or its range smaller.',
      });
    }
    flaws.push(...techniquesOf(spec).flatMap((each) => techniqueFlaw(each, bench, largest.dims, largest.name) ?? []));
    const visible = sized.filter(({ name }) => several.has(name)).length;
    const seen = `${plural(visible, 'visible case')} of several blocks, ${ragged.length} ragged; technique on ${largest.name}`;
    return concluded(seen, flaws);
  },
};

/** The first accepted submission stands for what a usual solution launches. */
async function acceptedTrial(bench: Bench): Promise<Trial | null> {
  const [first] = bench.examples.accepted;
  if (!first) return null;
  const [trial] = await bench.gradeAll([{ candidate: bench.example(`accepted/${first.file}`), seed: SEEDS[0] }]);
  return trial?.verdict === 'passed' ? trial : null;
}

/** A kernel that is launched in several shapes has its case's name once for each. */
function casesOfSeveralBlocks({ assignment }: Bench, { launches }: Trial): Set<string> {
  const names = new Set(launches.filter(({ blocks }) => blocks > 1).map((launch) => launch.case));
  const plans = planCases(assignment.spec, SEEDS[0]).filter(({ name }) => names.has(name));
  return new Set(plans.map(({ reference }) => reference));
}

/** Elements of each array. */
function sizesOf({ inputs, outputs }: Pick<Bench, 'inputs' | 'outputs'>, dims: Dims): number[] {
  return [...inputs, ...outputs].map(({ shape }) =>
    shape.reduce<number>((product, extent) => product * evaluateExtent(extent, dims), 1),
  );
}

/** Of all arrays together: by this the grader, too, takes a case for the largest. */
function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

/**
 * Returns true if a side that threads run over is no multiple of a usual block's. These are the sides of outputs. If all
 * outputs have one element, or the same size in every case as the bins of a histogram, they are the sides of inputs.
 */
export function isRagged({ inputs, outputs }: Pick<Bench, 'inputs' | 'outputs'>, dims: Dims): boolean {
  const sides = (arrays: Bench['inputs']) =>
    arrays.flatMap(({ shape, vector }) =>
      // Threads take whole vectors.
      (vector ? shape.slice(0, -1) : shape).slice(-2).map((extent) => evaluateExtent(extent, dims)),
    );
  const varying = outputs.filter(({ shape }) => shape.some((extent) => extentNames(extent).length > 0));
  const own = sides(varying).filter((side) => side > 1);
  const relevant = own.length > 0 ? own : sides(inputs);
  return relevant.some((side) => SIDES.every((block) => side % block !== 0));
}

function highest(ranges: Readonly<Record<string, readonly [number, number]>>): Dims {
  return Object.fromEntries(Object.entries(ranges).map(([name, [, high]]) => [name, high]));
}

function techniqueFlaw(technique: Technique, { outputs }: Bench, dims: Dims, name: string): Flaw | null {
  const where = 'assignment.yaml';
  const sides = outputs.map(({ shape }) => shape.slice(-2).map((extent) => evaluateExtent(extent, dims)));
  const elements = Math.max(
    ...outputs.map(({ shape }) => shape.reduce<number>((product, extent) => product * evaluateExtent(extent, dims), 1)),
  );
  switch (technique.kind) {
    case 'parallel-outputs':
      if (elements >= technique.minThreads && elements >= technique.minBlocks) return null;
      return {
        where,
        message: `technique asks for ${technique.minThreads} threads that write, and the largest case, ${name}, has ${elements} outputs`,
        mend: 'Add a larger case, or ask for fewer threads.',
      };
    case 'two-dimensional-blocks':
    case 'shared-tiles':
      // What a reduction makes has one dimension; that it takes several blocks was seen above.
      if (technique.kind === 'shared-tiles' && sides.every((pair) => pair.length < 2)) return null;
      if (sides.some((pair) => pair.length === 2 && pair.every((side) => side > Math.min(...SIDES)))) return null;
      return {
        where,
        message: `technique is judged on the largest case, ${name}, whose output is no wider or no higher than one block of 16 x 16`,
        mend: 'Add a case whose output takes several blocks both ways.',
      };
    default:
      return null;
  }
}
