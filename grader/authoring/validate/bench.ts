import { join } from 'node:path';
import { type MadeCase, makeCase, planCases } from '../../pipeline/grade/index.ts';
import { nodeFiles } from '../../platform/files/index.ts';
import { AssignmentError, messageOf } from '../../platform/index.ts';
import { callCode, loadSimulator } from '../../simulator/file/index.ts';
import { ofHostCode, placeOf, type SimulatorModule } from '../../simulator/index.ts';
import {
  type ArrayParameter,
  type Assignment,
  arrayParameters,
  comparisonOf,
  type Dims,
  type ElementArrays,
  isInput,
  isOutput,
} from '../../spec/index.ts';
import { MANIFEST_PATH, parseSubmissions, SUBMISSIONS_FOLDER, type SubmissionsManifest } from '../submissions.ts';
import type { Lanes } from './lanes.ts';
import { REPETITIONS } from './repetitions.ts';
import { type Candidate, grade, type Trial } from './trial.ts';

/** A case as proofs look at it. */
export interface BenchCase extends Pick<MadeCase, 'inputs' | 'shapes' | 'check'> {
  /** The name, of a kernel that is launched in several shapes `case@shape`. */
  readonly name: string;
  /** The name without the shape. */
  readonly reference: string;
  readonly visible: boolean;
  readonly dims: Dims;
  /** The outputs that submissions are compared with: the reference outputs of a visible case, computed ones of a hidden case. */
  readonly want: Readonly<Record<string, Float64Array>>;
}

/** Seeds with which every example is graded: a verdict must not depend on what is drawn. */
export const SEEDS = ['1', '2'] as const;

/** An assignment under test: its files, its cases, and whatever grades it. What is expensive is done once. */
export class Bench {
  readonly assignment: Assignment;
  readonly lanes: Lanes;
  readonly signal: AbortSignal;
  readonly outputs: readonly ArrayParameter[];
  /** The outputs that are compared with what is expected, and not judged by `check`. */
  readonly compared: readonly ArrayParameter[];
  readonly inputs: readonly ArrayParameter[];
  /** Timings of each submission on a GPU. */
  readonly repetitions: number;
  /** Tells how far the current proof is. */
  readonly step: (done: number, total: number) => void;
  /** Tells what is known already, a line. */
  readonly tell: (line: string) => void;
  readonly #trials = new Map<string, Promise<Trial>>();
  readonly #cases = new Map<string, Promise<readonly BenchCase[]>>();
  #examples: SubmissionsManifest | null = null;
  #module: Promise<SimulatorModule> | null = null;

  constructor(
    assignment: Assignment,
    lanes: Lanes,
    options: {
      readonly signal: AbortSignal;
      readonly repetitions?: number;
      readonly onStep?: (done: number, total: number) => void;
      readonly onLine?: (line: string) => void;
    },
  ) {
    this.assignment = assignment;
    this.lanes = lanes;
    this.signal = options.signal;
    this.repetitions = options.repetitions ?? REPETITIONS;
    this.step = options.onStep ?? (() => undefined);
    this.tell = options.onLine ?? (() => undefined);
    const arrays = arrayParameters(assignment.spec.entry);
    this.outputs = arrays.filter(isOutput);
    this.compared = this.outputs.filter(({ name }) => comparisonOf(assignment.spec, name).as !== 'check');
    this.inputs = arrays.filter(isInput);
  }

  /** @throws AssignmentError where the manifest is not there or has mistakes */
  get examples(): SubmissionsManifest {
    this.#examples ??= parseSubmissions(this.text(MANIFEST_PATH), MANIFEST_PATH);
    return this.#examples;
  }

  /** @throws AssignmentError where simulator.ts cannot be loaded */
  simulator(): Promise<SimulatorModule> {
    this.#module ??= loadSimulator(this.assignment);
    return this.#module;
  }

  /** A file of the assignment. */
  readonly read = (path: string): Uint8Array => nodeFiles.read(join(this.assignment.folder, path));

