import type { DetailOf } from '../result/index.ts';
import type { BasicTypeName } from '../spec/index.ts';
import type { Facts } from './faults.ts';
import { list, type Words } from './text.ts';

type Tensor = DetailOf<'returned-tensor'>;

const TENSOR_TYPES: Readonly<Record<BasicTypeName, string>> = {
  uint8: 'torch::kByte',
  int32: 'torch::kInt32',
  uint32: 'torch::kUInt32',
  float32: 'torch::kFloat32',
  float64: 'torch::kFloat64',
};

const HINTS: Readonly<Record<Tensor['differs'][number], string>> = {
  defined: 'Allocate the result with torch::empty, pass its data_ptr to the kernel, and return the tensor.',
  type: 'torch::empty_like and input.options() use the type of the input. options().dtype(...) changes it.',
  sizes: 'Which extents does the handout require? size(0) is the slowest one.',
  device: 'Without a device in its options, torch::empty allocates the tensor in host memory.',
  contiguous: 'transpose and t() change only the strides. Call contiguous() to copy the elements into that order.',
};

/** A returned tensor that is not as asked for; of hidden cases no sizes are told. */
export function wordReturned({ detail: { got, want, differs } }: Facts<'returned-tensor'>): Words {
  const hint = HINTS[differs[0] ?? 'defined'];
  if (differs.includes('defined')) return { message: 'The function returns an undefined tensor.', hint };
  const told = { defined: '', type: 'type', sizes: 'shape', device: 'device', contiguous: 'layout' };
  const named = list(differs.map((difference) => told[difference]));
  const where = (device: string, contiguous: boolean) =>
    `on ${device === 'cuda' ? 'CUDA' : 'the CPU'}, ${contiguous ? 'contiguous' : 'not contiguous'}`;
  const shape = (sizes: readonly number[] | undefined) => (sizes ? ` [${sizes.join(', ')}]` : '');
  const type = (name: string) => TENSOR_TYPES[name as BasicTypeName];
  const expected = `${type(want.type)}${shape(want.sizes)} ${where('cuda', true)}`;
  return {
    message: `The returned tensor has the wrong ${named}: expected ${expected}; got ${got.type === null ? 'another type' : type(got.type)}${shape(got.sizes)} ${where(got.device, got.isContiguous)}.`,
    hint,
  };
}
