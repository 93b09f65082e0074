import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Said {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code?: number;
  /** For how long it thinks. */
  readonly seconds?: number;
}

const PROGRAMS = ['sbatch', 'squeue', 'scontrol', 'scancel'] as const;
type Program = (typeof PROGRAMS)[number];

/** Slurm's commands as scripts that say what a test wants and note how they were called. */
export class FakeSlurm {
  readonly folder = mkdtempSync(join(tmpdir(), 'grade-fake-slurm-'));
  readonly env: NodeJS.ProcessEnv = { PATH: `${this.folder}:/usr/bin:/bin` };

  constructor() {
    for (const program of PROGRAMS) {
      const path = join(this.folder, program);
      writeFileSync(path, script(program, this.folder));
      chmodSync(path, 0o755);
    }
  }

  /** From now on, one after the other; the last one again and again. */
  says(program: Program, ...answers: readonly Said[]): void {
    const calls = this.calls(program).length;
    answers.forEach(({ stdout = '', stderr = '', code = 0, seconds = 0 }, index) => {
      const name = join(this.folder, `${program}.${calls + index}`);
      writeFileSync(`${name}.out`, stdout);
      writeFileSync(`${name}.err`, stderr);
      writeFileSync(`${name}.code`, String(code));
      if (seconds > 0) writeFileSync(`${name}.seconds`, String(seconds));
    });
    writeFileSync(join(this.folder, `${program}.last`), String(calls + answers.length - 1));
  }

  /** Arguments of each call. */
  calls(program: Program): string[][] {
    try {
      const lines = readFileSync(join(this.folder, `${program}.calls`), 'utf8')
        .trimEnd()
        .split('\n');
      return lines.map((line) => line.split('\t').slice(1));
    } catch {
      return [];
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function script(program: Program, folder: string): string {
  return `#!/bin/sh
cd '${folder}'
touch ${program}.calls
n=$(wc -l < ${program}.calls)
{ printf x; for a; do printf '\\t%s' "$a"; done; echo; } >> ${program}.calls
[ -f ${program}.last ] || exit 0
last=$(cat ${program}.last)
[ "$n" -le "$last" ] || n=$last
n=$((n))
[ ! -f ${program}.$n.seconds ] || sleep "$(cat ${program}.$n.seconds)"
cat ${program}.$n.out
cat ${program}.$n.err >&2
exit $(cat ${program}.$n.code)
`;
}
