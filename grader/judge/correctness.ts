import type { Diagnostic, SourcePosition } from '../compile/index.ts';
import { isOfNothing } from '../device/index.ts';
import { worded } from '../explain/index.ts';
import type { ApiError, HostOutcome, ModifiedInput, OutputState } from '../host/index.ts';
import { type DetailOf, type Finding, type FindingDetail, NOT_READY, type RelatedFacts } from '../result/index.ts';
import type { CaseEvidence, CheckOutcome, Evidence, OutputEvidence } from './evidence.ts';
import { exchangedIn } from './exchanged.ts';
import { causeOfGpuFailure, failedOnGpu, gpuFailureFinding, LAUNCH_TIMEOUT } from './gpu-failure.ts';
import { faultFindings } from './group.ts';
import { tellableLaunch } from './hidden.ts';
import { apiErrorDetail, hostDetail } from './host-detail.ts';
import { objection, unwrittenElements, wrongElements } from './output-detail.ts';
import { returnedFinding, returnedMismatch } from './returned.ts';
import { type FailingCase, shownCase } from './shown.ts';
import { definitionOf } from './source.ts';
import { summarize } from './summary.ts';
import { transferProblem } from './transfers.ts';
import { writingLaunch } from './writing-launch.ts';

/** The calls that a program makes to know whether work is done. */
const QUERY = /^cuda(?:Stream|Event)Query$/;

/** The maximum of further stores to an output that are shown. */
const MOST_STORES = 2;

/** correctness: every element of every output is right within the case's tolerance, finite, and was written. */
export function judgeCorrectness(evidence: Evidence): CheckOutcome {
  const findings = [
    ...faultFindings(evidence, 'correctness'),
    ...firstOfEachPlace(evidence, (seen) => seen.run.apiErrors.filter(isLaunchError), launchFinding),
    ...firstOfEachPlace(
      evidence,
      (seen) => (caseHolds(seen) ? [] : seen.run.apiErrors.filter(isFailedAllocation)),
      apiErrorFinding,
    ),
    ...firstOfEachPlace(
      evidence,
      (seen) => (hostFailed(seen.run.host) && !toldByLaunch(seen.run) ? [seen.run.host] : []),
      hostFinding,
    ),
    ...returnedFindings(evidence),
    ...outputFindings(evidence),
    ...firstOfEachPlace(evidence, (seen) => seen.handed?.slice(0, 1) ?? [], handedFinding),
    ...firstOfEachPlace(evidence, modifiedInputs, (event, seen, all) => modifiedFinding(event, seen, all)),
    ...gpuFindings(evidence),
  ];
  const wrong = [...evidence.cases, ...judgedOnGpu(evidence)].some((seen) => !caseHolds(seen));
  const isLuck = evidence.cases.some(({ reordered }) => reordered !== undefined);
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (wrong || isLuck || errors.some(({ follows }) => !follows))
    return summarize('correctness', 'failed', findings, evidence);
  return summarize('correctness', 'passed', findings, evidence, errors.length > 0 ? { reason: 'follows' } : {});
}

/** Returns the cases whose outputs on the GPU count. If another finding explains a failure, the emulator's outputs do. */
function judgedOnGpu({ gpu, cases }: Evidence): readonly CaseEvidence[] {
  return (gpu?.cases ?? []).filter((seen) => causeOfGpuFailure(seen, cases) === null);
}

/** Right everywhere it was run: worth timing. */
export function isCorrect(evidence: Evidence): boolean {
  const finishes = (seen: CaseEvidence) => caseHolds(seen) && !seen.run.launches.some(failedOnGpu);
  return (evidence.gpu?.cases ?? []).every(finishes) && judgeCorrectness(evidence).status === 'passed';
}

/** What went wrong on the GPU in cases that hold on the emulator: the others are told of already. */
function gpuFindings(evidence: Evidence): Finding[] {
  const { gpu } = evidence;
  if (!gpu) return [];
  const held = new Set(evidence.cases.filter(caseHolds).map(({ name }) => name));
  const own: Evidence = { ...evidence, cases: gpu.cases.filter(({ name }) => held.has(name)) };
  const failures = firstOfEachPlace(
    own,
    (seen) => seen.run.launches.filter(failedOnGpu),
    (launch, seen) => gpuFailureFinding(launch, seen, evidence),
  );
  const seenOnGpu = { seenOnGpu: gpu.name };
  const finished = { ...own, cases: own.cases.filter((seen) => !seen.run.launches.some(failedOnGpu)) };
  return [
    ...failures,
    ...outputFindings(finished, seenOnGpu),
    ...firstOfEachPlace(own, modifiedInputs, (event, seen, all) => modifiedFinding(event, seen, all, seenOnGpu)),
  ];
}

