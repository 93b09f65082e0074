import { printable } from '../../platform/index.ts';
import type { ProofResult, ValidatedAssignment } from './schema.ts';

const PAINT = { passed: 32, failed: 31, skipped: 33, error: 35 } as const;
const STATUS_WIDTH = 'skipped'.length;
const ID_WIDTH = 'arithmetic'.length;
const SECONDS_WIDTH = 7;

/**
 * A table for a terminal: proof, status, what was seen, seconds; below it what stands against each proof that failed,
 * and how to fix it.
 */
export function renderValidation(
  { id, folder, proofs }: ValidatedAssignment,
  { color, width }: { readonly color: boolean; readonly width: number },
): string {
  const indent = 2 + ID_WIDTH + 2 + STATUS_WIDTH + 2;
  const room = Math.max(20, width - indent - SECONDS_WIDTH - 1);
  const lines = [`${printable(id)}  (${printable(folder)})`];
  for (const { id: proof, status, seen, seconds } of proofs) {
    const [first = '', ...more] = wrapped(printable(seen), room);
    const painted = color ? `\u001b[${PAINT[status]}m${status}\u001b[39m` : status;
    const label = `  ${proof.padEnd(ID_WIDTH)}  ${painted}${' '.repeat(STATUS_WIDTH - status.length)}  `;
    lines.push(`${label}${first.padEnd(room)} ${`${seconds.toFixed(1)} s`.padStart(SECONDS_WIDTH)}`);
    lines.push(...more.map((line) => `${' '.repeat(indent)}${line}`));
  }
  for (const proof of proofs) if (proof.flaws.length > 0) lines.push('', ...flaws(proof, width));
  for (const { id: proof, waived } of proofs) {
    if (waived) lines.push('', ...waivedLines(proof, waived, width));
  }
  const count = (status: ProofResult['status']) => proofs.filter((proof) => proof.status === status).length;
  const sums = (['passed', 'failed', 'skipped', 'error'] as const).filter((status) => count(status) > 0);
  const seconds = proofs.reduce((sum, proof) => sum + proof.seconds, 0);
  lines.push('', `  ${sums.map((status) => `${count(status)} ${status}`).join(', ')} in ${seconds.toFixed(0)} s`);
  return `${lines.join('\n')}\n`;
}

function flaws({ id, proves, flaws: found }: ProofResult, width: number): string[] {
  const lines = wrapped(`${id} does not hold. Wanted: ${proves}`, width - 2).map((line) => `  ${line}`);
  for (const { where, message, mend } of found) {
    const said = printable(where === null ? message : `${where}: ${message}`);
    lines.push(...wrapped(said, width - 6).map((line, index) => `${index === 0 ? '    - ' : '      '}${line}`));
    lines.push(...wrapped(`→ ${printable(mend)}`, width - 6).map((line) => `      ${line}`));
  }
  return lines;
}

function waivedLines(id: string, waived: NonNullable<ProofResult['waived']>, width: number): string[] {
  const lines = [`  ${id}: waived by submissions/manifest.yaml`];
  for (const { where, message, reason } of waived) {
    const said = printable(where === null ? message : `${where}: ${message}`);
    lines.push(...wrapped(said, width - 6).map((line, index) => `${index === 0 ? '    - ' : '      '}${line}`));
    lines.push(...wrapped(`because: ${printable(reason)}`, width - 6).map((line) => `      ${line}`));
  }
  return lines;
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.replace(/\s+/g, ' ').split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
