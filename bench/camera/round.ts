import { machineTime, processorTime, type ProcessorTime } from '../support/processor-time.ts';
import { untilRunning } from '../support/until-running.ts';
import type { Viewing } from '../support/viewing.ts';
import type { CameraSize } from './drawn-camera.page.ts';
import type { Pipeline } from './pipeline.ts';

export interface RoundOptions {
  readonly broadcasts: number;
  readonly size: CameraSize;
  /** For all together; they are watched one after another. */
  readonly watchMs: number;
}

export interface Round {
  /** One per broadcast. */
  readonly viewings: readonly Viewing[];
  /** Per second of each broadcast while it was watched. */
  readonly processor: ProcessorTime;
  readonly machine: MachineUse;
  readonly cameraLateMs: number;
}

/** Share of all cores from 0 to 1 while it was watched. */
export interface MachineUse {
  /** All programs. */
  readonly busy: number;
  /** Programs outside of the bench. */
  readonly others: number;
}

/** Goes live with so many broadcasts at once, and watches each. */
export async function measureRound(
  pipeline: Pipeline,
  { broadcasts: count, size, watchMs }: RoundOptions,
): Promise<Round> {
  const live = await pipeline.goLive(size, count);
  const running = { isCamera: true, lengthS: pipeline.joinAfterS };
  await Promise.all(live.broadcasts.map(({ playlistUrl }) => untilRunning(playlistUrl, running)));
  const stopMeasuring = measureMachine();
  const [startMs, before] = [performance.now(), pipeline.processorTime()];
  const viewings: Viewing[] = [];
  for (const broadcast of live.broadcasts) viewings.push(await broadcast.watch(watchMs / count));
  const [endMs, after] = [performance.now(), pipeline.processorTime()];
  const machine = stopMeasuring();
  const { cameraLateMs } = await live.end();
  const broadcastS = (count * (endMs - startMs)) / 1000;
  const processor = {
    allS: (after.allS - before.allS) / broadcastS,
    ffmpegS: (after.ffmpegS - before.ffmpegS) / broadcastS,
  };
  return { viewings, processor, machine, cameraLateMs };
}

/** Returns a function that stops the measurement. Browsers and servers are descendants of this process. */
function measureMachine(): () => MachineUse {
  const [before, oursBefore] = [machineTime(), processorTime(process.pid).allS];
  return () => {
    const [after, ours] = [machineTime(), processorTime(process.pid).allS - oursBefore];
    const busyS = after.busyS - before.busyS;
    const allS = busyS + after.idleS - before.idleS;
    return { busy: busyS / allS, others: Math.max(0, busyS - ours) / allS };
  };
}
