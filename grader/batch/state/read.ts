import { readFile } from 'node:fs/promises';
import { messageOf, systemCode, UsageError } from '../../platform/index.ts';

/** Returns the text of a file; null if there is none. */
export async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(systemCode(error) ?? '')) return null;
    throw error;
  }
}

/** @throws UsageError if it is not JSON */
export function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is damaged: ${messageOf(error)}. Was it edited by hand?`, { cause: error });
  }
}
