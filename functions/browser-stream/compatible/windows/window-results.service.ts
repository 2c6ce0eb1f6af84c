import type { WindowDeps } from '../../deps.ts';
import type { AttemptKey, WindowJobReport } from '../../adapters/compatible/window-transcoder.ts';
import { initName } from '../../direct/segment-names.ts';
import { BrokenOutputError } from '../../media/compatible/job-output.ts';
import type { WindowId, WindowJob } from '../../broadcast.ts';
import type { Window } from '../../media/compatible/timeline.ts';
import type { PlaylistSegment } from '../../window-playlist.ts';
import { captureUrl } from '../../adapters/compatible/keys.ts';
import { capturesOf, retryWindow, type SubmitBroadcast } from './submit.service.ts';
import { trimWindow, type TrimmedWindow } from '../../media/compatible/trimmer.ts';
import { measurePublished } from './waiting.ts';

/** Events may be late, repeated and out of order. Of an earlier attempt only the success counts. */
export async function applyResult(
  deps: WindowDeps,
  broadcast: SubmitBroadcast,
  report: WindowJobReport,
): Promise<void> {
  const job = await deps.broadcasts.findJob(broadcast.id, report.windowId);
  if (!job || report.status === 'running') return;
  if (report.status === 'complete' && (await completeWindow(deps, broadcast, job, report))) return;
  if (report.attempt === job.attempt) await retryWindow(deps, broadcast, job);
}

/** False if the job's output is missing or broken. */
async function completeWindow(
  deps: WindowDeps,
  broadcast: SubmitBroadcast,
  job: WindowJob,
  attempt: AttemptKey,
): Promise<boolean> {
  const { alignment, window } = job;
  const { broadcasts, windows, report, clock } = deps;
  const ts = await windows.readOutput(attempt);
  if (!alignment || !ts) return false;
  try {
    const trimmed = await trimWindow(ts, alignment, broadcast.targetDurationS * 1000);
    const segments = await publishSegments(deps, attempt, trimmed);
    const isFirst = await broadcasts.settle(broadcast.id, attempt.windowId, segments, clock());
    if (isFirst) measurePublished(deps, job);
  } catch (error) {
    if (!(error instanceof BrokenOutputError)) throw error;
    report('browser-stream.output', error);
    return false;
  }
  if (isLive(attempt.windowId) && isEarly(window))
    await broadcasts.setReceiving(broadcast, window.from.recording !== undefined);
  if (isLive(attempt.windowId) && capturesOf(window).includes('live'))
    await broadcasts.showPicture(broadcast, captureUrl({ ...attempt, endMs: window.endMs }, 'live'));
  // Files that remain expire in their bucket.
  await windows.removeAttempt(attempt).catch((error: unknown) => report('browser-stream.remove', error));
  return true;
}

/** Names contain the attempt, because published files never change. */
async function publishSegments(
  { published }: WindowDeps,
  key: AttemptKey,
  { init, segments }: TrimmedWindow,
): Promise<PlaylistSegment[]> {
  const initUri = initName(init);
  const named = segments.map(({ startMs, endMs, bytes }, index) => ({
    row: { uri: `${key.windowId}-${key.attempt}-${index}.m4s`, initUri, startMs, endMs },
    bytes,
  }));
  await Promise.all([
    published.publish(key, { name: initUri, body: init, contentType: 'video/mp4' }),
    ...named.map(({ row: { uri: name }, bytes: body }) =>
      published.publish(key, { name, body, contentType: 'video/iso.segment' }),
    ),
  ]);
  return named.map(({ row }) => row);
}

const isLive = (windowId: WindowId): boolean => windowId.startsWith('live-');

const EARLY_CHUNKS = 10;

/**
 * The first windows of a recording mark the channel as receiving; more than one, because a window may fail or its event be
 * lost.
 */
const isEarly = ({ from: { nextSeq, recording } }: Window): boolean =>
  nextSeq < (recording?.fromSeq ?? 0) + EARLY_CHUNKS;
