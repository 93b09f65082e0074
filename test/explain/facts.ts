import type { Diagnostic } from '../../grader/compile/index.ts';
import type { DeviceFault } from '../../grader/device/index.ts';
import { type Words, worded } from '../../grader/explain/index.ts';
import { toFinding } from '../../grader/judge/compile.ts';
import { type FaultContext, faultDetail, faultRelated } from '../../grader/judge/fault-detail.ts';
import { tellableThread } from '../../grader/judge/hidden.ts';
import type { Finding, FindingDetail, RelatedLocation, Rule } from '../../grader/result/index.ts';

/** Sentences of details, as findings have them. */

export type { FaultContext };

/** Returns the finding of a fault. */
export function findingOf(fault: DeviceFault, context: FaultContext): Finding {
  const { position } = fault.at;
  return worded({
    rule: fault.rule,
    severity: 'error',
    ...(position && { file: position.file, line: position.line, column: position.column }),
    ...(fault.kernel && { kernel: fault.kernel, ...tellableThread(context, fault.at) }),
    related: faultRelated(fault, context),
    detail: faultDetail(fault, context),
  });
}

type WordsAndRelated = Words & { readonly related: readonly RelatedLocation[] };

function wordsOf({ message, hint, related = [] }: Finding): WordsAndRelated {
  return { message, hint: hint ?? null, related };
}

export function wordFault(fault: DeviceFault, context: FaultContext): WordsAndRelated {
  return wordsOf(findingOf(fault, context));
}

export function wordDiagnostic(diagnostic: Diagnostic): Words {
  return wordsOf(toFinding(diagnostic));
}

export function wordDetail(rule: Rule, detail: FindingDetail): Words {
  return wordsOf(worded({ rule, severity: 'error', detail }));
}
