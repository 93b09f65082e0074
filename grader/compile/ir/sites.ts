import type { Site, SiteKind, SourcePosition } from '../program.ts';

/** Numbers the instrumented places of a module, dense from 0. */
export class Sites {
  readonly table: Site[] = [];

  add(
    kind: SiteKind,
    bytes: number,
    position: SourcePosition | null,
    functionName: string,
    more: Pick<Site, 'fromShared' | 'claimed' | 'claimedBy' | 'result' | 'variable' | 'decidedBy'> = {},
  ): number {
    this.table.push({ kind, bytes, position, function: functionName, ...more });
    return this.table.length - 1;
  }
}
