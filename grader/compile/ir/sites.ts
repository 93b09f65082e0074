import type { Site, SiteKind, SourcePosition } from '../program.ts';

/** Numbers the instrumented places of a module, dense from 0. */
export class Sites {
  readonly table: Site[] = [];
  /** The part of the control flow that further sites belong to. */
  part: number | undefined;
  #ofMemory = 0;

  /** How many of them are instructions that touch memory. */
  get ofMemory(): number {
    return this.#ofMemory;
  }

  /** Adds the site of an instruction that touches memory. */
  addMemory(...site: Parameters<Sites['add']>): number {
    this.#ofMemory++;
    return this.add(...site);
  }

  add(
    kind: SiteKind,
    bytes: number,
    position: SourcePosition | null,
    functionName: string,
    more: Pick<
      Site,
      | 'stores'
      | 'fromShared'
      | 'accumulated'
      | 'asyncCopy'
      | 'claimed'
      | 'claimedBy'
      | 'result'
      | 'variable'
      | 'pointer'
      | 'decidedBy'
      | 'unsigned'
    > = {},
  ): number {
    this.table.push({
      kind,
      bytes,
      position,
      function: functionName,
      ...(this.part !== undefined && { part: this.part }),
      ...more,
    });
    return this.table.length - 1;
  }
}
