/** Names in programs: C++ takes letters outside ASCII, which `\\w` and `\\b` do not know. Parts of regular expressions. */

/** A character of a name. */
export const WORD = String.raw`[\w\u0080-\uffff]`;
/** A name. */
export const NAME = String.raw`[A-Za-z_\u0080-\uffff]${WORD}*`;
/** The place before a name, and the place after it. */
export const BEGIN = `(?<!${WORD})`;
export const END = `(?!${WORD})`;
