import { Buffer } from 'node:buffer';
import { referenceOutput } from '../../compare/index.ts';
import { countBaseline, countSolution } from '../../pipeline/grade/index.ts';
import {
  comparesWithBaseline,
  REFERENCE_FOLDER,
  REFERENCE_MANIFEST,
  readBaselineCount,
  readSolutionCount,
  storeElements,
} from '../../spec/index.ts';
import { BASELINE_FILE } from '../lint/index.ts';
import { makeReferences } from '../references.ts';
import { type Bench, type BenchCase, SEEDS } from './bench.ts';
import { gapOf } from './gaps.ts';
import { concluded, type Flaw, type Proof, plural } from './proof.ts';
import { describeFinding, errorFindings } from './trial.ts';

/** One seed more than submissions are graded with: arithmetic is cheap. */
const DRAWN = [...SEEDS, '3'];

export const arithmetic: Proof = {
  id: 'arithmetic',
  proves:
    'The simulated kernel, the plain loop, the built-in operation, the reference outputs and the baseline agree, and the references are reproduced byte for byte.',
  async prove(bench) {
    const flaws: Flaw[] = [];
    let count = 0;
    let worst = 0;
    for (const seed of DRAWN) {
      for (const one of await bench.cases(seed)) {
        // Visible cases are the same with every seed.
        if (one.visible && seed !== DRAWN[0]) continue;
        const compared = await disagreements(bench, one);
        worst = Math.max(worst, compared.share);
        flaws.push(...compared.flaws);
        count += 1;
      }
    }
    flaws.push(...(await unreproduced(bench)), ...(await baseline(bench)), ...(await solution(bench)));
    const seen = `${plural(count, 'case')}; largest difference ${percent(worst)} of the tolerance`;
    return concluded(seen, flaws);
  },
};

async function disagreements(bench: Bench, one: BenchCase): Promise<{ flaws: Flaw[]; share: number }> {
  const { spec } = bench.assignment;
  const exact = await bench.exact(one, one.inputs);
  const others: Record<string, Readonly<Record<string, ArrayLike<number>>>> = {
    'simulate() of simulator.ts': await bench.simulated(one),
    ...(one.visible && { 'the reference outputs': one.want }),
  };
  const { operation } = spec.expected;
  const [only] = bench.outputs;
  if (operation !== 'simulator' && only) {
    others[`the operation ${operation}`] = { [only.name]: await referenceOutput(operation, one.inputs, one.dims) };
  }
  const flaws: Flaw[] = [];
  let share = 0;
  for (const [what, outputs] of Object.entries(others)) {
    for (const parameter of bench.compared) {
      const { name } = parameter;
      const { share: own, at, allowed } = gapOf(spec, one, parameter, outputs, exact);
      share = Math.max(share, own);
      if (own <= 1) continue;
      flaws.push({
        where: `case ${one.name}`,
        message: `${name}, element ${at}: ${what} gives ${outputs[name]?.[at]}, expected() of simulator.ts ${exact[name]?.[at]}; ${allowed} is allowed`,
        mend: 'Find out which of the two is wrong. If the references are wrong, generate them again after the simulator is right.',
      });
    }
  }
  flaws.push(...(await objections(bench, one, { ...others, 'expected() of simulator.ts': exact })));
  return { flaws, share };
}

/** Returns what `check` objects to in answers that must be right. */
async function objections(
  { outputs, compared }: Bench,
  one: BenchCase,
  answers: Readonly<Record<string, Readonly<Record<string, ArrayLike<number>>>>>,
): Promise<Flaw[]> {
  if (compared.length === outputs.length) return [];
  const flaws: Flaw[] = [];
  for (const [what, answer] of Object.entries(answers)) {
    const stored = outputs.map(
      (output) => [output.name, storeElements(output.type, answer[output.name] ?? [])] as const,
    );
    const written = stored.map(([name, { length }]) => [name, new Uint8Array(length).fill(1)] as const);
    const found = await one.check({ outputs: Object.fromEntries(stored), written: Object.fromEntries(written) });
    for (const { output, at, message } of found.slice(0, 1)) {
      flaws.push({
        where: `case ${one.name}`,
        message: `check() of simulator.ts objects to ${what}: ${output}${at === null ? '' : `, element ${at}`}: ${message}`,
        mend: 'One of the two is wrong: correct it.',
      });
    }
  }
  return flaws;
}