/** Marks what is wrong on the GPU only. */
type OnGpu = { readonly seenOnGpu?: string };

function returnedFindings(evidence: Evidence): Finding[] {
  const found = firstOfEachPlace(
    evidence,
    (seen) => [returnedMismatch(evidence, seen)].filter((mismatch) => mismatch !== null),
    returnedFinding,
  );
  return found.map((finding) => ({ ...finding, ...place(entryOf(evidence)) }));
}

/** True if the run came to its end, every output holds, and every input is as it was. */
export function caseHolds(seen: CaseEvidence): boolean {
  const isRight = seen.outputs.every(outputHolds) && seen.handed === undefined;
  return !interrupted(seen) && isRight && seen.run.changedInputs.length === 0;
}

/** A device may not tell where an input was changed. */
function modifiedInputs({ run }: CaseEvidence): readonly ModifiedInput[] {
  return run.modifiedInputs ?? run.changedInputs.map((name) => ({ name, position: null, kernel: null }));
}

function modifiedFinding(
  { name, position, kernel }: ModifiedInput,
  seen: CaseEvidence,
  evidence: Evidence,
  seenOnGpu: OnGpu = {},
): Finding {
  return worded({
    rule: 'modified-input',
    severity: 'error',
    ...place(position ?? entryOf(evidence)),
    ...(kernel !== null && { kernel }),
    case: seen.name,
    detail: { kind: 'modified-input', input: name, ...seenOnGpu },
  });
}

function handedFinding(_: string, seen: CaseEvidence, evidence: Evidence): Finding {
  return worded({
    rule: 'wrong-output',
    severity: 'error',
    ...place(entryOf(evidence)),
    case: seen.name,
    detail: { kind: 'handed', outputs: [...(seen.handed ?? [])] },
  });
}

function outputHolds({ comparison }: OutputEvidence): boolean {
  return comparison.wrong === 0 && comparison.unwritten === 0;
}

function hostFailed(host: HostOutcome): host is Exclude<HostOutcome, { status: 'returned' }> {
  // A device pointer used on the host is reported under memory, with its line.
  return host.status === 'stopped'
    ? host.limit !== 'deviceSteps'
    : host.status === 'trapped'
      ? !host.devicePointer
      : host.status === 'exited';
}

/** True if host code threw because of a launch. Another finding gives the reason. */
function toldByLaunch({ host, apiErrors }: CaseEvidence['run']): boolean {
  return host.status === 'trapped' && host.exception?.type === 'c10::CUDAError' && apiErrors.some(isLaunchError);
}

export function isLaunchError(error: ApiError): boolean {
  return error.launch !== null && error.reason !== null;
}

/** A launch without threads was refused. If the outputs are right, there was nothing to do. */
function isHarmless(error: ApiError, { launches }: CaseEvidence['run']): boolean {
  const launch = error.launch === null ? null : launches[error.launch];
  return error.reason === 'zero-size' && launch != null && isOfNothing(launch);
}

/** Memory that was not to be had: what uses it fails later, and elsewhere. */
function isFailedAllocation({ call, launch, noticed }: ApiError): boolean {
  return launch === null && !noticed && /^cuda(?:Malloc|HostAlloc)/.test(call);
}

/** Something else than wrong arithmetic ended or spoilt the run: what is missing in the outputs follows from that. */
function interrupted(seen: CaseEvidence): boolean {
  const { host, apiErrors, faults, launches } = seen.run;
  return (
    host.status !== 'returned' ||
    apiErrors.some((error) => isLaunchError(error) && !isHarmless(error, seen.run)) ||
    faults.some(stopsKernel) ||
    launches.some(({ outcome }) => outcome.error === LAUNCH_TIMEOUT)
  );
}

/** True if no launch ran, and a finding says why: what is missing in the outputs follows from that. */
function isAllRefused({ run: { launches, apiErrors } }: CaseEvidence): boolean {
  const refused = new Set(apiErrors.filter(isLaunchError).map(({ launch }) => launch));
  return launches.length > 0 && launches.every((_, at) => refused.has(at));
}

function stopsKernel(fault: CaseEvidence['run']['faults'][number]): boolean {
  return fault.rule === 'timeout' || fault.rule === 'device-assert' || fault.rule === 'launch-error';
}

