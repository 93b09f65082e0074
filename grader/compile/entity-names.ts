import type { InstrumentedDevice } from './ir/device.ts';
import { whereNamed } from './link.ts';
import { plainName } from './mangled.ts';
import type { Diagnostic } from './program.ts';
import type { SourceFile } from './source-file.ts';

const OUTSIDE_ASCII = /[\u0080-\uffff]/;

/**
 * Returns a warning for each kernel and each device variable whose name has letters outside ASCII. nvcc 13 rejects them:
 * "Universal character is not allowed in device entity name".
 */
export function entityNames(
  { kernels, variables }: Pick<InstrumentedDevice, 'kernels' | 'variables'>,
  source: SourceFile,
): Diagnostic[] {
  const entities = [
    ...kernels.map(({ mangled }) => ({ kind: 'kernel', name: plainName(mangled) })),
    ...variables.map(({ name }) => ({ kind: 'variable', name: plainName(name) })),
  ];
  const named = new Map(entities.filter(({ name }) => OUTSIDE_ASCII.test(name)).map((one) => [one.name, one]));
  return [...named.values()].map(({ kind, name }) => ({
    severity: 'warning',
    message: `the name of the ${kind} ${name} has letters outside ASCII, and nvcc 13 rejects it`,
    ...whereNamed(source, name),
    side: 'device',
    rule: 'compile-warning',
    detail: { hint: 'ascii-names' },
  }));
}
