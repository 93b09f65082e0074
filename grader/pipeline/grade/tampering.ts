import type { CompileResult } from '../../compile/index.ts';
import type { CaseEvidence } from '../../judge/index.ts';

/**
 * Returns what becomes of a submission whose device code changed the emulator's own records: it is refused at the launch
 * that did it, and nothing that any of its cases left behind counts. Otherwise it stays what it was.
 */
export function refusedForTampering(
  compiled: CompileResult,
  cases: readonly CaseEvidence[],
  fileName: string,
): CompileResult {
  for (const { run } of cases) {
    const { host } = run;
    if (host.status !== 'trapped' || host.tampered === undefined) continue;
    const { file = fileName, line = 0, column = 0 } = host.position ?? {};
    const message = `a change to the emulator's records (${host.tampered})`;
    const detail = { hint: 'tampering' } as const;
    return {
      status: 'rejected',
      diagnostics: [
        { severity: 'error', message, file, line, column, side: 'device', rule: 'policy-violation', detail },
      ],
    };
  }
  return compiled;
}
