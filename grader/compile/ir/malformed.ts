/** Text that is not the IR that Clang writes: a fault of ours, whatever was compiled. */
export class MalformedIr extends Error {
  override readonly name = 'MalformedIr';
}
