/**
 * A grading process that is told by the submission itself what to do: its text is a line of JSON.
 * An honest one says nothing of the kind, and gets its points until `poisoned`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

interface Told {
  readonly does: 'die' | 'hang' | 'leak' | 'write' | 'connect' | 'poison' | 'pass' | 'fault' | 'refuse';
  readonly at?: string;
}

let poisoned = false;
const result = (verdict: string, score: number, told: string) => ({
  kind: 'graded',
  result: {
    verdict,
    score,
    maxScore: 90,
    responsible: verdict === 'passed' ? null : 'student',
    checks: [{ findings: verdict === 'passed' ? [] : [{ rule: 'wrong-output', message: told, line: 3 }] }],
    environment: {},
  },
  reports: [],
  peakMiB: 100,
});

process.on('disconnect', () => process.exit(0));
process.on('message', ({ path }: { path: string }) => void answer(path));

async function answer(path: string): Promise<void> {
  const text = readFileSync(path, 'utf8');
  if (!text.startsWith('{')) return say(poisoned ? result('failed', 5, 'wrong') : result('passed', 90, ''));
  const told = JSON.parse(text) as Told;
  switch (told.does) {
    case 'die':
      return process.exit(9);
    case 'hang':
      return;
    case 'leak':
      return say(result('failed', 0, `It says ${process.env.GRADE_HOSTILE_SECRET}.`));
    case 'write':
      writeFileSync(join(told.at ?? '', 'left-behind'), '');
      return say(result('failed', 0, 'It is wrong.'));
    case 'connect':
      await new Promise((resolve) => connect(Number(told.at), '127.0.0.1').on('close', resolve).resume());
      return say(result('failed', 0, 'It is wrong.'));
    case 'poison':
      poisoned = true;
      return say(result('failed', 0, 'It is wrong.'));
    case 'pass':
      return say(result('passed', 90, ''));
    case 'fault':
      return say({ kind: 'fault', message: 'the compiler failed' });
    case 'refuse':
      return say({ kind: 'refused', message: 'mine.cu is empty.' });
  }
}

function say(message: object): void {
  process.send?.(message);
}
