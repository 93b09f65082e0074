import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';
// @ts-expect-error: a script, without types
import { sbom } from '../../scripts/lib/sbom.mjs';

interface Component {
  readonly 'bom-ref': string;
  readonly purl: string;
  readonly licenses: readonly { readonly license: { readonly id?: string; readonly name?: string } }[];
  readonly hashes?: readonly unknown[];
}

const bill = sbom();
const components: readonly Component[] = bill.components;
const names = components.map((component) => component['bom-ref']);

describe('the bill of materials', () => {
  it('is CycloneDX of this package', () => {
    const { name, version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name, version } } });
  });

  it('has each package whose license is in the package', () => {
    const texts = ['dist/THIRD-PARTY-LICENSES.txt', 'dist/playground/LICENSES.txt'].map((path) =>
      readFileSync(join(packageRoot, path), 'utf8'),
    );
    const licensed = texts.flatMap((text) =>
      [...text.matchAll(/^(@?[\w./-]+) (\d\S*): /gm)].map(([, a, b]) => `${a}@${b}`),
    );
    expect(licensed.length).toBeGreaterThan(60);
    expect(names).toEqual(expect.arrayContaining(licensed));
  });

  it('has what npm installs, but no tool of development', () => {
    expect(names.filter((name) => /^(@yowasp\/clang|jiti|node-addon-api)@/.test(name))).toHaveLength(3);
    expect(names.filter((name) => /^(vitest|typescript|@biomejs\/biome)@/.test(name))).toEqual([]);
  });

  it('names license, address and checksum of each component', () => {
    for (const { purl, licenses, hashes, 'bom-ref': name } of components) {
      expect(purl, name).toMatch(/^pkg:/);
      expect(licenses?.length, name).toBeGreaterThan(0);
      if (purl.startsWith('pkg:npm/')) expect(hashes?.length, name).toBeGreaterThan(0);
    }
  });

  it('has a graph without edges that leave it', () => {
    const known = new Set([...names, bill.metadata.component['bom-ref']]);
    const edges: readonly string[] = bill.dependencies.flatMap(({ dependsOn }: { dependsOn: string[] }) => dependsOn);
    expect(edges.filter((edge) => !known.has(edge))).toEqual([]);
  });
});
