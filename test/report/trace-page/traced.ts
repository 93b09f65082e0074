import * as grayscale from '../../../assignments/grayscale/simulator.ts';
import * as plain from '../../../assignments/matmul-2d/simulator.ts';
import * as tiled from '../../../assignments/matmul-tiled/simulator.ts';
import { type Recording, renderTracePage, TraceRecorder } from '../../../grader/report/trace-page/index.ts';
import {
  type SimulateOptions,
  SimulationError,
  type SimulatorModule,
  simulateAssignment,
  type TracedCase,
} from '../../../grader/simulator/index.ts';
import { shipped } from '../../assignments/shipped.ts';

export const MODULES: Readonly<Record<'grayscale' | 'matmul-2d' | 'matmul-tiled', SimulatorModule>> = {
  grayscale,
  'matmul-2d': plain,
  'matmul-tiled': tiled,
};

export interface Traced {
  readonly recording: Recording;
  readonly html: string;
}

/** The page of an assignment's example or case, as `grade simulate --html` makes it. */
export async function trace(
  id: keyof typeof MODULES,
  given: { readonly caseName?: string; readonly limit?: number; readonly module?: SimulatorModule } = {},
): Promise<Traced> {
  const { assignment, readFile } = await shipped(id);
  const recorder = new TraceRecorder(given.limit);
  const seen: TracedCase[] = [];
  let error: string | null = null;
  try {
    simulateAssignment({
      spec: assignment.spec,
      module: given.module ?? MODULES[id],
      readFile,
      caseName: given.caseName ?? null,
      trace: null,
      write: () => {},
      listen: (about) => {
        seen.push(about);
        return recorder;
      },
    });
  } catch (caught) {
    if (!(caught instanceof SimulationError)) throw caught;
    error = caught.message;
  }
  const [traced] = seen;
  if (!traced) throw new Error(`${id} told no case`);
  const recording = recorder.recording();
  return { recording, html: renderTracePage({ spec: assignment.spec, traced, recording, error }) };
}

/** The grayscale exercise in blocks too many, whose guard lets everybody in. */
export const UNGUARDED: SimulatorModule = {
  ...grayscale,
  simulate: (inputs, dims, options: SimulateOptions = {}) =>
    grayscale.simulate(
      inputs as Parameters<typeof grayscale.simulate>[0],
      { ...(dims as { height: number; width: number }), height: (dims.height ?? 0) + 1 },
      options,
    ),
};
