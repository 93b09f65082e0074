import type { LaunchRequest } from '../../device/index.ts';
import type { Operation } from '../operations.ts';

/** What host code printed may depend on data: it leaves nothing behind on the device. */
export function isStructural({ kind }: Operation): boolean {
  return kind !== 'printed';
}

export function structural(operations: readonly Operation[]): readonly Operation[] {
  return operations.filter(isStructural);
}

/**
 * Compares two recordings: calls, their order, sizes and addresses; not the content that host code gives the device, the
 * value of a memset or the arguments of launches.
 * @returns where they differ, for people; null where they do not
 */
export function structureDiffers(a: readonly Operation[], b: readonly Operation[]): string | null {
  const [some, others] = [structural(a), structural(b)];
  if (some.length !== others.length) return `${some.length} and ${others.length} calls`;
  for (const [index, operation] of some.entries()) {
    const other = others[index];
    if (!other || shapeOf(operation) !== shapeOf(other)) return `call ${index}: ${operation.kind}`;
  }
  return null;
}

/** What has to be the same for all data. */
function shapeOf(operation: Operation): string {
  switch (operation.kind) {
    case 'write':
    case 'read':
    case 'poison':
      return `${operation.kind} ${operation.pointer} ${operation.content.length}`;
    case 'launch':
      return `launch ${shapeOfLaunch(operation.request)} ${operation.error}`;
    case 'arrived':
      return `arrived ${operation.address} ${operation.from}`;
    case 'set':
      return `set ${operation.pointer} ${operation.bytes}`;
    default:
      return JSON.stringify(operation);
  }
}

function shapeOfLaunch({ args, counters: _, ...shape }: LaunchRequest): string {
  return JSON.stringify([args.length, shape]);
}
