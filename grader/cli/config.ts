import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { messageOf, systemCode, UsageError } from '../platform/index.ts';
import type { Config } from './config-schema.ts';

export const CONFIG_FILE = 'grade.config.yaml';

/** Values of `grade.config.yaml`; paths are absolute. All are optional: flags and environment variables go before them. */
export type LoadedConfig = Partial<Omit<Config, 'schemaVersion'>>;

/**
 * The configuration of this machine or course: the nearest `grade.config.yaml` of `from` and the folders above it.
 * @throws UsageError with every mistake of the file
 */
export async function loadConfig(from: string): Promise<LoadedConfig> {
  const path = findUpward(resolve(from));
  if (path === null) return {};
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${systemCode(error) ?? messageOf(error)}).`, { cause: error });
  }
  // Only where there is a file: reading it needs a YAML parser, which `grade --help` need not wait for.
  const { parseConfig } = await import('./config-schema.ts');
  return parseConfig(text, path);
}

function findUpward(folder: string): string | null {
  const path = join(folder, CONFIG_FILE);
  if (existsSync(path)) return path;
  return dirname(folder) === folder ? null : findUpward(dirname(folder));
}
