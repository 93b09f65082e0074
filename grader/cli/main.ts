import { Argument, Command, CommanderError } from 'commander';
import { anyDiskFault, EXIT, GradeError, messageOf, printable, programVersion, systemCode } from '../platform/index.ts';
import type { CommandDeclaration } from './command.ts';
import { COMMANDS, GROUPS } from './commands.ts';
import { type LoadedConfig, loadConfig } from './config.ts';
import type { Services } from './grader.ts';
import { type Io, writeError } from './io.ts';
import { splitRunArguments } from './nvcc-options.ts';
import { optionFiles } from './option-files.ts';
import { normaliseArguments } from './options.ts';
import { refuseLostValues } from './repeated-option.ts';
import { assertHas } from './staff-only.ts';

/**
 * Runs one command line.
 * @param argv - without the program's name
 * @returns the exit status, one of {@link EXIT}
 */
export async function main(argv: readonly string[], io: Io, services: Services): Promise<number> {
  let status = 0;
  const program = buildProgram(io, async (declaration, args, command) => {
    assertHas(declaration.needs, declaration.name);
    const config = await loadConfig(io.cwd);
    applyConfig(command, config);
    // Work of hours must not end with a file that cannot be written.
    const { json } = command.opts() as { json?: unknown };
    if (typeof json === 'string') (await import('./json.ts')).assertWritableJson(json);
    const handler = await declaration.load();
    status = await handler({ name: declaration.name, args, options: command.opts(), config, io, services });
  });
  try {
    await program.parseAsync(plainArguments(argv), { from: 'user' });
    return status;
  } catch (error) {
    return report(error, io);
  }
}

/** Returns the arguments as commander understands them. */
function plainArguments(argv: readonly string[]): string[] {
  const [first, group = '', inGroup = ''] = argv;
  // Commander's own `help` knows no command of two words.
  if (first === 'help' && COMMANDS.some(({ name }) => name === `${group} ${inGroup}`))
    return [group, inGroup, '--help'];
  const command = COMMANDS.find(({ name }) => name === argv[0]);
  if (!command?.passThrough) return normaliseArguments(argv);
  const forms = command.options.flatMap(({ required, optional, long, short }) =>
    [long, short].flatMap((name) =>
      name ? [[name, required ? 'value' : optional ? 'optional' : 'flag'] as const] : [],
    ),
  );
  const ownOptions = new Map([...forms, ['-h', 'flag'] as const, ['--help', 'flag'] as const]);
  const { own, others } = splitRunArguments(argv.slice(1), ownOptions, optionFiles);
  return [command.name, ...normaliseArguments(own), ...(others.length > 0 ? ['--', ...others] : [])];
}

type Action = (declaration: CommandDeclaration, args: string[], command: Command) => Promise<void>;

/** The configuration stands behind flags and environment variables, and before defaults. */
function applyConfig(command: Command, { assignments, reportDir, format }: LoadedConfig): void {
  // A variable that is set to nothing is one that is not set.
  for (const option of command.options) {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) === 'env' && command.getOptionValue(name) === '')
      command.setOptionValueWithSource(name, option.defaultValue, 'default');
  }
  const fill = (name: string, value: string | undefined): void => {
    const source = command.getOptionValueSource(name);
    if (value !== undefined && source === 'default') command.setOptionValueWithSource(name, value, 'config');
  };
  fill('reportDir', reportDir);
  fill('format', format?.join(','));
  const given = command.opts().assignments as string[] | undefined;
  command.setOptionValue('assignments', [...(given ?? []), ...(assignments ?? [])]);
}

