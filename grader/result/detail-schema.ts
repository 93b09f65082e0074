import { z } from 'zod';
import { beyond, buffer, exchanged, launchExtents, spot } from './details/facts.ts';
import { faultDetails } from './details/fault-details.ts';
import { inCases, outputDetails, pattern } from './details/output-details.ts';
import { runDetails } from './details/run-details.ts';
import { techniqueDetails } from './details/technique-details.ts';

/** The data of a finding: its sentences are made from this, the rule and the place. */
export const findingDetailSchema = z.discriminatedUnion('kind', [
  ...faultDetails,
  ...outputDetails,
  ...techniqueDetails,
  ...runDetails,
]);

/** The parts that several kinds have, by the key that holds them. */
export const DETAIL_PARTS = {
  launch: launchExtents,
  buffer,
  spot,
  beyond,
  exchanged,
  cases: inCases,
  pattern,
} as const;

export type FindingDetail = z.infer<typeof findingDetailSchema>;
export type DetailOf<Kind extends FindingDetail['kind']> = Extract<FindingDetail, { kind: Kind }>;
