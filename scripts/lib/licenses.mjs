// The licenses of packages that are bundled.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CCCL } from '../../native/cccl/recipe.mjs';
import { SOURCES } from '../../native/sysroot/recipe.mjs';
import { at } from './project.mjs';

/** @param {{ outputs: object }} metafile - esbuild's @returns folders of packages of which something is in the bundle */
export function bundledPackages({ outputs }) {
  const used = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const folders = used.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []);
  return [...new Set(folders)];
}

/** Software that is in the package and comes from no package of npm. */
export const VENDORED = [
  {
    name: 'tree-sitter-cuda',
    version: '0.21.1',
    license: 'MIT',
    purl: 'pkg:github/tree-sitter-grammars/tree-sitter-cuda@0.21.1',
    file: 'grader/batch/similarity/grammar/LICENSE',
  },
  {
    name: 'tree-sitter-python',
    version: '0.25.0',
    license: 'MIT',
    purl: 'pkg:github/tree-sitter/tree-sitter-python@0.25.0',
    file: 'grader/handin/grammar/LICENSE',
  },
  {
    name: 'cccl',
    version: CCCL.version,
    license: CCCL.license,
    purl: `pkg:github/NVIDIA/cccl@v${CCCL.version}`,
    file: 'native/cccl/LICENSE.txt',
  },
  ...Object.entries(SOURCES).map(([name, { version, license, purl }]) => ({
    name: name === 'llvm' ? 'llvm-runtimes' : name,
    version,
    license,
    purl,
    file: `native/sysroot/licenses/${name}.txt`,
  })),
];

/**
 * Returns the texts that licenses require.
 * @param folders - of packages, relative to the project
 * @param vendored - what comes from no package
 */
export function licensesOf(folders, vendored = []) {
  const text = ({ name, version, license }, file) =>
    `${name} ${version}: ${license}\n${file === null ? '' : `\n${readFileSync(at(file), 'utf8').trim()}\n`}`;
  return [
    ...vendored.map((one) => text(one, one.file)),
    ...[...new Set(folders)].map((folder) => {
      const file = readdirSync(at(folder)).find((entry) => /^licen[cs]e/i.test(entry));
      const about = JSON.parse(readFileSync(at(folder, 'package.json'), 'utf8'));
      return text(about, file === undefined ? null : join(folder, file));
    }),
  ]
    .sort()
    .join(`\n${'-'.repeat(80)}\n\n`);
}
