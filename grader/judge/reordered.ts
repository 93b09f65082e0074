import type { ReorderedOutput } from '../explain/index.ts';
import { wordReordered } from '../explain/index.ts';
import type { Finding } from '../result/index.ts';
import type { Evidence } from './evidence.ts';

/** One finding for each output that is right in one order of threads only. */
export function reorderedFindings({ cases }: Pick<Evidence, 'cases'>): Finding[] {
  return cases.flatMap(({ name, reordered = [] }) => reordered.map((output) => findingOf(name, output)));
}

function findingOf(caseName: string, output: ReorderedOutput): Finding {
  const { message, hint } = wordReordered(output);
  // Of streams the call that is too early says more than a store.
  const { position, kernel } = output.calls ? { position: output.calls.second.position } : (output.store ?? {});
  return {
    rule: 'order-dependent-output',
    severity: 'error',
    message,
    ...(position && { file: position.file, line: position.line, column: position.column }),
    ...(kernel !== undefined && { kernel }),
    case: caseName,
    count: output.wrong,
    ...(hint && { hint }),
  };
}
