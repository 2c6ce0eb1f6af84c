import type { BroadcastReads, Slots } from '../ports/broadcasts.ts';
import type { WindowJobRows } from '../ports/work.ts';
import type { ResultPorts } from './window-results.service.ts';
import type { Broadcast, StoredTimeline, WindowJob } from '../broadcast.ts';
import { doDueWindows } from './due-windows.service.ts';
import { finishBroadcast, type FinishOptions, type FinishPorts } from '../replay/finish.service.ts';
import { isUsual, neededInFlight, shareOfQueue } from './in-flight.ts';
import { passLateWindows, type LatePorts } from './late-windows.service.ts';
import { finishDirect, type DirectPorts } from '../replay/recorded/finish-direct.service.ts';
import { planWindowsOf, type PlanPorts } from './plan-windows.service.ts';
import { submitAttempt } from './submit.service.ts';

/** One who is always too late leaves it to the others; a long backlog is gone on with by the next event, or the tick. */
const MAX_ROUNDS = 40;

/** `countActive` and `spreadJobs`, and what each of the steps takes. */
export type AdvancePorts = PlanPorts &
  ResultPorts &
  LatePorts &
  FinishPorts &
  DirectPorts & {
    readonly broadcasts: Pick<BroadcastReads, 'find' | 'readTimeline'> &
      Pick<Slots, 'countActive'> &
      Pick<WindowJobRows, 'spreadJobs'>;
  };

/** What the caller has read just now, so that it is not read again. */
export interface Known {
  readonly broadcast: Broadcast;
  readonly stored?: StoredTimeline;
}

interface StepOptions extends FinishOptions {
  /** Whether MediaConvert may be asked about a job of which nothing was heard. @default false */
  readonly mayAsk?: boolean;
}

export interface AdvanceOptions extends StepOptions {
  readonly known?: Known;
}

/**
 * Does for a broadcast all that can be done at this moment: plans windows, has them transcoded, looks after jobs, and
 * makes the replay at the end. Called for each event that concerns it and by the tick. Whatever a killed process leaves
 * undone is taken up by the next call; calls at the same time do nothing twice that could be seen.
 */
export async function advance(
  ports: AdvancePorts,
  id: string,
  { known, mayAsk = false, ...options }: AdvanceOptions = {},
): Promise<void> {
  let now = known;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const broadcast = now?.broadcast ?? (await ports.broadcasts.find(id));
    if (!broadcast || (broadcast.state === 'ended' && !broadcast.awaitsLadder)) return;
    if ((await step(ports, { ...now, broadcast }, { ...options, mayAsk: mayAsk && round === 0 })) === 'done')
      return;
    now = undefined;
  }
}

async function step(
  ports: AdvancePorts,
  { broadcast, stored: known }: Known,
  { mayAsk = false, ...options }: StepOptions,
): Promise<'done' | 'again'> {
  const { broadcasts } = ports;
  const { id } = broadcast;
  if (broadcast.way === 'direct' && !broadcast.storedChunks) {
    if (broadcast.state !== 'live') await finishDirect(ports, broadcast);
    return 'done';
  }
  const [stored, jobs] = await Promise.all([known ?? broadcasts.readTimeline(id), broadcasts.spreadJobs(id)]);
  const maxInFlight = await inFlightOf(ports, broadcast, jobs);
  const planned = await planWindowsOf(ports, broadcast, stored, { inFlight: jobs.length, maxInFlight });
  if (planned.kind === 'again') return 'again';
  const mine = planned.kind === 'claimed' ? planned.jobs : [];
  await Promise.all([
    doDueWindows(ports, broadcast, jobs, { maxInFlight, mayAsk }),
    passLateWindows(ports, broadcast, jobs),
    ...mine.map((job) => submitAttempt(ports, broadcast, job)),
  ]);
  if (planned.kind === 'claimed') return planned.isMore ? 'again' : 'done';
  if (!stored.isEnd || jobs.length > 0) return 'done';
  return finishBroadcast(ports, broadcast, options);
}

/** How many windows of the broadcast may be in flight. */
async function inFlightOf(
  { broadcasts, clock }: AdvancePorts,
  { windowMs }: Broadcast,
  jobs: readonly WindowJob[],
): Promise<number> {
  const nowMs = clock();
  const needed = neededInFlight(jobs, windowMs, nowMs);
  return isUsual(needed) ? needed : Math.min(needed, shareOfQueue(await broadcasts.countActive(nowMs)));
}
