import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = (folder: string) =>
  readdirSync(join(import.meta.dirname, folder)).map((name) => {
    const path = join(import.meta.dirname, folder, name);
    return { name, path, text: readFileSync(path, 'utf8') };
  });
/** CUDA, without a word. */
export const accepted = sources('accepted');
/** Not CUDA, on the lines that are marked so. */
export const refused = sources('refused');
export const marked = (text: string) =>
  text.split('\n').flatMap((line, index) => (line.endsWith('// refused') ? [index + 1] : []));