/** Makes one finding of the same event in several cases, told apart by the finding's line and words. */
export function firstOfEachPlace<T, E extends Pick<Evidence, 'cases'>>(
  evidence: E,
  events: (seen: CaseEvidence) => readonly T[],
  toFinding: (event: T, seen: CaseEvidence, evidence: E) => Finding,
): Finding[] {
  const kept = new Map<string, Finding>();
  for (const seen of evidence.cases) {
    for (const event of events(seen)) {
      const finding = toFinding(event, seen, evidence);
      const key = `${finding.rule}|${finding.file ?? ''}|${finding.line ?? ''}|${finding.column ?? ''}`;
      const known = kept.get(key);
      kept.set(key, known ? { ...known, count: (known.count ?? 1) + 1 } : { ...finding, count: 1 });
    }
  }
  return [...kept.values()];
}

/** A launch of nothing is refused. That takes no points if all outputs are right. */
function launchFinding(error: ApiError, seen: CaseEvidence, { cases }: Pick<Evidence, 'cases'>): Finding {
  return errorFinding(error, seen, isHarmless(error, seen.run) && cases.every(caseHolds));
}

export function apiErrorFinding(error: ApiError, seen: CaseEvidence): Finding {
  return errorFinding(error, seen, false);
}

/**
 * Returns the finding for a call that failed and that is no launch. A program can expect that, so this is a warning.
 * Returns `null` if the program called cudaGetLastError afterwards, if it uses the returned error and ends with status 0,
 * or if the call only asked whether work is done.
 */
export function failedCallFinding(error: ApiError, seen: CaseEvidence): Finding | null {
  const { launch, noticed, isUsed, code, position, call } = error;
  if (launch !== null || noticed || position === null || (code === NOT_READY && QUERY.test(call))) return null;
  if (isUsed && endsWell(seen.run.host)) return null;
  return { ...errorFinding(error, seen, false), severity: 'warning' };
}

/** True if a program returned from `main` or exited with status 0. */
function endsWell(host: HostOutcome): boolean {
  return host.status === 'returned' ? host.value === 0 : host.status === 'exited' && host.code === 0;
}

function errorFinding(error: ApiError, seen: CaseEvidence, harmless: boolean): Finding {
  const launch = error.launch === null ? null : (seen.run.launches[error.launch] ?? null);
  return worded({
    rule: 'launch-error',
    severity: harmless ? 'warning' : 'error',
    ...place(error.position),
    ...(launch && { kernel: launch.kernel }),
    case: seen.name,
    detail: apiErrorDetail(error, tellableLaunch(seen, launch), harmless),
  });
}

function hostFinding(host: Exclude<HostOutcome, { status: 'returned' }>, seen: CaseEvidence): Finding {
  const position = host.status === 'trapped' || host.status === 'stopped' ? host.position : null;
  return worded({
    rule: host.status === 'stopped' && host.limit === 'wall' ? 'timeout' : 'host-fault',
    severity: 'error',
    ...place(position),
    ...(host.status === 'stopped' && host.launch && { kernel: host.launch.kernel }),
    case: seen.name,
    detail: hostDetail(host, seen.visible),
  });
}

