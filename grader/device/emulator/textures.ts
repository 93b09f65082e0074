import { TEXTURE, TEXTURE_BYTES, TEXTURE_KIND_NAMES, TEXTURE_SHAPE_NAMES } from '../../abi/index.ts';
import type { TextureObject } from '../device.ts';
import type { Machine } from './machine.ts';

/** The fields that the object has under the same name. */
const SIZES = ['address', 'rowBytes', 'sliceBytes', 'width', 'height', 'depth', 'channels', 'bits', 'format'] as const;

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
    const { kind, shape, addressModes, border, linear, asFloats, normalized, ...numbers } = object;
    const view = this.#machine.view();
    const at = control.get('textures') + TEXTURE_BYTES * row;
    const set = (field: keyof typeof TEXTURE, ...words: readonly number[]) => {
      for (const [index, word] of words.entries()) view.setUint32(at + TEXTURE[field] + 4 * index, word, true);
    };
    set('handle', numbers.handle);
    set('kind', TEXTURE_KIND_NAMES.indexOf(kind));
    set('shape', TEXTURE_SHAPE_NAMES.indexOf(shape));
    for (const field of SIZES) set(field, numbers[field]);
    set('modes', ...addressModes);
    set('linear', Number(linear));
    set('asFloats', Number(asFloats));
    set('normalized', Number(normalized));
    set('border', ...border);
  }

  /** Where the rows are that were ever filled in. */
  get used(): readonly { readonly address: number; readonly bytes: number }[] {
    return this.#rows === 0
      ? []
      : [{ address: this.#machine.control.get('textures'), bytes: TEXTURE_BYTES * this.#rows }];
  }
}
