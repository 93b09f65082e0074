import { Lanes, type ProofId, type ProofResult, validateAssignment } from '../../../grader/authoring/validate/index.ts';
import type { Engine } from '../../../grader/pipeline/grade/index.ts';

/** One proof of an assignment. */
export async function prove(folder: string, proof: ProofId, lanes: Lanes): Promise<ProofResult> {
  const { proofs } = await validateAssignment({
    id: 'curve',
    folder,
    lanes,
    only: [proof],
    signal: new AbortController().signal,
  });
  const [result] = proofs;
  if (!result) throw new Error(`${proof} was not tried`);
  return result;
}

/** What stands against it, a line each. */
export function flaws({ flaws: found }: ProofResult): string[] {
  return found.map(({ where, message }) => (where === null ? message : `${where}: ${message}`));
}

/** For proofs that run nothing of CUDA: whoever compiles with it fails. */
export function noCuda(): Lanes {
  const never = (): never => {
    throw new Error('nothing was to be compiled or run');
  };
  const engine: Engine = {
    prepare: never,
    compile: never,
    syntaxTree: never,
    run: never,
    judge: never,
    runDirectly: never,
    plan: never,
    keepsAddresses: never,
    symbolize: never,
    nvcc: null,
    gpu: null,
    readFile: never,
    cache: { get: async () => undefined, put: async () => undefined },
    sha256: never,
    versions: { engine: 'none', clang: null, node: process.version },
    now: () => 0,
  };
  return new Lanes(async () => ({ engines: [engine], each: 1 }));
}
