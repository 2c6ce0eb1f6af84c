import type { ResultPorts } from '../compatible/windows/window-results.service.ts';
import { lookAfterJobs } from '../compatible/windows/due-windows.service.ts';
import {
  finishBroadcast,
  type FinishOptions,
  type FinishPorts,
} from '../compatible/replay/finish.service.ts';
import { finishDirect, type DirectPorts } from '../direct/finish-direct.service.ts';
import {
  isCutByBrowser,
  workAhead,
  type AheadPorts,
  type Known,
} from '../compatible/windows/work-ahead.service.ts';

/** One who is always too late leaves it to the others; a long backlog is gone on with by the next event, or the tick. */
const MAX_ROUNDS = 40;

/** What each of the steps takes. */
export type AdvancePorts = AheadPorts & ResultPorts & FinishPorts & DirectPorts;

interface StepOptions extends FinishOptions {
  /** Whether MediaConvert may be asked about a job of which nothing was heard. @default false */
  readonly mayAsk?: boolean;
}

export interface AdvanceOptions extends StepOptions {
  readonly known?: Known;
}

/**
 * Does for a broadcast all that can be done at this moment: plans windows, has them transcoded, looks after jobs, and
 * makes the replay at the end. Called for each event that concerns it and by the tick; a chunk alone is worked on without
 * the latter two. Whatever a killed process leaves undone is taken up by the next call; calls at the same time do nothing
 * twice that could be seen.
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
  known: Known,
  { mayAsk = false, ...options }: StepOptions,
): Promise<'done' | 'again'> {
  const { broadcast } = known;
  if (isCutByBrowser(broadcast)) {
    if (broadcast.state !== 'live') await finishDirect(ports, broadcast);
    return 'done';
  }
  const { kind, stored, jobs } = await workAhead(ports, known);
  await lookAfterJobs(ports, broadcast, jobs, mayAsk);
  if (kind === 'again') return 'again';
  if (kind === 'claimed' || !stored.isEnd || jobs.length > 0) return 'done';
  return finishBroadcast(ports, broadcast, options);
}
