import { FIXED_LIMIT_WORDS, LIMIT_WORDS, wordNumber } from '../../explain/index.ts';
import {
  ARCHIVE_LIMITS,
  ASSIGNMENT_LIMITS,
  type AssignmentLimitName,
  BUILD_LIMITS,
  FIXED_LIMITS,
  HELPER_LIMITS,
  PROGRAM_LIMITS,
  PROGRAM_MEMORY,
  STUDENT_LIMITS,
} from '../../limits/index.ts';

/** `docs/limits.md`: every limit with its value, who sets it, and what a student sees. Written by `npm run schemas`. */
export function limitsPage(): string {
  const assignment = Object.entries(ASSIGNMENT_LIMITS).map(([name, { default: usual, min, max, what }]) => {
    const { rule, told } = LIMIT_WORDS[name as AssignmentLimitName];
    return [
      `\`limits.${name}\``,
      what,
      wordNumber(usual),
      `${wordNumber(min)} to ${wordNumber(max)}`,
      rule === null ? told : `\`${rule}\`: ${told}`,
    ];
  });
  const fixed = Object.entries(FIXED_LIMITS).map(([name, value]) => {
    const { what, told } = FIXED_LIMIT_WORDS[name as keyof typeof FIXED_LIMITS];
    return [what, measure(name, value), told];
  });
  return `# Limits

These limits bound the resources that one submission can use. All of them are in one place of the code, \`grader/limits/\`,
from which this page is made.

## What an assignment sets

In \`assignment.yaml\`, each within its bounds; missing keys have their defaults:

\`\`\`yaml
limits: { deviceSteps: 1000000, deviceMemoryMiB: 64 }
\`\`\`

\`grade lint\` reports a value out of bounds with its line. Steps decide, not seconds, so a grade is the same on
every machine. The seconds limit work without steps, and a busy machine gets up to four times as many. For the
compiler, the grader counts on Linux the processor time of its own threads, and other load can stretch \`compileSeconds\` ten times. Once
one case has used up its seconds, the cases that have not begun get a tenth of them. All runs of a submission and
their replays have 40 seconds of processor time, or twice \`wallSeconds\` if that is more. Beyond that, the submission fails with
\`timeout\`, at the line where a run was stopped.

${table(['key', 'bounds', 'default', 'from, to', 'what a student sees'], assignment)}

## Fixed limits

${table(['bounds', 'value', 'what a student sees'], fixed)}

## \`grade run\`

A program with its own \`main\` can use more. \`--timeout SECONDS\` sets its time, \`--device-memory MiB\` and \`--host-memory MiB\` its
memory. Host memory plus twice the device memory is at most ${wordNumber(PROGRAM_MEMORY.sumMiB)} MiB, because a 32-bit program has 4 GiB
of addresses for everything.

${table(
  ['bounds', 'value'],
  Object.entries(PROGRAM_LIMITS).map(([name, value]) => [worded(name), measure(name, value)]),
)}

## Containers

nvcc, and helpers with a GPU, run in containers with these. A submission that exhausts nvcc does not compile; an engine
that cannot enforce them is not used.

${table(
  ['bounds', 'nvcc', 'helper with a GPU'],
  Object.entries(BUILD_LIMITS).map(([name, value]) => [
    worded(name),
    measure(name, value),
    name in HELPER_LIMITS ? measure(name, HELPER_LIMITS[name as keyof typeof HELPER_LIMITS]) : 'not kept',
  ]),
)}

## Batches

\`limits\` in [course.yaml](reference/course.md) bounds what the machine spends on one submission. An archive with more than
this is refused with a sentence:

${table(
  ['bounds', 'value'],
  Object.entries(ARCHIVE_LIMITS).map(([name, value]) => [worded(name), measure(name, value)]),
)}

A student who hands in more than this loses files, with a note; the others are graded:

${table(
  ['bounds', 'value'],
  Object.entries(STUDENT_LIMITS).map(([name, value]) => [worded(name), measure(name, value)]),
)}
`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** `memoryBytes` and `wallTimeMs` in the units of people. */
function measure(name: string, value: number): string {
  if (/Ms$/.test(name)) return value % 1000 === 0 ? `${wordNumber(value / 1000)} s` : `${wordNumber(value)} ms`;
  if (!/Bytes$/.test(name)) return wordNumber(value);
  for (const [unit, size] of [
    ['GiB', 2 ** 30],
    ['MiB', 2 ** 20],
    ['KiB', 2 ** 10],
  ] as const) {
    if (value % size === 0) return `${wordNumber(value / size)} ${unit}`;
  }
  return `${wordNumber(value)} bytes`;
}

/** `deviceMemoryBytes` is "device memory". */
function worded(name: string): string {
  return name.replace(/(Bytes|Ms)$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
