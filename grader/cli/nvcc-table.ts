/** The form in which an option of nvcc takes its value. */
export type ValueForm =
  /** It has none. */
  | 'none'
  /** One value, after `=` or in the next argument. */
  | 'one'
  /** A list with commas. */
  | 'list';

/** The effect of an option of nvcc on `grade run`. */
export type Effect =
  | 'define'
  | 'undefine'
  | 'include-folder'
  | 'include-file'
  | 'standard'
  | 'language'
  | 'relaxed-constexpr'
  | 'relocatable'
  | 'library'
  | 'host-options'
  | 'arguments'
  | 'options-file'
  /** It can change nothing that a run on the emulator shows. */
  | 'ignored'
  /** It is ignored, and one line says what is different here. */
  | 'noted'
  /** nvcc makes no program with it. */
  | 'no-program';

export interface NvccOption {
  readonly long: string;
  readonly short: string;
  readonly form: ValueForm;
  readonly effect: Effect;
}

/** nvcc 13.0 (`nvcc --help`): long name, short name, form, effect; a short name of one letter can have its value attached. */
const TABLE: readonly (readonly [long: string, short: string, form: ValueForm, effect: Effect])[] = [
  ['define-macro', 'D', 'list', 'define'],
  ['undefine-macro', 'U', 'list', 'undefine'],
  ['include-path', 'I', 'list', 'include-folder'],
  ['system-include', 'isystem', 'list', 'include-folder'],
  ['pre-include', 'include', 'list', 'include-file'],
  ['std', 'std', 'one', 'standard'],
  ['x', 'x', 'one', 'language'],
  ['expt-relaxed-constexpr', 'expt-relaxed-constexpr', 'none', 'relaxed-constexpr'],
  ['relocatable-device-code', 'rdc', 'one', 'relocatable'],
  ['default-stream', 'default-stream', 'one', 'noted'],
  ['library', 'l', 'list', 'library'],
  ['compiler-options', 'Xcompiler', 'list', 'host-options'],
  ['run-args', 'run-args', 'list', 'arguments'],
  ['options-file', 'optf', 'list', 'options-file'],
  // One program is made of all sources at once, so these change only which files nvcc writes.
  ['compile', 'c', 'none', 'noted'],
  ['device-c', 'dc', 'none', 'relocatable'],
  ['device-w', 'dw', 'none', 'noted'],
  ['output-file', 'o', 'one', 'noted'],
  ['use_fast_math', 'use_fast_math', 'none', 'noted'],
  ['ftz', 'ftz', 'one', 'noted'],
  ['prec-div', 'prec-div', 'one', 'noted'],
  ['prec-sqrt', 'prec-sqrt', 'one', 'noted'],
  ['fmad', 'fmad', 'one', 'noted'],
  ['cuda', 'cuda', 'none', 'no-program'],
  ['cubin', 'cubin', 'none', 'no-program'],
  ['fatbin', 'fatbin', 'none', 'no-program'],
  ['ptx', 'ptx', 'none', 'no-program'],
  ['optix-ir', 'optix-ir', 'none', 'no-program'],
  ['ltoir', 'ltoir', 'none', 'no-program'],
  ['preprocess', 'E', 'none', 'no-program'],
  ['generate-dependencies', 'M', 'none', 'no-program'],
  ['generate-nonsystem-dependencies', 'MM', 'none', 'no-program'],
  ['device-link', 'dlink', 'none', 'no-program'],
  ['lib', 'lib', 'none', 'no-program'],
  ['shared', 'shared', 'none', 'no-program'],
  ['dryrun', 'dryrun', 'none', 'no-program'],
  ['clean-targets', 'clean', 'none', 'no-program'],
  ['list-gpu-code', 'code-ls', 'none', 'no-program'],
  ['list-gpu-arch', 'arch-ls', 'none', 'no-program'],
  ['fdevice-syntax-only', 'fdevice-syntax-only', 'none', 'no-program'],
  ['relocatable-link', 'r', 'none', 'no-program'],
  ...(
    [
      ['generate-dependencies-with-compile', 'MD'],
      ['generate-nonsystem-dependencies-with-compile', 'MMD'],
      ['generate-dependency-targets', 'MP'],
      ['link', 'link'],
      ['run', 'run'],
      ['objdir-as-tempdir', 'objtemp'],
      ['allow-unsupported-compiler', 'allow-unsupported-compiler'],
      ['use-local-env', 'use-local-env'],
      ['force-cl-env-setup', 'force-cl-env-setup'],
      ['profile', 'pg'],
      ['debug', 'g'],
      ['device-debug', 'G'],
      ['generate-line-info', 'lineinfo'],
      ['dlink-time-opt', 'dlto'],
      ['lto', 'lto'],
      ['gen-opt-lto', 'gen-opt-lto'],
      ['no-exceptions', 'noeh'],
      ['no-host-device-initializer-list', 'nohdinitlist'],
      ['no-host-device-move-forward', 'nohdmoveforward'],
      ['extended-lambda', 'extended-lambda'],
      ['expt-extended-lambda', 'expt-extended-lambda'],
      ['m64', 'm64'],
      ['forward-unknown-to-host-compiler', 'forward-unknown-to-host-compiler'],
      ['forward-unknown-to-host-linker', 'forward-unknown-to-host-linker'],
      ['forward-unknown-opts', 'forward-unknown-opts'],
      ['dont-use-profile', 'noprof'],
      ['verbose', 'v'],
      ['keep', 'keep'],
      ['save-temps', 'save-temps'],
      ['no-align-double', 'no-align-double'],
      ['no-device-link', 'nodlink'],
      ['extra-device-vectorization', 'extra-device-vectorization'],
      ['disable-warnings', 'w'],
      ['keep-device-functions', 'keep-device-functions'],
      ['source-in-ptx', 'src-in-ptx'],
      ['restrict', 'restrict'],
      ['Wreorder', 'Wreorder'],
      ['Wdefault-stream-launch', 'Wdefault-stream-launch'],
      ['Wmissing-launch-bounds', 'Wmissing-launch-bounds'],
      ['Wext-lambda-captures-this', 'Wext-lambda-captures-this'],
      ['Wno-deprecated-declarations', 'Wno-deprecated-declarations'],
      ['Wno-deprecated-gpu-targets', 'Wno-deprecated-gpu-targets'],
      ['resource-usage', 'res-usage'],
      ['extensible-whole-program', 'ewp'],
      ['no-compress', 'no-compress'],
      ['qpp-config', 'qpp-config'],
      ['compile-as-tools-patch', 'astoolspatch'],
      ['display-error-number', 'err-no'],
      ['no-display-error-number', 'no-err-no'],
      ['augment-host-linker-script', 'aug-hls'],
      ['relocatable-ptx', 'reloc-ptx'],
      ['jobserver', 'jobserver'],
    ] as const
  ).map(([long, short]) => [long, short, 'none', 'ignored'] as const),
  ...(
    [
      ['dependency-output', 'MF'],
      ['dependency-target-name', 'MT'],
      ['library-path', 'L'],
      ['output-directory', 'odir'],
      ['compiler-bindir', 'ccbin'],
      ['archiver-binary', 'arbin'],
      ['cudart', 'cudart'],
      ['cudadevrt', 'cudadevrt'],
      ['libdevice-directory', 'ldir'],
      ['target-directory', 'target-dir'],
      ['optimization-info', 'opt-info'],
      ['optimize', 'O'],
      ['Ofast-compile', 'Ofc'],
      ['dopt', 'dopt'],
      ['ftemplate-backtrace-limit', 'ftemplate-backtrace-limit'],
      ['ftemplate-depth', 'ftemplate-depth'],
      ['machine', 'm'],
      ['linker-options', 'Xlinker'],
      ['archive-options', 'Xarchive'],
      ['ptxas-options', 'Xptxas'],
      ['nvlink-options', 'Xnvlink'],
      ['static-global-template-stub', 'static-global-template-stub'],
      ['device-entity-has-hidden-visibility', 'device-entity-has-hidden-visibility'],
      ['threads', 't'],
      ['split-compile', 'split-compile'],
      ['split-compile-extended', 'split-compile-extended'],
      ['fdevice-time-trace', 'fdevice-time-trace'],
      ['keep-dir', 'keep-dir'],
      ['time', 'time'],
      ['input-drive-prefix', 'idp'],
      ['dependency-drive-prefix', 'ddp'],
      ['drive-prefix', 'dp'],
      ['gpu-architecture', 'arch'],
      ['gpu-code', 'code'],
      ['generate-code', 'gencode'],
      ['entries', 'e'],
      ['maxrregcount', 'maxrregcount'],
      ['Werror', 'Werror'],
      ['diag-error', 'diag-error'],
      ['diag-suppress', 'diag-suppress'],
      ['diag-warn', 'diag-warn'],
      ['host-linker-script', 'hls'],
      ['brief-diagnostics', 'brief-diag'],
      ['jump-table-density', 'jtd'],
      ['device-stack-protector', 'device-stack-protector'],
      ['compress-mode', 'compress-mode'],
      ['frandom-seed', 'frandom-seed'],
      ['sanitize', 'sanitize'],
    ] as const
  ).map(([long, short]) => [long, short, 'one', 'ignored'] as const),
];

