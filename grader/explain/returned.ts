import type { ReturnedTensor } from '../host/index.ts';
import type { ElementTypeName } from '../spec/index.ts';
import { list, type Words } from './text.ts';

/** What of a returned tensor is not as asked for. */
export interface ReturnedMismatch {
  readonly got: ReturnedTensor;
  /** null for a type that no exercise asks for. */
  readonly gotType: ElementTypeName | null;
  readonly wantType: ElementTypeName;
  /** Extents, slowest first. */
  readonly wantSizes: readonly number[];
  readonly differs: readonly ('defined' | 'type' | 'sizes' | 'device' | 'contiguous')[];
}

const TENSOR_TYPES: Readonly<Record<ElementTypeName, string>> = {
  uint8: 'torch::kByte',
  int32: 'torch::kInt32',
  uint32: 'torch::kUInt32',
  float32: 'torch::kFloat32',
  float64: 'torch::kFloat64',
};

const HINTS: Readonly<Record<ReturnedMismatch['differs'][number], string>> = {
  defined: 'Allocate the result with torch::empty, pass its data_ptr to the kernel, and return the tensor.',
  type: 'torch::empty_like and input.options() use the type of the input. options().dtype(...) changes it.',
  sizes: 'Which extents does the handout require? size(0) is the slowest one.',
  device: 'Without a device in its options, torch::empty allocates the tensor in host memory.',
  contiguous: 'transpose and t() change only the strides. Call contiguous() to copy the elements into that order.',
};

/**
 * A returned tensor that is not as asked for.
 * @param visible - of hidden cases no sizes are told
 */
export function wordReturned(
  { got, gotType, wantType, wantSizes, differs }: ReturnedMismatch,
  visible: boolean,
): Words {
  const hint = HINTS[differs[0] ?? 'defined'];
  if (!got.defined) return { message: 'The function returns an undefined tensor.', hint };
  const told = { defined: '', type: 'type', sizes: 'shape', device: 'device', contiguous: 'layout' };
  const named = list(differs.map((difference) => told[difference]));
  const where = (device: string, contiguous: boolean) =>
    `on ${device === 'cuda' ? 'CUDA' : 'the CPU'}, ${contiguous ? 'contiguous' : 'not contiguous'}`;
  const shape = (sizes: readonly number[]) => (visible ? ` [${sizes.join(', ')}]` : '');
  const type = gotType === null ? 'another type' : TENSOR_TYPES[gotType];
  const expected = `${TENSOR_TYPES[wantType]}${shape(wantSizes)} ${where('cuda', true)}`;
  return {
    message: `The returned tensor has the wrong ${named}: expected ${expected}; got ${type}${shape(got.sizes)} ${where(got.device, got.contiguous)}.`,
    hint,
  };
}
