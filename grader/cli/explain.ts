import { join } from 'node:path';
import { pagePath, renderCheck, renderPage, renderRules } from '../explain/rule-page/index.ts';
import { nodeFiles } from '../platform/files/index.ts';
import { didYouMean, packageRoot, textWidth, UsageError, usesColor } from '../platform/index.ts';
import { CHECK_IDS, type CheckId, RULES, type Rule } from '../result/index.ts';
import type { CommandInput } from './command.ts';

/** `grade explain`: the pages of rules and checks; without one, the list of all rules. */
export async function explain({ args, io }: CommandInput): Promise<number> {
  // As reports print them, with commas.
  const names = args.flatMap((arg) => arg.split(',')).filter((name) => name !== '');
  const options = { color: usesColor(io.stdout, io.env), width: textWidth(io.stdout) };
  const pages = names.map((name) => {
    if (isCheck(name)) return renderCheck(name, options);
    const rule = assertRule(name);
    const markdown = new TextDecoder().decode(nodeFiles.read(join(packageRoot, pagePath(rule))));
    return renderPage(markdown, options);
  });
  io.stdout.write(names.length === 0 ? renderRules(options) : pages.join('\n\n'));
  return 0;
}

function isCheck(name: string): name is CheckId {
  return CHECK_IDS.some((id) => id === name);
}

function assertRule(name: string): Rule {
  if (Object.hasOwn(RULES, name)) return name as Rule;
  const meant = didYouMean(name, [...Object.keys(RULES), ...CHECK_IDS]);
  throw new UsageError(
    `There is no rule or check ${JSON.stringify(name)}${meant === '' ? '.' : `, ${meant}`} \`grade explain\` lists them all.`,
  );
}
