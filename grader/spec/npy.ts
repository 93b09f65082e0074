import { type ElementArray, type ElementTypeName, elementBytes, viewElements } from './elements.ts';

const MAGIC = [0x93, ...new TextEncoder().encode('NUMPY')];

/** The type codes of NumPy (`numpy.dtype.str`) without the byte order; `half` is its float16. */
const CODES: Readonly<Record<ElementTypeName, string | null>> = {
  bool: 'b1',
  int8: 'i1',
  uint8: 'u1',
  int16: 'i2',
  uint16: 'u2',
  int32: 'i4',
  uint32: 'u4',
  int64: 'i8',
  uint64: 'u8',
  half: 'f2',
  bfloat16: null,
  float32: 'f4',
  float64: 'f8',
};

/**
 * Reads the elements of a `.npy` file (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html).
 * @param shape - of the array in the case: the file has the same, or the same elements in one dimension
 * @throws RangeError saying what is wrong with it
 */
export function readNpy(file: Uint8Array, type: ElementTypeName, shape: readonly number[]): ElementArray {
  if (MAGIC.some((byte, at) => file[at] !== byte)) throw new RangeError('it is no .npy file of NumPy');
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const isLong = (file[6] ?? 0) > 1;
  const start = isLong ? 12 : 10;
  if (file.length < start) throw new RangeError('it is cut off in its header');
  const end = start + (isLong ? view.getUint32(8, true) : view.getUint16(8, true));
  if (file.length < end) throw new RangeError('it is cut off in its header');
  const header = new TextDecoder('latin1').decode(file.subarray(start, end));
  const descr = /'descr':\s*'([<>|=]?)(\w+)'/.exec(header);
  const extents = /'shape':\s*\(([^)]*)\)/.exec(header)?.[1];
  if (!descr || extents === undefined) throw new RangeError('its header has no descr and shape');
  const [, order, code] = descr;
  if (code !== CODES[type] || order === '>') {
    throw new RangeError(
      `its elements are ${order}${code}, the parameter is ${type} (<${CODES[type] ?? 'no type of NumPy'})`,
    );
  }
  const found = extents
    .split(',')
    .map((extent) => extent.trim())
    .filter((extent) => extent !== '')
    .map(Number);
  const count = shape.reduce((product, extent) => product * extent, 1);
  const isFlat = found.length === 1 && found[0] === count;
  if (!isFlat && found.join() !== shape.join()) {
    throw new RangeError(`its shape is (${found.join(', ')}), the case needs (${shape.join(', ')})`);
  }
  if (/'fortran_order':\s*True/.test(header) && found.length > 1) {
    throw new RangeError('it is in Fortran order: save numpy.ascontiguousarray(x)');
  }
  const bytes = new Uint8Array(file.subarray(end));
  if (bytes.length !== count * elementBytes(type)) {
    throw new RangeError(`it has ${bytes.length} bytes of elements; its shape needs ${count * elementBytes(type)}`);
  }
  return viewElements(bytes, type);
}