/** One finding for each output that is not what it should be: on the first case that shows it, with how many cases do. */
function outputFindings(evidence: Evidence, seenOnGpu: OnGpu = {}): Finding[] {
  const findings: Finding[] = [];
  const exchangedOf = exchangedIn(evidence.source, evidence.cases);
  // What was not taken over because of its shape is not missing besides.
  const judged = evidence.cases.filter(
    (seen) => !interrupted(seen) && !isAllRefused(seen) && !returnedMismatch(evidence, seen),
  );
  for (const name of new Set(judged.flatMap((seen) => seen.outputs.map((output) => output.name)))) {
    for (const kind of ['unwritten-output', 'wrong-output'] as const) {
      const failing = judged.flatMap((seen) => {
        const output = seen.outputs.find((candidate) => candidate.name === name);
        const bad = output && (kind === 'wrong-output' ? output.comparison.wrong : output.comparison.unwritten);
        return output && bad ? [{ seen, output, bad }] : [];
      });
      const told = shownCase(failing, kind);
      if (!told) continue;
      // Copies that explain what is wrong say more than a pattern.
      const isCopied = ({ seen, output }: FailingCase) => transferOf(seen, output, kind) !== null;
      const copied = isCopied(told) ? undefined : failing.find(isCopied);
      const shown = copied ? { ...told, ...copied } : told;
      const { seen, output, bad } = shown;
      const transfer = transferOf(seen, output, kind);
      const isSameTransfer = (each: FailingCase) =>
        transferOf(each.seen, each.output, kind)?.problem.problem === transfer?.problem.problem;
      const launch = writingLaunch(seen);
      const hostMadeBytes = (seen.run.hostMadeBytes ?? 0) - (seen.run.cutBytes ?? 0);
      // Values of host code explain what is wrong only if most of it depends on them.
      const isHostMade = hostMadeBytes > 0 && (output.hostMade ?? bad) >= bad / 2;
      const cases = {
        failing: failing.length,
        alike: transfer ? failing.filter(isSameTransfer).length : shown.alike,
        all: judged.length,
      };
      const stores = kind === 'wrong-output' && !transfer ? storesOf(seen, name, output.comparison.wrong) : [];
      const store = stores[0] ?? null;
      const kernel = store?.kernel ?? launch?.kernel;
      const ofOutput = { output: name, ...explanation(kernel, exchangedOf, evidence), ...seenOnGpu };
      const detail = ((): FindingDetail => {
        if (isHostMade) return { kind: 'host-made', ...ofOutput, bytes: hostMadeBytes };
        if (transfer) return { kind: 'copied-back', ...ofOutput, cases, ...transfer.problem };
        if (kind === 'wrong-output' && output.objections !== undefined)
          return { ...objection(shown, evidence), ...ofOutput, cases };
        return kind === 'wrong-output'
          ? { ...wrongElements(shown, evidence), ...ofOutput, cases }
          : { ...unwrittenElements(shown, evidence, launch), ...ofOutput, cases };
      })();
      findings.push(
        worded({
          rule: kind,
          severity: 'error',
          ...place(transfer?.position ?? store?.position ?? launch?.position ?? entryOf(evidence)),
          ...(kernel && { kernel }),
          case: seen.name,
          count: failing.reduce((sum, { bad }) => sum + bad, 0),
          related: related(stores.slice(1), name),
          detail,
        }),
      );
    }
  }
  return findings;
}

/** Copies explain nothing about a file that a program did not write. */
function transferOf(...[seen, output, kind]: Parameters<typeof transferProblem>): ReturnType<typeof transferProblem> {
  return output.hasNoFile ? null : transferProblem(seen, output, kind);
}

/**
 * The stores to an output: the one that wrote most of it first, or a lesser one that wrote about as many elements as are
 * wrong.
 */
function storesOf(seen: CaseEvidence, name: string, wrong: number): OutputState['stores'] {
  const stores = seen.run.outputs.find((output) => output.name === name)?.stores ?? [];
  const alike = stores.findLast(({ count }) => wrong <= count && count <= 2 * wrong);
  return alike ? [alike, ...stores.filter((store) => store !== alike)] : stores;
}

/** Arguments in the wrong order explain more than what follows from them, and a warning of the compiler may. */
function explanation(
  kernel: string | undefined,
  exchangedOf: ReturnType<typeof exchangedIn>,
  { compiled }: Evidence,
): Pick<DetailOf<'wrong-elements'>, 'exchanged' | 'warnedLine'> {
  const exchanged = kernel === undefined ? null : exchangedOf(kernel);
  if (exchanged) return { exchanged };
  const warning = compiled.diagnostics.find((diagnostic) => mayExplain(diagnostic, kernel));
  return warning ? { warnedLine: warning.line } : {};
}

/** A warning of the compiler about what makes outputs wrong in a run that shows nothing else. */
function mayExplain({ severity, rule, detail }: Diagnostic, kernel: string | undefined): boolean {
  if (severity !== 'warning') return false;
  const isOfKernel = kernel !== undefined && (detail?.kernels?.includes(kernel) ?? false);
  return rule === 'shared-alias' ? isOfKernel : detail?.hint === 'comma-in-extents';
}

/** Where else an output is stored to. */
function related(stores: OutputState['stores'], name: string): RelatedFacts[] {
  const others = stores.flatMap(({ position }) => (position ? [position] : []));
  const lines = [...new Map(others.map((position) => [position.line, position])).values()];
  return lines
    .slice(0, MOST_STORES)
    .map(({ file, line, column }) => ({ detail: { kind: 'other-store', output: name }, file, line, column }));
}

function place(position: SourcePosition | null): Pick<Finding, 'file' | 'line' | 'column'> {
  return position ? { file: position.file, line: position.line, column: position.column } : {};
}

function entryOf({ source, spec, fileName }: Evidence): SourcePosition | null {
  const found = definitionOf(source, spec.entry.function);
  return found && { file: fileName, ...found };
}
