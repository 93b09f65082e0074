import { z } from 'zod';
import { faultDetails } from './details/fault-details.ts';
import { outputDetails } from './details/output-details.ts';
import { runDetails } from './details/run-details.ts';
import { techniqueDetails } from './details/technique-details.ts';

/** The data of a finding: its sentences are made from this, the rule and the place. */
export const findingDetailSchema = z.discriminatedUnion('kind', [
  ...faultDetails,
  ...outputDetails,
  ...techniqueDetails,
  ...runDetails,
]);

export type FindingDetail = z.infer<typeof findingDetailSchema>;
export type DetailOf<Kind extends FindingDetail['kind']> = Extract<FindingDetail, { kind: Kind }>;
