import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../platform/root.ts';

/** Where templates come from: the package's folder here, memory in a browser. */
export interface Templates {
  read(name: string): string;
}

export const packagedTemplates: Templates = {
  read: (name) => readFileSync(join(packageRoot, 'templates', name), 'utf8'),
};
