// `node scripts/audit.mjs`: are there known holes in the packages that are shipped? Not every registry answers that.
import { spawnSync } from 'node:child_process';
import { at, npmCommand } from './lib/project.mjs';

const npm = npmCommand();
const asked = spawnSync(npm.program, [...npm.args, 'audit', '--omit=dev', '--json'], {
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
  const holes = Object.values(answer.vulnerabilities);
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
