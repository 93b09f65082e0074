import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package's package.json, the same from `grader/` (sources) and `dist/grader/` (built). */
export const packageRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (dirname(folder) === folder) throw new Error(`no package.json above ${from}: the installation is incomplete`);
  }
}

/** Where `npm run build` puts what the engine needs at run time: hooks, runtime objects, headers, precompiled headers. */
export const emulatorAssets: string = join(packageRoot, 'dist', 'emulator');
