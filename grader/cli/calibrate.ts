import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { assignmentRoots, calibrationPath, resolveAssignment } from '../spec/index.ts';
import type { CommandInput } from './command.ts';
import { writeJson } from './json.ts';
import { type MachineFlags, machineOptions } from './machine-options.ts';
import { cacheSettings } from './machine-settings.ts';
import { progressLine } from './progress.ts';

/** As declared in `commands.ts`. */
interface CalibrateOptions extends MachineFlags {
  readonly write?: true;
  readonly json?: string;
  readonly assignments?: string[];
}

/** `grade calibrate`: 0 where every threshold has its margins, else 1. */
export async function calibrate({ args, options: given, config, io }: CommandInput): Promise<number> {
  const options = given as unknown as CalibrateOptions;
  const assignment = resolveAssignment(args[0] ?? '', assignmentRoots(options.assignments));
  const machine = machineOptions({ ...options, target: 'gpu', nvcc: 'require' }, config, io);
  const [{ openEngine }, authoring, { writeFileAtomic }] = await Promise.all([
    import('../pipeline/engine/index.ts'),
    import('../authoring/calibrate/index.ts'),
    import('../platform/files/index.ts'),
  ]);
  const cache = cacheSettings(io, config);
  const { engine, dispose } = await openEngine(cache, { machine });
  const progress = progressLine(io);
  try {
    const { calibration, proposal } = await authoring.calibrate({
      assignment,
      engine,
      date: new Date().toISOString().slice(0, 10),
      onProgress: (file, done, total) => progress.show({ activity: `timing ${file}`, done, total }),
      signal: io.signal,
    });
    progress.clear();
    const path = join(assignment.folder, calibrationPath(calibration.gpu));
    if (options.json !== undefined) await writeJson(calibration, options.json, io);
    if (options.json !== '-') io.stdout.write(`${authoring.renderCalibration(calibration)}\n`);
    for (const problem of proposal.problems) io.stderr.write(`warning: ${problem}\n`);
    if (options.write) {
      mkdirSync(dirname(path), { recursive: true });
      await writeFileAtomic(path, `${JSON.stringify(calibration, null, 2)}\n`);
      io.stderr.write(`Written: ${path}\n`);
    }
    return proposal.problems.length === 0 ? 0 : 1;
  } finally {
    progress.clear();
    await dispose();
  }
}
