/**
 * What failing elements have in common, as data; `grader/explain/` turns it into words. A place is named only if it has at
 * least 95 % of the failing elements and few right ones, a value only if every wrong element has it.
 *
 * `axis` is a dimension of the output's shape (0 is the slowest), or null for the flat index over all elements.
 */
export type Pattern = PlacePattern | ValuePattern;

/** A place with its exceptions. */
export type PlacePattern = Place & {
  /** The number of failing elements that are not there; absent if there are none. */
  readonly elsewhere?: number;
  /** True if some elements there do not fail. */
  readonly partly?: true;
};

/** The elements from `from` on, along one axis of `extent` elements. */
export interface Tail {
  readonly axis: number | null;
  readonly from: number;
  readonly extent: number;
}

/** The places of failing elements. */
export type Place =
  /** All of them. Only said of unwritten elements. */
  | { readonly kind: 'everywhere' }
  /**
   * The elements beyond the last multiple of a block: a grid that was rounded down, an edge that was left out.
   * Of each tail, `from` is a multiple of `block`, a power of two from 8 to 1024, and less than a block follows.
   */
  | { readonly kind: 'last-partial-block'; readonly tails: readonly (Tail & { readonly block: number })[] }
  /** Everything from somewhere on. Two tails: beyond either. */
  | { readonly kind: 'tail'; readonly tails: readonly Tail[] }
  /** One contiguous range, `from` inclusive to `to` exclusive, that is no tail. */
  | {
      readonly kind: 'range';
      readonly axis: number | null;
      readonly from: number;
      readonly to: number;
      readonly extent: number;
    }
  /** One row, one column, one plane: a single index of a dimension. */
  | { readonly kind: 'slice'; readonly axis: number; readonly index: number; readonly extent: number }
  /** Index modulo `step` is `phase`. */
  | { readonly kind: 'every-kth'; readonly axis: number | null; readonly step: number; readonly phase: number }
  /** Index modulo `step` is anything but `phase`: only every k-th element is right. */
  | { readonly kind: 'all-but-every-kth'; readonly axis: number | null; readonly step: number; readonly phase: number }
  /** The outermost `width` rows and columns of the last two dimensions. */
  | { readonly kind: 'border'; readonly width: number }
  /** Tiles of `rows` × `columns` elements, alternately; `parity` 0 has the first tile among the failing. */
  | { readonly kind: 'checkerboard'; readonly rows: number; readonly columns: number; readonly parity: 0 | 1 }
  /** Whole aligned tiles of the last two dimensions. */
  | {
      readonly kind: 'whole-tiles';
      readonly rows: number;
      readonly columns: number;
      readonly failing: number;
      readonly tiles: number;
    }
  /** Every second block of `block` elements that follow each other, flat; `first` 0 has the first block among them. */
  | { readonly kind: 'every-other-block'; readonly block: number; readonly first: 0 | 1 }
  /** Whole blocks of `block` elements that follow each other, flat: `failing` of all `blocks`. */
  | { readonly kind: 'whole-blocks'; readonly block: number; readonly failing: number; readonly blocks: number }
  /** Above or below the diagonal of the last two dimensions; the diagonal itself is right. */
  | { readonly kind: 'triangle'; readonly side: 'upper' | 'lower' };

/** What the wrong elements hold. */
export type ValuePattern =
  | { readonly kind: 'not-a-number' }
  /** All of them the same: 0 for an output that was only cleared. `varies`: another case has another value. */
  | { readonly kind: 'constant'; readonly value: number; readonly varies?: true }
  /** got = factor · want */
  | { readonly kind: 'constant-factor'; readonly factor: number }
  /** got = want + offset */
  | { readonly kind: 'constant-offset'; readonly offset: number }
  /** Rows and columns of the output are exchanged. */
  | { readonly kind: 'transposed' }
  /** got[i] = want[i - by], flat */
  | { readonly kind: 'shifted'; readonly by: number }
  /** got[i] = input[i + plane · (elements of the output)] */
  | { readonly kind: 'input-copy'; readonly input: string; readonly plane: number; readonly planes: number }
  /** Plane p holds, or is computed from, plane order[p]. */
  | { readonly kind: 'swapped-planes'; readonly of: 'input' | 'output'; readonly order: readonly number[] }
  /** The data was taken as pixels (RGBRGB…) where it is planes (RRR…GGG…BBB…). */
  | { readonly kind: 'interleaved-planes'; readonly of: 'input' | 'output'; readonly planes: number }
  /** Planes of the input were taken to begin so many elements after each other. */
  | { readonly kind: 'plane-stride'; readonly name: string }
  /** One plane of a picture does not enter the result. */
  | { readonly kind: 'ignored-plane'; readonly plane: number; readonly planes: number }
  /** The planes were added up with these weights instead. */
  | { readonly kind: 'other-weights'; readonly weights: readonly number[] }
  /** Only the first `terms` of `of` products were summed. */
  | { readonly kind: 'partial-sum'; readonly terms: number; readonly of: number }
  /** A factor was read with its rows and columns swapped. */
  | { readonly kind: 'input-transposed'; readonly input: string }
  /** Rows of a factor were taken to lie `stride` elements apart (the value of the scalar `name`). */
  | { readonly kind: 'input-stride'; readonly input: string; readonly name: string; readonly stride: number }
  /** got = want + what lay there before. */
  | { readonly kind: 'accumulated' };

/** A pattern with the failing elements that it takes in, and all elements that it takes in. */
export interface Candidate {
  readonly pattern: PlacePattern;
  readonly hits: number;
  readonly size: number;
}
