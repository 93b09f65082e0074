// The submissions that `npm run demo` grades, and what each must get.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { at } from './project.mjs';

/**
 * Returns an accepted and a rejected submission of each assignment. The rule of the rejected one is the rule of as few
 * others as possible, so that the demo shows many different findings.
 * @param parse - of YAML
 */
export function demoPairs(parse) {
  const uses = new Map();
  const ids = readdirSync(at('assignments')).filter((id) => existsSync(manifestOf(id)));
  return ids.sort().map((id) => {
    const { accepted, rejected } = parse(readFileSync(manifestOf(id), 'utf8'));
    const used = ({ rule }) => uses.get(rule) ?? 0;
    const telling = rejected.reduce((best, entry) => (used(entry) < used(best) ? entry : best));
    uses.set(telling.rule, used(telling) + 1);
    const path = (kind, { file }) => at('assignments', id, 'submissions', kind, file);
    return {
      id,
      accepted: { ...accepted[0], path: path('accepted', accepted[0]), verdict: 'passed' },
      rejected: { ...telling, path: path('rejected', telling) },
    };
  });
}

function manifestOf(id) {
  return at('assignments', id, 'submissions', 'manifest.yaml');
}

/** Returns how a result differs from what the manifest expects, in words; null if it does not. */
export function surprise({ verdict, rule, line }, result) {
  if (result.verdict !== verdict) return `the verdict is ${result.verdict}, not ${verdict}`;
  if (rule === undefined) return null;
  const findings = result.checks.flatMap((check) => check.findings);
  if (findings.some((finding) => finding.rule === rule && finding.line === line)) return null;
  return `no finding has the rule ${rule} at line ${line}`;
}
