import { CHECK_IDS, RULES } from '../result/index.ts';
import { assignmentFolders, assignmentRoots } from '../spec/index.ts';
import type { CommandDeclaration, CommandHandler, CommandInput } from './command.ts';
import { SHELLS } from './shells.ts';

/** A line that stands for the names of files, which the shell knows best. */
export const FILES = ':files';

const BASH = `# Completion of grade for bash. Load it with: source <(grade completion bash)
_grade() {
  local line files=
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = "${FILES}" ]; then files=1; else COMPREPLY+=("$line"); fi
  done < <(grade complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [ -n "$files" ]; then
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")
    compopt -o filenames 2>/dev/null
  fi
}
complete -F _grade grade
`;

const ZSH = `#compdef grade
# Completion of grade for zsh. Load it with: source <(grade completion zsh)
_grade() {
  local -a lines names
  lines=("\${(@f)$(grade complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  names=("\${(@)lines:#${FILES}}")
  names=("\${(@)names:#}")
  (( \${#names} )) && compadd -a names
  (( \${lines[(Ie)${FILES}]} )) && _files
  return 0
}
compdef _grade grade
`;

const FISH = `# Completion of grade for fish. Load it with: grade completion fish | source
function __grade_complete
    set -l current (commandline -ct)
    set -l words (commandline -opc)
    for line in (grade complete -- $words[2..-1] "$current" 2>/dev/null)
        if test "$line" = "${FILES}"
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c grade -f -a '(__grade_complete)'
`;

const POWERSHELL = `# Completion of grade for PowerShell. Load it with: grade completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName grade -ScriptBlock {
  param($word, $line, $position)
  $words = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  # Older versions of PowerShell pass no empty word to a program.
  $blank = if ($word -eq '') { @('--blank') } else { @() }
  $program = Get-Command grade -CommandType Application | Select-Object -First 1
  & $program complete @blank '--' @words 2>$null | ForEach-Object {
    if ($_ -eq '${FILES}') { Get-ChildItem -Name -Path "$word*" -ErrorAction SilentlyContinue } else { $_ }
  } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}
`;

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
  powershell: POWERSHELL,
};

/** `grade completion`: a script that completes command lines in a shell. */
export async function completion({ args, io }: CommandInput): Promise<number> {
  const shell = SHELLS.find((name) => name === args[0]);
  if (shell === undefined) throw new Error('commander lets only shells through');
  io.stdout.write(SCRIPTS[shell]);
  return 0;
}

/**
 * `grade complete`, which the scripts run: the words that can stand at the end of a command line, one per line.
 * @param commands - all that there are
 */
export function completeFrom(commands: readonly CommandDeclaration[]): CommandHandler {
  return async ({ args, options, io }) => {
    const words = options.blank === true ? [...args, ''] : args;
    for (const word of completions(words, commands, exerciseNames)) io.stdout.write(`${word}\n`);
    return 0;
  };
}

function exerciseNames(): readonly string[] {
  try {
    return [...assignmentFolders(undefined, assignmentRoots()).keys()];
  } catch {
    // A variable that names no folder is reported by the command itself.
    return [];
  }
}

/**
 * Returns what can stand in the place of the last word.
 * @param words - the command line after `grade`; the last one is being typed, and can be empty
 */
export function completions(
  words: readonly string[],
  commands: readonly CommandDeclaration[],
  exercises: () => readonly string[],
): string[] {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const matching = (candidates: readonly string[]): string[] =>
    candidates.filter((candidate) => candidate === FILES || candidate.startsWith(current));
  const known = commands.filter(({ hidden }) => !hidden);
  const [first, second] = before;
  if (first === undefined) {
    return matching([
      ...new Set([...known.map(({ name }) => name.split(' ')[0] ?? ''), 'help', '--help', '--version']),
    ]);
  }
  const inGroup = known
    .filter(({ name }) => name.startsWith(`${first} `))
    .map(({ name }) => name.slice(first.length + 1));
  if (inGroup.length > 0 && second === undefined) return matching([...inGroup, '--help']);
  if (first === 'help') return matching([...new Set(known.map(({ name }) => name.split(' ')[0] ?? ''))]);
  const name = inGroup.length > 0 ? `${first} ${second}` : first;
  const command = known.find((one) => one.name === name);
  if (!command) return [];
  return matching(wordsOf(command, before.slice(name.split(' ').length), current, exercises));
}

function wordsOf(
  { options, parameters }: CommandDeclaration,
  before: readonly string[],
  current: string,
  exercises: () => readonly string[],
): string[] {
  const flag = options.find(({ long, short }) => [long, short].includes(before.at(-1) ?? '') && before.length > 0);
  if (flag?.required) {
    if (flag.argChoices) return [...flag.argChoices];
    return flag.long === '--assignment' ? [...exercises()] : [FILES];
  }
  if (current.startsWith('-')) return [...options.flatMap(({ long }) => long ?? []), '--help'];
  const takesValue = new Set(
    options.filter(({ required }) => required).flatMap(({ long, short }) => [long ?? [], short ?? []].flat()),
  );
  const place = before.filter((word, at) => !word.startsWith('-') && !takesValue.has(before[at - 1] ?? '')).length;
  const last = parameters.at(-1);
  const parameter = parameters[place] ?? (last?.includes('...') ? last : undefined);
  switch (parameter?.replace(/[<>[\].]/g, '')) {
    case undefined:
      return [];
    case 'exercise':
      return [...exercises()];
    case 'assignment':
      return [...exercises(), FILES];
    case 'rules':
      return [...CHECK_IDS, ...Object.keys(RULES)];
    case 'shell':
      return [...SHELLS];
    default:
      return [FILES];
  }
}
