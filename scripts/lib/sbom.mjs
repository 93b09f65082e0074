// The software bill of materials of the package: CycloneDX, made by npm from the lock file.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { VENDORED } from './licenses.mjs';
import { at, npmCommand } from './project.mjs';

/** Returns the bill: what npm installs with the package, what is bundled in it, and what is vendored. */
export function sbom() {
  const read = (...path) => JSON.parse(readFileSync(at(...path), 'utf8'));
  const lock = read('package-lock.json').packages;
  const installed = Object.keys(lock).filter((folder) => folder !== '' && !lock[folder].dev);
  const bundled = ['bundled.json', 'bundled-playground.json'].flatMap((name) => read('dist', name));
  const reference = (folder) => `${folder.replace(/^.*node_modules\//, '')}@${lock[folder].version}`;
  const wanted = new Set([...installed, ...bundled].map(reference));
  const { metadata, components, dependencies, serialNumber: _, ...bill } = everything();
  const { name, version } = read('package.json');
  const { timestamp: __, ...about } = metadata;
  const own = about.component['bom-ref'];
  const kept = components.filter((component) => wanted.has(component['bom-ref']));
  const missing = [...wanted].filter((one) => !kept.some((component) => component['bom-ref'] === one));
  if (missing.length > 0) throw new Error(`the bill of materials has no ${missing.join(', ')}`);
  const vendored = VENDORED.map(({ file: ___, license, ...one }) => ({
    'bom-ref': `${one.name}@${one.version}`,
    type: 'library',
    ...one,
    licenses: [/ (?:AND|OR|WITH) /.test(license) ? { expression: license } : { license: { id: license } }],
  }));
  return {
    ...bill,
    // The same package has the same bill. npm takes the folder for the name.
    metadata: { ...about, component: { ...about.component, name, version } },
    components: [...kept.map((component) => ({ ...component, scope: 'required' })), ...vendored],
    dependencies: dependencies
      .filter(({ ref }) => ref === own || wanted.has(ref))
      .map(({ ref, dependsOn }) => ({
        ref,
        dependsOn:
          ref === own
            ? [...wanted, ...vendored.map((one) => one['bom-ref'])].sort()
            : dependsOn.filter((one) => wanted.has(one)),
      })),
  };
}

/** Writes `dist/sbom.cdx.json`. */
export function writeSbom() {
  writeFileSync(at('dist', 'sbom.cdx.json'), `${JSON.stringify(sbom(), null, 1)}\n`);
}

/** Asks npm for the bill of all that the lock file has. */
function everything() {
  const { program, args, options } = npmCommand();
  const { stdout, stderr, status } = spawnSync(
    program,
    [...args, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only'],
    { ...options, cwd: at(), encoding: 'utf8', maxBuffer: 64 << 20 },
  );
  if (status !== 0) throw new Error(`npm sbom failed:\n${stderr}`);
  return JSON.parse(stdout);
}
