import type { InstrumentedDevice } from './ir/device.ts';
import type { Diagnostic, SourcePosition } from './program.ts';
import { type SourceFile, sharedDeclaration } from './sources.ts';

/** Arrays of dynamic shared memory that one kernel uses as if each had a place of its own: once for each declaration. */
export function sharedAliases({ dynamicShared }: InstrumentedDevice, source: SourceFile): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const { kernel, arrays } of dynamicShared) {
    const declared = arrays
      .map((name) => ({ name, at: sharedDeclaration(source, name, kernel.position) ?? kernel.position }))
      .sort((a, b) => inOrder(a.at, b.at));
    const first = declared[0]?.name ?? '';
    for (const { name, at } of declared.slice(1)) {
      const { file = source.fileName, line = 0, column = 0 } = at ?? {};
      const place = `${file}:${line}:${column}`;
      if (found.has(place)) continue;
      found.set(place, {
        severity: 'warning',
        message: `the arrays ${first} and ${name} of ${kernel.name} begin at the same address`,
        file,
        line,
        column,
        side: 'device',
        rule: 'shared-alias',
      });
    }
  }
  return [...found.values()];
}

function inOrder(a: SourcePosition | null, b: SourcePosition | null): number {
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
}