export const NVCC_OPTIONS: readonly NvccOption[] = TABLE.map(([long, short, form, effect]) => ({
  long,
  short,
  form,
  effect,
}));

const BY_NAME: ReadonlyMap<string, NvccOption> = new Map(
  NVCC_OPTIONS.flatMap((option) => [
    [`--${option.long}`, option],
    [`-${option.short}`, option],
  ]),
);
/** Letters after which nvcc accepts a value without a space: `-DN=4`, `-O3`, `-lm`. */
const ATTACHED: ReadonlyMap<string, NvccOption> = new Map(
  NVCC_OPTIONS.filter(({ short, form }) => short.length === 1 && form !== 'none' && !'xtem'.includes(short)).map(
    (option) => [option.short, option],
  ),
);

/** Warnings and tuning of a host compiler, which change nothing here. */
export const HOST_TUNING = /^-(?:W|f|march|mtune|pedantic|ansi|pipe)/;

/** An option as it was written, with its value where that is part of the argument. */
export interface Written {
  readonly option: NvccOption;
  readonly value: string | null;
}

/** Finds the option of nvcc that an argument is; `null` if there is none. */
export function nvccOption(argument: string): Written | null {
  const exact = BY_NAME.get(argument);
  if (exact) return { option: exact, value: null };
  const sign = argument.indexOf('=');
  const named = sign > 0 ? BY_NAME.get(argument.slice(0, sign)) : undefined;
  if (named && named.form !== 'none') return { option: named, value: argument.slice(sign + 1) };
  const attached = /^-[A-Za-z]./.test(argument) ? ATTACHED.get(argument.charAt(1)) : undefined;
  return attached ? { option: attached, value: argument.slice(2).replace(/^=/, '') } : null;
}
