// Programs that judge themselves: what they print, and how they end, as a word for the table.

const GOOD = /\b(?:PASS(?:ED)?|SUCCESS|Success)\b/;
const BAD = /\b(?:FAIL(?:ED|URE)?|Fail)\b/;

/** As the program's own comparison says, in its words. */
export function byItsOwnWords({ good = GOOD, bad = BAD } = {}) {
  return (answer, errors) => {
    const text = answer.stdout + answer.stderr;
    return ended(answer, errors) ?? (good.test(text) && !bad.test(text) ? found(errors) : 'fails');
  };
}

/** Of a program that compares nothing. */
export function endsWell(answer, errors) {
  return ended(answer, errors) ?? found(errors);
}

/** Why it did not come to its end, or null. */
function ended({ exitCode }, errors) {
  const rules = errors.map(({ rule }) => rule);
  if (rules.includes('compile-error')) return 'does not compile';
  if (rules.includes('unsupported-feature')) return 'missing feature';
  if (rules.includes('timeout')) return 'too large here';
  return exitCode === 0 ? null : 'fails';
}

function found(errors) {
  return errors.length === 0 ? 'as expected' : 'passes, with findings';
}
