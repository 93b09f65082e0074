import { worded } from '../explain/index.ts';
import type { DetailOf, Finding } from '../result/index.ts';
import { type BasicTypeName, outputParameters } from '../spec/index.ts';
import type { CaseEvidence, Evidence } from './evidence.ts';

/** PyTorch's numbers of element types. */
const SCALAR_TYPES: Readonly<Record<BasicTypeName, number>> = {
  uint8: 0,
  int32: 3,
  uint32: 28,
  float32: 6,
  float64: 7,
};

/** null where the case's tensor is as it should be, or none was returned. */
export function returnedMismatch(
  { spec }: Pick<Evidence, 'spec'>,
  seen: CaseEvidence,
): DetailOf<'returned-tensor'> | null {
  const got = seen.run.returned;
  const [output] = outputParameters(spec.entry);
  const wantSizes = seen.outputs.find(({ name }) => name === output?.name)?.shape;
  if (!got || !output || !wantSizes) return null;
  const same = got.sizes.length === wantSizes.length && got.sizes.every((size, axis) => size === wantSizes[axis]);
  const all = {
    defined: got.defined,
    type: got.type === SCALAR_TYPES[output.type as BasicTypeName],
    sizes: same,
    device: got.device === 'cuda',
    contiguous: got.contiguous,
  };
  const names = Object.keys(all) as (keyof typeof all)[];
  const differs = got.defined ? names.filter((name) => !all[name]) : ['defined' as const];
  if (differs.length === 0) return null;
  const gotType = Object.entries(SCALAR_TYPES).find(([, number]) => number === got.type)?.[0] ?? null;
  return {
    kind: 'returned-tensor',
    differs,
    got: {
      type: gotType,
      ...(seen.visible && { sizes: [...got.sizes] }),
      device: got.device,
      isContiguous: got.contiguous,
    },
    want: { type: output.type, ...(seen.visible && { sizes: [...wantSizes] }) },
  };
}

export function returnedFinding(detail: DetailOf<'returned-tensor'>, seen: CaseEvidence): Finding {
  return worded({ rule: 'wrong-shape', severity: 'error', case: seen.name, detail });
}
