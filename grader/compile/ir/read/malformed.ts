/** IR that the passes do not understand: the program is refused, because what it does cannot be checked. */
export class MalformedIr extends Error {
  override readonly name = 'MalformedIr';
}
