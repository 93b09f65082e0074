import type { GradeResult } from '../result/index.ts';
import type { EngineIdentity } from './key.ts';

/** The machine that made a result, as far as the result has it: older ones lack the last two. */
export interface ResultMachine extends Pick<EngineIdentity, 'target' | 'nvcc' | 'driver'> {
  readonly gpu?: string | null;
  readonly image?: string | null;
}

export interface MachineCount {
  readonly machine: ResultMachine;
  readonly results: number;
}

/** Returns what judged a result besides the grader's own version. */
export function machineOf({ target, environment }: GradeResult): ResultMachine {
  const { nvcc, driver, gpu, image } = environment;
  return { target, nvcc, driver, ...(gpu !== undefined && { gpu }), ...(image !== undefined && { image }) };
}

/** Counts the results that each machine made, most first. */
export function countMachines(results: readonly GradeResult[]): MachineCount[] {
  const counts = new Map<string, MachineCount>();
  for (const result of results) {
    const machine = machineOf(result);
    const key = describeMachine(machine);
    counts.set(key, { machine, results: (counts.get(key)?.results ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.results - a.results);
}

/** Returns a line per part in which a result's machine differs from an engine, e.g. `nvcc: 13.0.88 before, none now`. */
export function differencesFrom(machine: ResultMachine, engine: EngineIdentity): string[] {
  const names = Object.keys(machine) as (keyof ResultMachine)[];
  return names.flatMap((name) =>
    machine[name] === engine[name] ? [] : `${name}: ${machine[name] ?? 'none'} before, ${engine[name] ?? 'none'} now`,
  );
}

/** Describes a machine in words, e.g. `the emulator and nvcc 13.0.88 (image 3f2a91c07b44)`. */
export function describeMachine({ target, nvcc, driver, gpu, image }: ResultMachine): string {
  const where = image ? ` (image ${image.replace(/^sha256:/, '').slice(0, 12)})` : '';
  const compiler = nvcc === null ? ', without nvcc' : ` and nvcc ${nvcc}${where}`;
  const device = target === 'gpu' ? `${gpu ?? 'a GPU'}, driver ${driver ?? 'unknown'},` : 'the emulator';
  return `${device}${compiler}`.replace(',,', ',');
}

/** Describes a grader and its machine, e.g. `engine 3f2a91c07b44 on the emulator, without nvcc`. */
export function describeEngine(identity: EngineIdentity): string {
  return `engine ${identity.engine.slice(0, 12)} on ${describeMachine(identity)}`;
}
