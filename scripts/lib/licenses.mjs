// The licenses of packages that are bundled.
import { readdirSync, readFileSync } from 'node:fs';
import { at } from './project.mjs';

/** @param {{ outputs: object }} metafile - esbuild's @returns folders of packages of which something is in the bundle */
export function bundledPackages({ outputs }) {
  const used = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const folders = used.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []);
  return [...new Set(folders)];
}

/** What licenses ask for. @param folders - of packages, relative to the project @returns a text for people */
export function licensesOf(folders) {
  return [...new Set(folders)]
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(at(folder, 'package.json'), 'utf8'));
      const file = readdirSync(at(folder)).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? '' : `\n${readFileSync(at(folder, file), 'utf8').trim()}\n`;
      return `${name} ${version}: ${license}\n${text}`;
    })
    .sort()
    .join(`\n${'-'.repeat(80)}\n\n`);
}