  /** @throws AssignmentError where it cannot be read */
  text(path: string): string {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(this.read(path));
    } catch (error) {
      throw new AssignmentError(`${path} cannot be read: ${messageOf(error)}.`, { cause: error });
    }
  }

  /** An example submission, by its path below `submissions/`. */
  example(path: string): Candidate {
    const file = `${SUBMISSIONS_FOLDER}/${path}`;
    return { file, source: this.text(file) };
  }

  /** Grades, several at once; the same program and seed only once. In the order that was asked for. */
  async gradeAll(wanted: readonly { readonly candidate: Candidate; readonly seed: string }[]): Promise<Trial[]> {
    let done = 0;
    const tell = () => this.step(done, wanted.length);
    tell();
    const running: Promise<Trial>[] = [];
    for (const index of apart(wanted.map(({ candidate }) => `${candidate.file}\0${candidate.source}`))) {
      const { candidate, seed } = wanted[index] as (typeof wanted)[number];
      running[index] = this.#trial(candidate, seed).then((trial) => {
        done += 1;
        tell();
        return trial;
      });
    }
    // All of them end before the first failure is reported, so that nothing goes on after it.
    const ended = await Promise.allSettled(running);
    return ended.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
  }

  #trial(candidate: Candidate, seed: string): Promise<Trial> {
    const key = `${candidate.file}\0${seed}\0${candidate.source}`;
    const known = this.#trials.get(key);
    if (known) return known;
    const trial = this.lanes.use((engine) => grade(this.assignment, engine, candidate, seed, this.signal));
    trial.catch(() => undefined);
    this.#trials.set(key, trial);
    return trial;
  }

  /** All cases as a submission with this seed gets them. */
  cases(seed: string): Promise<readonly BenchCase[]> {
    const known = this.#cases.get(seed);
    if (known) return known;
    const cases = this.#make(seed);
    cases.catch(() => undefined);
    this.#cases.set(seed, cases);
    return cases;
  }

  async #make(seed: string): Promise<readonly BenchCase[]> {
    const { assignment } = this;
    const made: BenchCase[] = [];
    for (const plan of planCases(assignment.spec, seed)) {
      this.signal.throwIfAborted();
      const { inputs, shapes, expected, check } = await makeCase(assignment, plan, {
        readFile: (_, path) => this.read(path),
      });
      const { name, reference, visible, dims } = plan;
      made.push({ name, reference, visible, dims, inputs, shapes, check, want: await expected() });
    }
    return made;
  }

  /**
   * The plain loop of simulator.ts on these inputs.
   * @throws AssignmentError where it fails, or does not give every output in full
   */
  async exact({ dims, name }: BenchCase, inputs: ElementArrays): Promise<Record<string, Float64Array>> {
    return { ...(await callCode(this.assignment, { call: 'expected', inputs, dims, name })) };
  }

  /** The simulated kernel on these inputs; errors as those of {@link exact}. */
  async simulated(one: BenchCase): Promise<ElementArrays> {
    const { dims, shapes, name, inputs } = one;
    const { spec } = this.assignment;
    const { simulate } = await this.simulator();
    const isOfHost = this.outputs.some(({ from }) => from !== undefined);
    const ofHost = isOfHost ? ofHostCode(spec, await this.exact(one, inputs)) : {};
    return this.#called('simulate', name, shapes, () => ({
      ...ofHost,
      ...simulate(inputs, { ...spec.scalars, ...dims }),
    }));
  }

  #called<T extends Readonly<Record<string, ArrayLike<number>>>>(
    what: string,
    name: string,
    shapes: BenchCase['shapes'],
    call: () => T,
  ): T {
    let given: T;
    try {
      given = call();
    } catch (error) {
      throw new AssignmentError(
        `${what} of simulator.ts failed on the case ${name}: ${messageOf(error)}${placeOf(error)}.`,
        {
          cause: error,
        },
      );
    }
    for (const output of this.outputs) {
      const length = (shapes[output.name] ?? []).reduce((product, extent) => product * extent, 1);
      const found = given[output.name]?.length ?? 0;
      if (found !== length) {
        throw new AssignmentError(
          `${what} of simulator.ts gives ${found} elements of ${output.name} on the case ${name}, where there are ${length}.`,
        );
      }
    }
    return given;
  }
}

/** More programs than are graded at once, and fewer than the lanes remember compiled. */
const STRETCH = 24;

/**
 * An order in which the same program does not come twice in a row, so that the second time finds it compiled: a stretch
 * of programs once, then the same stretch again.
 * @param programs - what tells them apart
 * @returns their indexes
 */
function apart(programs: readonly string[]): number[] {
  const numbers = new Map<string, number>();
  const times = new Map<string, number>();
  const placed = programs.map((program, index) => {
    const number = numbers.get(program) ?? numbers.size;
    numbers.set(program, number);
    const time = times.get(program) ?? 0;
    times.set(program, time + 1);
    return { index, stretch: Math.floor(number / STRETCH), time };
  });
  return placed.sort((a, b) => a.stretch - b.stretch || a.time - b.time || a.index - b.index).map(({ index }) => index);
}
