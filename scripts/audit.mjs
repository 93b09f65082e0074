// `node scripts/audit.mjs`: are there known holes in the packages that are shipped, bundled or not? Not every registry
// answers that.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { at, fail, npmCommand } from './lib/project.mjs';

const lists = ['bundled.json', 'bundled-playground.json'].map((name) => at('dist', name));
if (!lists.every((list) => existsSync(list))) fail('dist/bundled.json is missing: npm run build comes first');
const lock = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;
const installed = Object.keys(lock).filter((folder) => folder !== '' && !lock[folder].dev);
const shipped = new Set([...installed, ...lists.flatMap((list) => JSON.parse(readFileSync(list, 'utf8')))]);

const npm = npmCommand();
const asked = spawnSync(npm.program, [...npm.args, 'audit', '--json'], {
  ...npm.options,
  cwd: at(),
  encoding: 'utf8',
});
const answer = read(asked.stdout);
if (answer?.metadata?.vulnerabilities === undefined) {
  const why = answer?.message ?? asked.stderr?.trim().split('\n').at(-1) ?? 'no answer';
  console.log(
    `audit: skipped, because the registry does not offer audits (${why.replace(/https?:\S+/g, 'its address')})`,
  );
} else {
  // Of what only leads to a package with a hole, nothing may be in the bundle.
  const holes = Object.values(answer.vulnerabilities).filter(
    ({ nodes, via }) => nodes.some((folder) => shipped.has(folder)) && via.some((one) => typeof one !== 'string'),
  );
  for (const { name, severity, range, via } of holes) {
    const about = via.map((one) => (typeof one === 'string' ? one : `${one.title} ${one.url}`)).join('; ');
    console.log(`not ok - audit: ${name} ${range}: ${severity}: ${about}`);
  }
  console.log(
    holes.length === 0 ? 'audit: no known holes in what is shipped' : `audit: ${holes.length} packages with holes`,
  );
  process.exitCode = holes.length === 0 ? 0 : 1;
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
