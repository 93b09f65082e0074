import { compileCached } from '../compile/index.ts';
import { AssignmentError } from '../platform/errors.ts';
import { type Assignment, prototype } from '../spec/index.ts';
import type { Engine } from './engine.ts';
import { makeCase } from './inputs.ts';
import type { PlannedCase } from './plan-cases.ts';
import { runRequest } from './request.ts';

/**
 * Global load sectors of the assignment's baseline on one case: what `shared-tiles` compares a submission with.
 * Depends on sizes and engine alone, so it is counted once and kept.
 * @throws AssignmentError where the baseline does not compile
 */
export async function baselineSectors(assignment: Assignment, plan: PlannedCase, engine: Engine): Promise<number> {
  const { spec } = assignment;
  const file = spec.timing?.baseline ?? 'baseline.cu';
  const source = new TextDecoder().decode(engine.readFile(assignment, file));
  const sizes = JSON.stringify(Object.entries(plan.dims).sort());
  const key = engine.sha256('baseline', engine.versions.engine, source, sizes, prototype(spec));
  const known = await engine.cache.get(key);
  if (typeof known === 'number') return known;

  const compiled = await compileCached(engine, source, file, {
    prototype: prototype(spec),
    heapBytes: spec.limits.deviceMemoryMiB * 2 ** 20,
    timeoutMs: spec.limits.compileSeconds * 1000,
  });
  if (compiled.status !== 'compiled') {
    const messages = compiled.diagnostics.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
    throw new AssignmentError(`The baseline of ${spec.id} does not compile.`, { details: messages });
  }
  const run = await engine.run(runRequest(spec, compiled, plan, makeCase(assignment, plan, engine), true));
  if (run.launches.some(({ outcome }) => outcome.countersLost)) {
    throw new AssignmentError(
      `Counting the memory accesses of the baseline of ${spec.id} takes more memory than there is.`,
    );
  }
  const sectors = run.launches.reduce((sum, { outcome }) => sum + (outcome.counters['globalLoadSectors'] ?? 0), 0);
  if (sectors === 0) throw new AssignmentError(`The baseline of ${spec.id} loads nothing from global memory.`);
  await engine.cache.put(key, sectors);
  return sectors;
}
