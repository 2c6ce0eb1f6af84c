import type { WindowJobReport } from '../adapters/compatible/window-transcoder.ts';
import type { ProcessingDeps } from '../deps.ts';
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

/** The maximum number of rounds, for conflicts and long backlogs; the next event or tick continues. */
const MAX_ROUNDS = 40;

interface StepOptions extends FinishOptions {
  /** Whether MediaConvert may be queried about a job without an event. @default false */
  readonly mayQuery?: boolean;
}

interface AdvanceOptions extends StepOptions {
  readonly known?: AlreadyRead;
}

/** Processes a broadcast as far as possible. Completes what a killed process left; safe concurrently. */
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

/** Handles the end mark, which is put again when all missing chunks have arrived. */
export async function onEndMark(deps: ProcessingDeps, { id }: BroadcastKey): Promise<void> {
  const broadcast = await deps.broadcasts.find(id);
  // An ended broadcast is not processed otherwise, so chunks whose events were lost are found here.
  if (broadcast?.state === 'ended') await recoverChunks(deps, broadcast, 0);
  await advance(deps, id);
}

/** Handles the status of a window's job. Events may be late, repeated and out of order. */
export async function onWindowJob(deps: ProcessingDeps, report: WindowJobReport): Promise<void> {
  if (report.status === 'running') return;
  const broadcast = await deps.broadcasts.find(report.id);
  if (!broadcast || broadcast.channelId !== report.channelId) return;
  await applyResult(deps, broadcast, report);
  // The end of one job lets the next window start, or was the last one.
  await advance(deps, report.id, { mayWait: true, known: { broadcast } });
}
