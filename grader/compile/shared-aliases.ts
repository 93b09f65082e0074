import type { InstrumentedDevice } from './ir/device.ts';
import type { Diagnostic, SourcePosition } from './program.ts';
import type { SourceFile } from './source-file.ts';
import { sharedDeclaration } from './sources.ts';

/** Arrays of dynamic shared memory that one kernel uses as if each had a place of its own: once for each declaration. */
export function sharedAliases({ dynamicShared }: InstrumentedDevice, source: SourceFile): Diagnostic[] {
  const found = new Map<string, Diagnostic & { readonly detail: { readonly kernels: string[] } }>();
  for (const { kernel, arrays } of dynamicShared) {
    const declared = arrays
      .map((name) => ({ name, at: sharedDeclaration(source, name, kernel.position) ?? kernel.position }))
      .sort((a, b) => inOrder(a.at, b.at));
    const first = declared[0]?.name ?? '';
    for (const { name, at } of declared.slice(1)) {
      const { file = source.fileName, line = 0, column = 0 } = at ?? {};
      const place = `${file}:${line}:${column}`;
      const known = found.get(place);
      if (known) {
        known.detail.kernels.push(kernel.name);
        continue;
      }
      found.set(place, {
        severity: 'warning',
        message: `the arrays ${first} and ${name} of ${kernel.name} begin at the same address`,
        file,
        line,
        column,
        side: 'device',
        rule: 'shared-alias',
        detail: { kernels: [kernel.name] },
      });
    }
  }
  return [...found.values()];
}

function inOrder(a: SourcePosition | null, b: SourcePosition | null): number {
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
}
