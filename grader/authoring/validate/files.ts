import { CALIBRATION_FOLDER, folderAt, formatIssue, lintAssignment } from '../lint/index.ts';
import { MANIFEST_PATH } from '../submissions.ts';
import { concluded, type Flaw, type Proof, plural } from './proof.ts';

/** Too few examples prove nothing. */
const FEWEST = { accepted: 1, rejected: 1 } as const;

export const files: Proof = {
  id: 'files',
  proves: 'All files are there, and none has a mistake that can be seen without running anything.',
  async prove(bench) {
    const issues = await lintAssignment(folderAt(bench.assignment.folder));
    const flaws: Flaw[] = issues
      .filter(({ severity }) => severity === 'error')
      .map((issue) => ({
        where: `${issue.file}:${issue.line}`,
        message: formatIssue(issue).replace(/^.*?: error: /, ''),
        mend:
          issue.example === undefined ? 'Correct it; `grade lint` checks again in a second.' : `E.g. ${issue.example}`,
      }));
    if (flaws.length > 0) return concluded(plural(flaws.length, 'error'), flaws);
    // What lint can only parse must also load.
    await bench.simulator();
    const { accepted, slow, rejected } = bench.examples;
    for (const [kind, list] of Object.entries({ accepted, rejected })) {
      const fewest = FEWEST[kind as keyof typeof FEWEST];
      if (list.length >= fewest) continue;
      const message = `there is no ${kind} submission`;
      const mend = `Add submissions/${kind}/<name>.cu and its entry under ${kind}.`;
      flaws.push({ where: MANIFEST_PATH, message, mend });
    }
    const warnings = issues.length;
    const calibrations = folderAt(bench.assignment.folder).list(CALIBRATION_FOLDER).length;
    const seen = [
      plural(bench.assignment.spec.cases.length, 'reference'),
      `${accepted.length} accepted, ${slow.length} slow, ${rejected.length} rejected`,
      plural(calibrations, 'calibration'),
      ...(warnings > 0 ? [`${plural(warnings, 'warning')} of grade lint`] : []),
    ];
    return concluded(seen.join('; '), flaws);
  },
};
