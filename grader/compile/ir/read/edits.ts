/** Text that takes the place of a part of a line. */
export interface Edit {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

/** Returns a line with parts of it replaced, and everything else as it was. The parts do not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  let printed = '';
  let from = 0;
  for (const { at, end, text: part } of edits.length === 1 ? edits : [...edits].sort((a, b) => a.at - b.at)) {
    printed += text.slice(from, at) + part;
    from = end;
  }
  return printed + text.slice(from);
}

/** Returns the edit that puts another text in the place of something that was read. */
export function replace({ text, at }: { readonly text: string; readonly at: number }, by: string): Edit {
  return { at, end: at + text.length, text: by };
}

/** Returns the edits that remove things that were read. @param before - characters before each that go with it */
export function remove(parts: readonly { readonly at: number; readonly end: number }[], before = 0): readonly Edit[] {
  return parts.map(({ at, end }) => ({ at: at - before, end, text: '' }));
}
