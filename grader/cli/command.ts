import type { Option } from 'commander';
import type { LoadedConfig } from './config.ts';
import type { Services } from './grader.ts';
import type { Io } from './io.ts';

export interface CommandInput {
  /** The declared name of the command, e.g. `batch run`. */
  readonly name: string;
  readonly args: readonly string[];
  /** By option name in camel case, typed as its declaration in `commands.ts` says. */
  readonly options: Readonly<Record<string, unknown>>;
  /** What `grade.config.yaml` says beyond options, which it has filled in already. */
  readonly config: LoadedConfig;
  readonly io: Io;
  readonly services: Services;
}

/** @returns the exit status */
export type CommandHandler = (input: CommandInput) => Promise<number>;

export interface CommandDeclaration {
  /** `submit`; of a group of commands `batch run`. */
  readonly name: string;
  /** As in the usage line, e.g. `<assignment> <file.cu>`; the last may stand for many, `[args...]`. */
  readonly parameters: readonly string[];
  readonly summary: string;
  readonly options: readonly Option[];
  /** The values that the first parameter can have; any, without this. */
  readonly choices?: readonly string[];
  /** A part of the package, by its path, without which the command does not work: students do not have it. */
  readonly needs?: string;
  /** Run by this program itself; help does not name it. */
  readonly hidden?: true;
  /** What follows the first parameter belongs to a program, even where it looks like an option. */
  readonly passThrough?: true;
  /** Shown under the options. */
  readonly examples: readonly string[];
  readonly load: () => Promise<CommandHandler>;
}
