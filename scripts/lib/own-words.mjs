// Programs that judge themselves: what they print, and how they end, as a word for the table.

const GOOD = /\b(?:PASS(?:ED)?|SUCCESS|Success)\b/;
const BAD = /\b(?:FAIL(?:ED|URE)?|Fail)\b/;
/** What a program says whose memory is not there. */
const NO_MEMORY =
  /out of memory|cudaErrorMemoryAllocation|bad_alloc|memory allocation (?:error|failed)|to allocate memory/i;
/** Limits of a run, in the words of the findings. */
const LIMIT = /asks for more than|launches more than|prints more than/;
/** What NVIDIA's samples end with where the machine is not what they ask for. */
const WAIVED = 2;
const ELSEWHERE = /waiv(?:ed|ing)|concurrent managed access not supported/i;

/** As the program's own comparison says, in its words. */
export function byItsOwnWords({ good = GOOD, bad = BAD } = {}) {
  return (answer, errors) => {
    const text = answer.stdout + answer.stderr;
    const outcome = ended(answer, text, errors) ?? (good.test(text) && !bad.test(text) ? found(errors) : 'fails');
    return outcome === 'fails' && NO_MEMORY.test(text) ? 'too large here' : outcome;
  };
}

/** Of a program whose exit status is all that it says. */
export function endsWell(answer, errors) {
  return byItsOwnWords({ good: /^/, bad: /(?!)/ })(answer, errors);
}

/** Why it did not finish, or null. */
function ended({ exitCode }, text, errors) {
  const rules = errors.map(({ rule }) => rule);
  if (rules.includes('unsupported-feature')) return 'missing feature';
  if (rules.includes('compile-error')) return 'does not compile';
  if (rules.includes('timeout')) return 'too large here';
  if (errors.some(({ message }) => LIMIT.test(message))) return 'too large here';
  if (exitCode === WAIVED || ELSEWHERE.test(text)) return 'asks for another machine';
  return exitCode === 0 ? null : 'fails';
}

function found(errors) {
  return errors.length === 0 ? 'as expected' : 'passes, with findings';
}
