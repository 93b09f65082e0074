import { inspectionSchema, inspectMachine, renderInspection } from '../doctor/machine/index.ts';
import { EXIT, textWidth, UsageError, usesColor } from '../platform/index.ts';
import type { CommandInput } from './command.ts';
import { writeJson } from './json.ts';
import { cacheSettings, gpuSettings } from './machine-settings.ts';
import { assertHas } from './staff-only.ts';

/** Options that say how to grade hostile submissions. */
const OF_HOSTILE = ['group', 'target', 'sandbox'] as const;

/**
 * `grade doctor`: 0 where there is all that `grade submit` on the emulator needs, else 3; with `--hostile`, what this
 * machine contains.
 */
export async function doctor(input: CommandInput): Promise<number> {
  const { options, config, io } = input;
  if (options.hostile === true) assertHas('test/hostile/corpus.yaml', 'doctor --hostile');
  if (options.hostile === true) return (await import('./doctor-hostile.ts')).doctorHostile(input);
  const misplaced = OF_HOSTILE.filter((name) => options[name] !== undefined).map((name) => `--${name}`);
  if (misplaced.length > 0) {
    throw new UsageError(
      `${misplaced.join(' and ')} ${misplaced.length === 1 ? 'is' : 'are'} for grade doctor --hostile: without --hostile nothing is graded. Give both, or leave ${misplaced.length === 1 ? 'it' : 'them'} out.`,
    );
  }
  const { json } = options as { readonly json?: string };
  const { buildImage, runImage } = gpuSettings(io, config);
  const inspection = await inspectMachine({
    env: io.env,
    cache: cacheSettings(io, config),
    buildImage,
    runImage,
    signal: io.signal,
  });
  if (json !== undefined) await writeJson(inspectionSchema.parse(inspection), json, io);
  if (json !== '-') {
    const width = io.stdout.isTTY ? textWidth(io.stdout) : null;
    io.stdout.write(renderInspection(inspection, { color: usesColor(io.stdout, io.env), width }));
  }
  return inspection.ready ? EXIT.success : EXIT.infrastructure;
}
