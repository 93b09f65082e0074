import { readFileSync, statSync } from 'node:fs';
import { messageOf, systemCode, UsageError } from '../platform/index.ts';
import type { OptionFiles } from './nvcc-options.ts';

const MAX_BYTES = 1 << 20;

/** The files of this machine. */
export const optionFiles: OptionFiles = {
  read(path) {
    const name = JSON.stringify(path);
    try {
      if (statSync(path).size > MAX_BYTES) throw new UsageError(`The options file ${name} is larger than 1 MiB.`);
      return readFileSync(path, 'utf8');
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`The options file ${name} cannot be read (${systemCode(error) ?? messageOf(error)}).`);
    }
  },
  isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
};