function buildProgram(io: Io, action: Action): Command {
  const program = new Command('grade')
    .description('Grades CUDA exercises and says what is wrong with them. Needs no GPU.')
    .version(programVersion(), '-V, --version', 'the version')
    .helpOption('-h, --help', 'this text')
    .helpCommand('help [command]', 'how to use a command')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(printable(text)),
    })
    .showHelpAfterError('Run `grade --help` or `grade <command> --help` to see what there is.');
  const groups = new Map<string, Command>();
  for (const declaration of COMMANDS) {
    const [group, ...inGroup] = declaration.name.split(' ');
    const parent = inGroup.length > 0 ? groupOf(program, group ?? '', groups) : program;
    const command = parent
      .command(inGroup[0] ?? declaration.name, { hidden: declaration.hidden ?? false })
      .description(declaration.summary)
      .helpOption('-h, --help', 'this text')
      .allowExcessArguments(false)
      .passThroughOptions(declaration.passThrough ?? false)
      .addHelpText('after', `\nExamples:\n${declaration.examples.map((example) => `  ${example}`).join('\n')}`);
    for (const argument of argumentsOf(declaration)) command.addArgument(argument);
    for (const option of declaration.options) command.addOption(option);
    // In other commands the last value counts, so that one can be given after those of a script.
    const isForRecord = declaration.options.some((option) => option.attributeName() === 'by');
    if (isForRecord) for (const option of declaration.options) refuseLostValues(command, option);
    command.action(async (...given: unknown[]) => {
      // What is optional and was not given is undefined.
      const args = given.slice(0, declaration.parameters.length).flat();
      await action(declaration, args.filter((arg) => arg !== undefined).map(String), command);
    });
  }
  return program;
}

function argumentsOf({ parameters, choices }: CommandDeclaration): Argument[] {
  return parameters.map((name, index) => {
    const argument = new Argument(name);
    return index === 0 && choices ? argument.choices(choices) : argument;
  });
}

/** `grade batch` holds `grade batch run` and its like. */
function groupOf(program: Command, name: string, groups: Map<string, Command>): Command {
  const known = groups.get(name);
  if (known) return known;
  const members = COMMANDS.filter(({ name: full, hidden }) => full.startsWith(`${name} `) && !hidden);
  const group = program
    .command(name)
    .description(`${GROUPS[name] ?? ''}: ${members.map((member) => member.name.slice(name.length + 1)).join(', ')}`)
    .helpOption('-h, --help', 'this text')
    .helpCommand('help [command]', 'how to use a command')
    .enablePositionalOptions();
  groups.set(name, group);
  return group;
}

/** Returns a sentence on a file that the user may not read or write; `null` for every other error. */
function refusedPath(error: unknown): string | null {
  const code = systemCode(error);
  if ((code !== 'EACCES' && code !== 'EPERM') || !(error instanceof Error)) return null;
  const { path } = error as { path?: unknown };
  return typeof path === 'string' ? `This user may not use ${path} (${code}). Its owner can change that.` : null;
}

/** The one place that turns what went wrong into words on stderr and an exit status. */
function report(error: unknown, io: Io): number {
  if (error instanceof CommanderError) {
    // Commander has said it already. `grade` alone shows the help as an error of usage.
    return error.exitCode === 0 ? EXIT.success : EXIT.usage;
  }
  if (io.signal.aborted) {
    io.stderr.write('Interrupted.\n');
    return EXIT.interrupted;
  }
  if (error instanceof GradeError) {
    writeError(error.message, error.details, io);
    return error.exitCode;
  }
  const disk = anyDiskFault(error);
  if (disk !== null) {
    writeError(disk.message, disk.details, io);
    return disk.exitCode;
  }
  const refused = refusedPath(error);
  if (refused !== null) {
    writeError(refused, [], io);
    return EXIT.usage;
  }
  const hint = 'This is a fault of grade or of this machine, not of your program.';
  const stack = io.env.GRADE_DEBUG && error instanceof Error ? (error.stack ?? '').split('\n').slice(1) : [];
  const more = stack.length > 0 ? '' : ' Set GRADE_DEBUG=1 to see where it happened.';
  writeError(`grade failed: ${messageOf(error)}\n${hint}${more}`, stack, io);
  return EXIT.infrastructure;
}
