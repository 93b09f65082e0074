/** Text that knows where it comes from: a string of a Python program, made of parts. */
export interface Placed {
  readonly text: string;
  /** The unit and the line of each UTF-16 code unit of the text. */
  readonly places: readonly Place[];
}

/** A line of a hand-in. */
export interface Place {
  /** 0-based number of the cell of a notebook; 0 in a `.py` file. */
  readonly unit: number;
  /** 1-based line in the unit. */
  readonly line: number;
}

export const EMPTY: Placed = { text: '', places: [] };

/** Returns text that comes from one line. */
export function at(text: string, place: Place): Placed {
  return { text, places: Array<Place>(text.length).fill(place) };
}

/** Returns texts one after the other. */
export function joined(parts: readonly Placed[]): Placed {
  return { text: parts.map(({ text }) => text).join(''), places: parts.flatMap(({ places }) => places) };
}

/** Returns a part of a text. */
export function sliced({ text, places }: Placed, from: number, to: number = text.length): Placed {
  return { text: text.slice(from, to), places: places.slice(from, to) };
}

/** Replaces each occurrence of a text by another one. */
export function replaced(placed: Placed, what: string, by: Placed): Placed {
  if (what === '') return placed;
  const parts: Placed[] = [];
  let from = 0;
  for (let found = placed.text.indexOf(what); found !== -1; found = placed.text.indexOf(what, from)) {
    parts.push(sliced(placed, from, found), by);
    from = found + what.length;
  }
  return joined([...parts, sliced(placed, from)]);
}
