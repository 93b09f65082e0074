import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../root.ts';
import { compileTemplate } from './compile-template.ts';

/** Where templates come from: the package's folder here, memory in a browser. */
export interface Templates {
  read(name: string): string;
  /** Compiled once: that costs as much as rendering several reports. */
  compile(name: string): (view: object) => string;
}

const compiled = new Map<string, (view: object) => string>();

export const packagedTemplates: Templates = {
  read: (name) => readFileSync(join(packageRoot, 'templates', name), 'utf8'),
  compile(name) {
    const known = compiled.get(name) ?? compileTemplate(name, () => packagedTemplates.read(name));
    compiled.set(name, known);
    return known;
  },
};
