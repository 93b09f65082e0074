/** A conversion of elements by host code, named `<source element>-<content element>`. */
export type Conversion =
  | 'f32-f64'
  | 'f16-f32'
  | 'u8-f32'
  | 'u8-f64'
  | 'i8-f32'
  | 'i8-f64'
  | 'u16-f32'
  | 'u16-f64'
  | 'i16-f32'
  | 'i16-f64'
  | 'i32-f32'
  | 'i32-f64'
  | 'u32-f32'
  | 'u32-f64'
  /** A byte divided by 255. */
  | 'u8/255-f32'
  | 'f64-f32'
  | 'f32-f16'
  /** Truncated toward zero, as C converts. */
  | 'f32-u8';

/** The place from which bytes came: a source and the offset of the first byte in it, before any conversion. */
export interface Moved {
  readonly kind: 'moved';
  readonly source: number;
  readonly offset: number;
  readonly conversion: Conversion | null;
}

/** `constant`: equal in all runs. `untraced`: made by host code from data, or moved in a way that is not recognized. */
export type Origin = Moved | { readonly kind: 'constant' } | { readonly kind: 'untraced' };

/** A repetition of an extent at equal distances, which are in bytes and can be negative in the source. */
export interface Repetition {
  /** The number of blocks, the first included. */
  readonly count: number;
  readonly step: number;
  readonly sourceStep: number;
}

/** A block of content and its origin. Blocks of different extents never overlap. */
export interface Extent {
  readonly at: number;
  readonly bytes: number;
  readonly origin: Origin;
  /** Further blocks of the same origin, for moves with a stride; absent if there is one block. */
  readonly repeat?: Repetition;
}

/** The origin of every byte of a content. `moved`, `constant` and `untraced` are bytes, and their sum is `length`. */
export interface Traced {
  readonly length: number;
  readonly extents: readonly Extent[];
  readonly moved: number;
  readonly constant: number;
  readonly untraced: number;
}

/** A place to look first, for instance the host memory that a download filled and an upload reads. */
export interface Hint {
  readonly places: readonly {
    /** The first byte in the content, and the number of bytes. */
    readonly at: number;
    readonly bytes: number;
    readonly source: number;
    readonly offset: number;
  }[];
}