async function unreproduced(bench: Bench): Promise<Flaw[]> {
  const { assignment } = bench;
  const { files, manifest } = await makeReferences(assignment, await bench.simulator());
  const mend = `If the simulator is right, generate them again: grade references ${bench.assignment.spec.id}`;
  const flaws: Flaw[] = [];
  for (const [name, bytes] of files) {
    const path = `${REFERENCE_FOLDER}/${name}`;
    if (!Buffer.from(bytes).equals(Buffer.from(bench.read(path)))) {
      flaws.push({ where: path, message: 'this is not what simulator.ts gives today', mend });
    }
  }
  const path = `${REFERENCE_FOLDER}/${REFERENCE_MANIFEST}`;
  // generator is prose.
  const committed: unknown = JSON.parse(bench.text(path));
  const cases = typeof committed === 'object' && committed !== null && 'cases' in committed ? committed.cases : null;
  if (JSON.stringify(cases) !== JSON.stringify(manifest.cases)) {
    flaws.push({ where: path, message: 'it describes other inputs or outputs than those of today', mend });
  }
  return flaws;
}

/** The baseline is what speed is measured against and loads are counted of: it must be right, if not as it is taught. */
async function baseline(bench: Bench): Promise<Flaw[]> {
  const { spec } = bench.assignment;
  const { timing } = spec;
  if (!timing && !comparesWithBaseline(spec)) return [];
  const file = timing?.baseline ?? BASELINE_FILE;
  const [trial] = await bench.gradeAll([{ candidate: { file, source: bench.text(file) }, seed: SEEDS[0] }]);
  const errors = trial ? errorFindings(trial).filter(({ check }) => check !== 'technique' && check !== 'speedup') : [];
  const wrong = errors.map((finding) => ({
    where: finding.line === undefined ? file : `${file}:${finding.line}`,
    message: `the baseline is not right: ${describeFinding(finding)}`,
    mend: 'It may be slow, and solve the exercise otherwise, but its outputs must be right.',
  }));
  return trial && wrong.length === 0 ? miscounted(bench) : wrong;
}

/** What `reference/` says of the baseline's traffic is what it has today. */
async function miscounted({ assignment, lanes, read }: Bench): Promise<Flaw[]> {
  const known = readBaselineCount(read);
  if (!known) return [];
  const today = await lanes.use((engine) => countBaseline(assignment, engine));
  return (['globalLoadSectors', 'globalStoreSectors'] as const).flatMap((counter) => {
    if (!today || today[counter] === known[counter]) return [];
    return {
      where: `${REFERENCE_FOLDER}/${REFERENCE_MANIFEST}`,
      message: `${counter} of ${known.file} is ${today[counter]}, and ${known[counter]} is written here`,
      mend: `Count again: grade references ${assignment.spec.id}`,
    };
  });
}

/** What `reference/` says of the reference solution, which reports draw beside a submission, is what holds today. */
async function solution({ assignment, lanes, read }: Bench): Promise<Flaw[]> {
  const known = readSolutionCount(read);
  if (!known) return [];
  const where = `${REFERENCE_FOLDER}/${REFERENCE_MANIFEST}`;
  const mend = `Count again: grade references ${assignment.spec.id}`;
  const today = await lanes.use((engine) => countSolution(assignment, engine));
  if (!today) {
    return [{ where, message: `it has the traffic of ${known.file}, and timing.reference names no solution`, mend }];
  }
  const written: Readonly<Record<string, unknown>> = known;
  return Object.entries(today).flatMap(([what, value]) => {
    const [now, then] = [JSON.stringify(value), JSON.stringify(written[what])];
    if (now === then) return [];
    return { where, message: `${what} of the reference solution is ${now}, and ${then} is written here`, mend };
  });
}

export function percent(share: number): string {
  if (!Number.isFinite(share)) return 'infinitely many %';
  return `${Number((100 * share).toPrecision(3))} %`;
}
