import type { DeviceProgram } from '../compile/index.ts';
import { sameBytes } from '../platform/index.ts';
import type { Context } from './cuda/context.ts';
import type { Files } from './module/files.ts';
import type { Place } from './observer.ts';
import type { PlacedArray, Prepared } from './place.ts';
import { addStores, type Provenance } from './provenance.ts';
import type { CopiedBack, ModifiedInput, OutputState } from './run.ts';
import type { Executed, Task } from './task.ts';
import type { RawFault, RawLaunch, RawOutcome, RawPlanStep, RawRun, Unresolved } from './unresolved.ts';

/** Returns what a run has left behind. */
export function collect(
  task: Task,
  context: Context,
  prepared: readonly Prepared[],
  host: RawOutcome,
  files: Files | null,
): Executed {
  const { recorder, traces, output } = context;
  const arrays = task.args.flatMap((argument, index) => {
    const array = prepared[index]?.array;
    return array ? [{ argument, array }] : [];
  });
  const outputs = arrays.filter(({ argument }) => argument.kind === 'output');
  // First: it can show where content came from.
  const left = outputs.map(({ argument, array }) => ({ argument, array, ...contentOf(context, array) }));
  const changed = arrays.filter(
    ({ argument, array }) =>
      argument.kind === 'input' &&
      (isChanged(context, argument.bytes, array) || context.inputChanges.of(argument.name) !== null),
  );
  const run: RawRun = {
    host,
    plan: {
      schemaVersion: 1,
      ...recorder.limits,
      steps: recorder.steps,
      ...(recorder.unlisted.steps > 0 && { unlisted: { ...recorder.unlisted } }),
    },
    launches: launchesReaching(
      { launches: recorder.launches, provenance: context.provenance },
      outputs.map(({ array }) => placeOfArray(array)),
    ),
    faults: recorder.faults.map((fault) => withAllocation(context, fault)),
    apiErrors: recorder.errors,
    outputs: left.map(({ argument: { name }, array, bytes, state, copiedBack }) => ({
      name,
      bytes,
      state,
      stores: storesTo(
        { launches: recorder.launches, provenance: context.provenance, program: context.program },
        placeOfArray(array),
        new Set(outputs.map(({ argument }) => argument.name).filter((other) => other !== name)),
      ),
      ...(copiedBack && { copiedBack }),
    })),
    changedInputs: changed.map(({ argument }) => argument.name),
    ...(changed.length > 0 && {
      modifiedInputs: changed.map(
        ({ argument, array }) =>
          context.inputChanges.of(argument.name) ??
          modificationOf(
            { launches: recorder.launches, provenance: context.provenance, program: context.program },
            recorder.steps,
            { name: argument.name, place: placeOfArray(array) },
          ),
      ),
    }),
    ...(context.device.recording && { recording: context.device.recording }),
    ...(context.device.influence && { influence: context.device.influence }),
    ...(context.streamRaces?.stopped && { streamsStopped: context.streamRaces.stopped }),
    ...(context.streamRaces && { overlappingCopies: context.streamRaces.overlappingCopies }),
    ...(context.unwritten?.any && { copiesUnwritten: true }),
    stdout: output.text('stdout'),
    stderr: output.text('stderr'),
    ...(output.isCut && { outputCut: true }),
    ...(files && { refusedFiles: files.refused, writtenFiles: files.written }),
    ...(recorder.returned && { returned: recorder.returned }),
  };
  return { run, stacks: traces.stacks };
}

/** A label of ours says nothing to who wrote the program; the line that asked for the memory does. */
function withAllocation({ buffers }: Context, fault: RawFault): RawFault {
  if (fault.buffer?.role !== 'student') return fault;
  const allocatedAt = buffers.labelled(fault.buffer.label)?.allocatedAt;
  return allocatedAt ? { ...fault, buffer: { ...fault.buffer, allocatedAt } } : fault;
}

function placeOfArray(array: PlacedArray): Place {
  return 'number' in array ? array.number : array.name;
}

