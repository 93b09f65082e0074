import { worded } from '../explain/index.ts';
import { type DetailOf, type Finding, toReal } from '../result/index.ts';
import type { Evidence, OrderedCall, ReorderedOutput } from './evidence.ts';

/** One finding for each output that is right in one order of threads only. */
export function reorderedFindings({ cases }: Pick<Evidence, 'cases'>): Finding[] {
  return cases.flatMap(({ name, reordered = [] }) => reordered.map((output) => findingOf(name, output)));
}

function findingOf(caseName: string, output: ReorderedOutput): Finding {
  // Of streams the call that is too early says more than a store.
  const { position, kernel } = output.calls ? { position: output.calls.second.position } : (output.store ?? {});
  return worded({
    rule: 'order-dependent-output',
    severity: 'error',
    ...(position && { file: position.file, line: position.line, column: position.column }),
    ...(kernel !== undefined && { kernel }),
    case: caseName,
    count: output.wrong,
    detail: detailOf(output),
  });
}

function detailOf(output: ReorderedOutput): DetailOf<'order-dependent'> {
  const { name, by, shape, index, before, after, wrong, elements, calls } = output;
  return {
    kind: 'order-dependent',
    output: name,
    by,
    dimensions: shape.length,
    index: [...index],
    before: toReal(before),
    after: after === null ? null : toReal(after),
    wrong,
    elements,
    ...(calls && { calls: { first: callOf(calls.first), second: callOf(calls.second) } }),
  };
}

function callOf({ name, position, isInDefaultStream }: OrderedCall) {
  return { name, ...(position && { line: position.line }), isInDefaultStream };
}
