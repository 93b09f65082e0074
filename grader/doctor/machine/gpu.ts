import { existsSync } from 'node:fs';
import { MACHINE_WORDS as words } from '../../explain/index.ts';
import { GpuTarget, localHelpers } from '../../pipeline/gpu/index.ts';
import { lastWords, type Sight, sight } from './sight.ts';
import { lookAtThresholds } from './thresholds.ts';

/** Where the driver shows itself, and what opens it; tests have their own. */
export interface DriverPlaces {
  /** The device file that NVIDIA's driver makes. */
  readonly device?: string;
  /** Another driver library than the system's own. */
  readonly library?: string;
}

/**
 * Asks the driver in a process of its own, as grading does: a driver that hangs or crashes takes that along. Then looks
 * for thresholds that were measured on its GPU.
 */
export async function lookAtDriver({
  device = '/dev/nvidiactl',
  library,
}: DriverPlaces = {}): Promise<readonly Sight[]> {
  if (!existsSync(device)) return [sight('driver', 'missing', words.driverMissing()), lookAtThresholds(null)];
  const target = new GpuTarget(localHelpers(library === undefined ? {} : { library }));
  try {
    const { driver, gpu } = await target.describe();
    await target.check();
    const found = sight('driver', 'ok', words.driver(gpu.name, gpu.totalBytes, driver));
    return [found, lookAtThresholds(gpu.name)];
  } catch (error) {
    return [sight('driver', 'broken', words.driverBroken(`${lastWords(error)}.`)), lookAtThresholds(null)];
  } finally {
    await target.dispose();
  }
}
