// `node scripts/release-notes.mjs v0.2.0` prints the notes of a release. Fails if package.json has another version.
import { readFileSync } from 'node:fs';
import { at, fail } from './lib/project.mjs';
import { notesOf } from './lib/release-notes.mjs';

const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
if (tag !== `v${version}`) fail(`the tag ${tag} is not that of package.json, v${version}`);
process.stdout.write(notesOf(readFileSync(at('CHANGELOG.md'), 'utf8'), version));
