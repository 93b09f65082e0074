// `node scripts/repository.mjs https://github.com/owner/name` sets the address of the repository in package.json.
// `node scripts/repository.mjs --check` fails while the address is a placeholder, so that no package is published with it.
import { readFileSync, writeFileSync } from 'node:fs';
import { at, fail, say } from './lib/project.mjs';
import { addressOf, fieldsOf, isPlaceholder } from './lib/repository.mjs';

const file = at('package.json');
const about = JSON.parse(readFileSync(file, 'utf8'));
const [given] = process.argv.slice(2);
if (given === undefined) fail('name the address of the repository, or --check', 2);
if (given === '--check') {
  const address = addressOf(about);
  if (isPlaceholder(address)) fail(`${address} is a placeholder. Run node scripts/repository.mjs <address> first.`);
} else {
  if (!URL.canParse(given)) fail(`${given} is not an address, e.g. https://github.com/owner/name`, 2);
  writeFileSync(file, `${JSON.stringify({ ...about, ...fieldsOf(given) }, null, 2)}\n`);
  say(`package.json: repository, homepage and bugs are those of ${given}`);
}
