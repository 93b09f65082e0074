import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { idleCores, sharedCores } from '../../grader/platform/browser/cores.ts';
import { sha256 as twinSha256 } from '../../grader/platform/browser/hash.ts';
import { encodePng } from '../../grader/platform/browser/png.ts';
import { sha256 } from '../../grader/platform/hash.ts';
import { packageRoot } from '../../grader/platform/root.ts';
import { renderHandout } from '../../grader/playground/browser/handout.ts';

describe("the browser's platform", () => {
  it('has twins of modules that there are', () => {
    const own = ['index.ts', 'provided.ts', 'virtual.d.ts', 'worker-host.ts'];
    const originals = readdirSync(join(packageRoot, 'grader', 'platform'), { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.startsWith('browser'))
      .map((path) => basename(path));
    const twins = readdirSync(join(packageRoot, 'grader', 'platform', 'browser')).filter((name) => !own.includes(name));
    expect(twins.length).toBeGreaterThan(10);
    for (const name of twins) expect(originals.filter((other) => other === name)).toEqual([name]);
  });

  it.each(['hex', 'base64'] as const)('hashes as Node does: %s', (encoding) => {
    const parts = ['ünïcode', new Uint8Array([0, 255, 128]), ''];
    expect(twinSha256(encoding, ...parts)).toBe(sha256(encoding, ...parts));
  });

  it.each([1, 3] as const)('makes pictures of %d channels', (channels) => {
    const pixels = Uint8Array.from({ length: 5 * 3 * channels }, (_, index) => (index * 37) % 256);
    const { width, height, data } = PNG.sync.read(Buffer.from(encodePng(5, 3, channels, pixels), 'base64'));
    expect([width, height]).toEqual([5, 3]);
    const red = Array.from({ length: 15 }, (_, index) => data[4 * index]);
    expect(red).toEqual(Array.from({ length: 15 }, (_, index) => pixels[channels * index]));
  });

  it('lends no processor, so that no memory has to be shared', () => {
    expect(idleCores(sharedCores(8, 4))).toBe(0);
  });
});

describe('renderHandout', () => {
  it('shows markup of the author as text, and links files that come with it', () => {
    const attachments = { 'measure.cu': 'Ly8=', 'a.png': 'iVBO' };
    const html = renderHandout({
      handout:
        '# Title\n\n<script>alert(1)</script>\n\n[m](measure.cu) [gone](gone.cu) ![A cat](a.png)\n\n[out](javascript:alert(1))',
      attachments,
    });
    expect(html).toContain('<h2>Title</h2>');
    expect(html).not.toMatch(/<script|javascript:/);
    expect(html).toContain('<a href="data:text/plain;base64,Ly8=" download="measure.cu">m</a> gone');
    expect(html).toContain('<img src="data:image/png;base64,iVBO" alt="A cat">');
  });
});
