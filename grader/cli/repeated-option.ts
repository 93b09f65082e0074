import { type Command, Option } from 'commander';

/** An option that may be given several times, each time with another value. */
export class RepeatedOption extends Option {
  constructor(flags: string, description: string) {
    super(flags, description);
    this.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
  }
}

/** Refuses two values of an option that takes one: a decision would be lost without a word. */
export function refuseLostValues(command: Command, option: Option): void {
  if (option instanceof RepeatedOption || option.isBoolean()) return;
  const given: unknown[] = [];
  command.on(`option:${option.name()}`, (value: unknown) => {
    if (given.length > 0 && given[0] !== value) {
      command.error(
        `error: option '${option.flags}' takes one value, and there are two: ${String(given[0])} and ${String(value)}`,
      );
    }
    given.push(value);
  });
}
