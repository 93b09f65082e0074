import { prototype } from '../../spec/index.ts';
import { HANDOUT_FILE } from '../lint/index.ts';
import { concluded, type Flaw, type Proof, plural } from './proof.ts';
import { missingPoints, statementsOf, tidy } from './statements.ts';

const MEND = `Write into ${HANDOUT_FILE} what assignment.yaml says, or the other way round.`;

export const handout: Proof = {
  id: 'handout',
  proves: 'The handout shows the entry point, and whatever it says of shapes, sizes, points and tolerance is so.',
  async prove(bench) {
    const { spec } = bench.assignment;
    const given = (spec.entry.given ?? []).map((name) => tidy(bench.text(name)));
    const statements = statementsOf(bench.text(HANDOUT_FILE), spec).map((one) =>
      // The given files of a program declare the function.
      one.about === 'prototype' && given.some((text) => text.includes(one.said)) ? { ...one, wanted: one.said } : one,
    );
    const flaws: Flaw[] = statements
      .filter(({ said, wanted }) => said !== wanted)
      .map(({ line, about, said, wanted }) => ({
        where: `${HANDOUT_FILE}:${line}`,
        message: `the ${about} here: "${said}"; in assignment.yaml: "${wanted}"`,
        mend: MEND,
      }));
    if (!statements.some(({ about }) => about === 'prototype')) {
      const message = 'the prototype of the entry point is not shown';
      const isGiven = spec.entry.style === 'program';
      const shown = isGiven ? `${spec.entry.function}, as a given file declares it` : prototype(spec);
      flaws.push({ where: HANDOUT_FILE, message, mend: `Show it in a code block: ${shown}` });
    }
    for (const id of missingPoints(statements, spec)) {
      flaws.push({ where: HANDOUT_FILE, message: `the table of points leaves out ${id}`, mend: MEND });
    }
    const counts = new Map<string, number>();
    for (const { about } of statements) counts.set(about, (counts.get(about) ?? 0) + 1);
    const seen = [...counts].map(([about, count]) =>
      about === 'points' ? `points of ${count}` : plural(count, about),
    );
    return concluded(seen.length > 0 ? `${seen.join(', ')} compared` : 'nothing to compare', flaws);
  },
};
