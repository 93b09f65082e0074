import { STARTER_FILE } from '../lint/index.ts';
import { SEEDS } from './bench.ts';
import { concluded, type Flaw, type Proof } from './proof.ts';
import { describeFinding, failedChecks, type Trial } from './trial.ts';

/** The largest share of the points for a program without work, as in docs/participation.md. */
const MOST = 0.4;
/** Ways in which a program ends badly: not what a student who has written nothing yet should be met with. */
const RUDE: ReadonlySet<string> = new Set([
  'timeout',
  'host-fault',
  'host-device-pointer',
  'device-assert',
  'stack-overflow',
  'launch-error',
]);

export const starter: Proof = {
  id: 'starter',
  proves: 'The starter compiles without a warning and runs to its end, and it does not pass.',
  async prove(bench) {
    const candidate = { file: STARTER_FILE, source: bench.text(STARTER_FILE) };
    const [trial] = await bench.gradeAll([{ candidate, seed: SEEDS[0] }]);
    if (!trial) throw new Error('the starter was not graded');
    const seen = `${trial.score} of ${trial.maxScore} points; fails ${failedChecks(trial).join(', ') || 'nothing'}`;
    return concluded(seen, flawsOf(trial));
  },
};

function flawsOf(trial: Trial): Flaw[] {
  const where = STARTER_FILE;
  const compile = trial.checks.find(({ id }) => id === 'compile');
  if (compile?.status !== 'passed') {
    return trial.findings
      .filter(({ check }) => check === 'compile')
      .map((finding) => ({
        where: finding.line === undefined ? where : `${where}:${finding.line}`,
        message: `it does not compile: ${finding.message}`,
        mend: 'Students begin with this file: it must compile as it is.',
      }));
  }
  const flaws: Flaw[] = [];
  if (trial.verdict === 'passed') {
    flaws.push({ where, message: 'it passes', mend: 'Leave out what students are to write.' });
  } else if (trial.score > trial.maxScore * MOST) {
    const message = `it earns ${trial.score} of ${trial.maxScore} points with nothing written`;
    flaws.push({ where, message, mend: 'Leave out more of the solution, or give these checks fewer points.' });
  }
  for (const finding of trial.findings) {
    const place = finding.line === undefined ? where : `${where}:${finding.line}`;
    if (RUDE.has(finding.rule)) {
      const message = `it does not run to its end: ${describeFinding(finding)}`;
      flaws.push({
        where: place,
        message,
        mend: 'Let it run and do nothing, so that what students see first is what to do.',
      });
    } else if (finding.severity === 'warning') {
      const mend = 'A warning about a line that the student did not write only confuses: write it without one.';
      flaws.push({ where: place, message: `it is warned of: ${describeFinding(finding)}`, mend });
    }
  }
  return flaws;
}
