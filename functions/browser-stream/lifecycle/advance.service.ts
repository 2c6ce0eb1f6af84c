import type { WindowJobReport } from '../compatible/window-transcoder.ts';
import type { ProcessingDeps } from './deps.ts';
import type { BroadcastKey } from '../broadcast.ts';
import { recoverChunks } from '../compatible/chunks/accept-chunk.service.ts';
import { finishBroadcast, type FinishOptions } from '../compatible/replay/finish.service.ts';
import { checkSilentJobs } from '../compatible/windows/unfinished-windows.service.ts';
import { applyResult } from '../compatible/windows/window-results.service.ts';
import {
  isCutByBrowser,
  type AlreadyRead,
  planAndSubmit,
} from '../compatible/windows/plan-and-submit.service.ts';
import { finishDirect } from '../direct/finish-direct.service.ts';

/** One who is always too late leaves it to the others; a long backlog is gone on with by the next event, or the tick. */
const MAX_ROUNDS = 40;

interface StepOptions extends FinishOptions {
  /** Whether MediaConvert may be asked about a job of which nothing was heard. @default false */
  readonly mayQuery?: boolean;
}

export interface AdvanceOptions extends StepOptions {
  readonly known?: AlreadyRead;
}

/**
 * Does for a broadcast all that can be done at this moment: plans windows, has them transcoded, looks after jobs, and
 * makes the replay at the end. Called for each event that concerns it and by the tick; a chunk alone is worked on without
 * the latter two. Whatever a killed process leaves undone is taken up by the next call; calls at the same time do nothing
 * twice that could be seen.
 */
export async function advance(
  deps: ProcessingDeps,
  id: string,
  { known, mayQuery = false, ...options }: AdvanceOptions = {},
): Promise<void> {
  let now = known;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const broadcast = now?.broadcast ?? (await deps.broadcasts.find(id));
    if (!broadcast || (broadcast.state === 'ended' && !broadcast.awaitsLadder)) return;
    if (
      (await step(deps, { ...now, broadcast }, { ...options, mayQuery: mayQuery && round === 0 })) === 'done'
    )
      return;
    now = undefined;
  }
}

async function step(
  deps: ProcessingDeps,
  known: AlreadyRead,
  { mayQuery = false, ...options }: StepOptions,
): Promise<'done' | 'again'> {
  const { broadcast } = known;
  if (isCutByBrowser(broadcast)) {
    if (broadcast.state !== 'live') await finishDirect(deps, broadcast);
    return 'done';
  }
  const { kind, stored, jobs } = await planAndSubmit(deps, known);
  await checkSilentJobs(deps, broadcast, jobs, mayQuery);
  if (kind === 'again') return 'again';
  if (kind === 'claimed' || !stored.isEnd || jobs.length > 0) return 'done';
  return finishBroadcast(deps, broadcast, options);
}

/** The broadcast was ended, or ended once more after all that was missing has come. */
export async function onEndMark(deps: ProcessingDeps, { id }: BroadcastKey): Promise<void> {
  const broadcast = await deps.broadcasts.find(id);
  // Of chunks whose events were lost nobody else would know any more.
  if (broadcast?.state === 'ended') await recoverChunks(deps, broadcast, 0);
  await advance(deps, id);
}

/** Takes in how the job of a window stands. News may come late, twice and in any order. */
export async function onWindowJob(deps: ProcessingDeps, report: WindowJobReport): Promise<void> {
  if (report.status === 'running') return;
  const broadcast = await deps.broadcasts.find(report.id);
  if (!broadcast || broadcast.channelId !== report.channelId) return;
  await applyResult(deps, broadcast, report);
  // Where one window is done there may be room for the next, or it was the last one.
  await advance(deps, report.id, { mayWait: true, known: { broadcast } });
}
