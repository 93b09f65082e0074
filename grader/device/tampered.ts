/**
 * A record that the runtime keeps in device memory does not have a form that the runtime writes: device code has
 * changed it. Nothing that the launch left behind can be believed.
 */
export class TamperedRecord extends Error {
  /** The name of the record, e.g. `device printf`. */
  readonly record: string;

  constructor(record: string) {
    super(`device code has changed a record of the emulator (${record})`);
    this.record = record;
  }
}