function contentOf(
  { device, arrays, memory }: Context,
  array: PlacedArray,
): Pick<OutputState, 'bytes' | 'state'> & { copiedBack?: Unresolved<CopiedBack> } {
  if ('address' in array) {
    const bytes = memory.bytes(array.address, array.before.length).slice();
    return { bytes, state: arrays.state(array, bytes), copiedBack: arrays.copiedBack(array) };
  }
  const bytes = new Uint8Array(array.bytes);
  device.read(array.pointer, bytes);
  return { bytes, state: device.state(array.pointer, array.bytes) };
}

/** What is known of a run's launches and of the bytes that they stored. */
export interface Stored {
  readonly launches: readonly RawLaunch[];
  readonly provenance: Provenance;
  readonly program: Pick<DeviceProgram, 'sites'>;
}

/** Launches with what they stored to outputs, or to memory that was copied there. */
export function launchesReaching(
  { launches, provenance }: Pick<Stored, 'launches' | 'provenance'>,
  places: readonly Place[],
): RawRun['launches'] {
  const reaching = provenance.storesReaching(places);
  return launches.map((launch, number) => {
    const stored = reaching[number];
    if (!stored) return launch;
    const { outcome } = launch;
    return {
      ...launch,
      outcome: {
        ...outcome,
        outputThreads: Math.max(outcome.outputThreads, stored.threads),
        outputBlocks: Math.max(outcome.outputBlocks, stored.blocks),
        outputStores: addStores([outcome.outputStores, stored.stores]),
      },
    };
  });
}

/** @param otherOutputs - names of the others: a store that is known to go through one's pointer is not one of this */
export function storesTo(
  { launches, program, provenance }: Stored,
  place: Place,
  otherOutputs: ReadonlySet<string>,
): OutputState['stores'] {
  const reaching = provenance.storesReaching([place]);
  const stores = new Map<string, OutputState['stores'][number]>();
  for (const [number, { kernel, outcome }] of launches.entries()) {
    const direct = outcome.outputStores.filter(({ site }) => !otherOutputs.has(program.sites[site]?.variable ?? ''));
    for (const { site, count } of addStores([direct, reaching[number]?.stores ?? []])) {
      const position = program.sites[site]?.position;
      if (!position) continue;
      const key = `${kernel}|${position.file}|${position.line}|${position.column}`;
      stores.set(key, { position, kernel, count: count + (stores.get(key)?.count ?? 0) });
    }
  }
  return [...stores.values()].sort(
    (a, b) => b.count - a.count || a.position.line - b.position.line || a.position.column - b.position.column,
  );
}

/** What is freed cannot be compared: that is another mistake. */
function isChanged({ device, memory }: Context, before: Uint8Array, array: PlacedArray): boolean {
  if ('address' in array) return !sameBytes(memory.bytes(array.address, before.length), before);
  const now = new Uint8Array(array.bytes);
  return device.read(array.pointer, now) === 0 && !sameBytes(now, before);
}

/** Returns where an input was changed: the line that stored most of what it holds now, else the last call that wrote to it. */
export function modificationOf(
  { launches, program, provenance }: Stored,
  steps: readonly RawPlanStep[],
  { name, place }: { readonly name: string; readonly place: Place },
): Unresolved<ModifiedInput> {
  const reaching = provenance.storesReaching([place]);
  const stores = reaching.flatMap((stored, launch) =>
    (stored?.stores ?? []).flatMap(({ site, count }) => {
      const position = program.sites[site]?.position;
      return position ? [{ position, count, kernel: launches[launch]?.kernel ?? null }] : [];
    }),
  );
  const [most] = stores.sort((a, b) => b.count - a.count);
  if (most) return { name, position: most.position, kernel: most.kernel };
  const call = steps.findLast((step) => writesTo(step, place));
  return { name, position: call && 'position' in call ? (call.position ?? null) : null, kernel: null };
}

/** True if this call of host code wrote to the array. */
function writesTo(step: RawPlanStep, place: Place): boolean {
  if (step.step === 'read') return step.to !== undefined && step.to.array === place;
  if (typeof place !== 'number' || !('to' in step) || !step.to || !('buffer' in step.to)) return false;
  return step.to.buffer === place;
}
