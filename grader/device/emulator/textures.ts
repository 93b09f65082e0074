import type { TextureObject, TextureShape } from '../device.ts';
import type { Machine } from './machine.ts';

/** Bytes of a row, as in native/emulator/runtime/texture.h. */
const ROW_BYTES = 4 * 22;
/** In the order of texture.h. */
const SHAPES: readonly TextureShape[] = [
  'linear',
  'pitched',
  '1d',
  '2d',
  '3d',
  '1d-layered',
  '2d-layered',
  'cubemap',
  'cubemap-layered',
];
const KINDS = { texture: 1, surface: 2, destroyed: 3 } as const;

/** The module's table of texture and surface objects. */
export class Textures {
  readonly #machine: Machine;
  #rows = 0;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  set(object: TextureObject): void {
    const { control } = this.#machine;
    const row = object.handle % control.get('textureLimit');
    this.#rows = Math.max(this.#rows, row + 1);
    const { handle, kind, shape, address, rowBytes, sliceBytes, width, height, depth, channels, bits, format } = object;
    const words = [
      ...[handle, KINDS[kind], SHAPES.indexOf(shape)],
      ...[address, rowBytes, sliceBytes],
      ...[width, height, depth],
      ...[channels, bits, format],
      ...object.addressModes,
      ...[object.linear, object.asFloats, object.normalized].map(Number),
      ...object.border,
    ];
    const view = this.#machine.view();
    const at = control.get('textures') + ROW_BYTES * row;
    for (const [index, word] of words.entries()) view.setUint32(at + 4 * index, word, true);
  }

  /** Where the rows are that were ever filled in. */
  get used(): readonly { readonly address: number; readonly bytes: number }[] {
    return this.#rows === 0 ? [] : [{ address: this.#machine.control.get('textures'), bytes: ROW_BYTES * this.#rows }];
  }
}
