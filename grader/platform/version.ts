import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './root.ts';

/** Version of this program, as its package says. */
export function programVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
}
