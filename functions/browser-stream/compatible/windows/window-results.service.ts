import type { BroadcastDisplay } from '../../ports/broadcasts.ts';
import type { PublishedFiles, WindowFiles } from '../../ports/files.ts';
import type { WindowJobRows } from '../../ports/work.ts';
import { initName } from '../../direct/segment-names.ts';
import { BrokenOutputError } from '../../media/compatible/job-output.ts';
import type { BroadcastKey, WindowId, WindowJob } from '../../broadcast.ts';
import type { PlaylistSegment } from '../../media/playlist.ts';
import type { AttemptKey, WindowJobReport } from '../../ports/work.ts';
import { captureUrl } from '../keys.ts';
import { capturesOf } from '../window-job.ts';
import { retryWindow, type SubmitPorts } from './submit.service.ts';
import { trimWindow, type TrimmedWindow } from '../../media/compatible/trimmer.ts';
import { measurePublished, type WaitingPorts } from './waiting.ts';

export interface ResultPorts extends SubmitPorts, Pick<WaitingPorts, 'measure'> {
  readonly broadcasts: SubmitPorts['broadcasts'] & Pick<WindowJobRows, 'findJob'> & BroadcastDisplay;
  readonly windows: WindowFiles;
  readonly published: Pick<PublishedFiles, 'publish'>;
}

/** What results are judged by. */
export type ResultBroadcast = BroadcastKey & { readonly targetDurationS: number };

/**
 * Takes in how a window's job stands: makes segments of what it has made, or another job where it failed. News may come
 * late, twice and in any order; of an earlier attempt only its success counts, as all attempts make the same.
 */
export async function takeResult(
  ports: ResultPorts,
  broadcast: ResultBroadcast,
  report: WindowJobReport,
): Promise<void> {
  const job = await ports.broadcasts.findJob(broadcast.id, report.windowId);
  if (!job || report.status === 'running') return;
  if (report.status === 'complete' && (await completeWindow(ports, broadcast, job, report))) return;
  if (report.attempt === job.attempt) await retryWindow(ports, broadcast, job);
}

/** False where the job has made nothing that could be shown. */
async function completeWindow(
  ports: ResultPorts,
  broadcast: ResultBroadcast,
  job: WindowJob,
  attempt: AttemptKey,
): Promise<boolean> {
  const { alignment, window } = job;
  const { broadcasts, windows, report, clock } = ports;
  const ts = await windows.readOutput(attempt);
  if (!alignment || !ts) return false;
  try {
    const trimmed = await trimWindow(ts, alignment, broadcast.targetDurationS * 1000);
    const segments = await publishSegments(ports, attempt, trimmed);
    const isFirst = await broadcasts.settle(broadcast.id, attempt.windowId, segments, clock());
    if (isFirst) measurePublished(ports, job);
  } catch (error) {
    if (!(error instanceof BrokenOutputError)) throw error;
    report('browser-stream.output', error);
    return false;
  }
  if (isEarly(attempt.windowId)) await broadcasts.setReceiving(broadcast);
  if (isLive(attempt.windowId) && capturesOf(window).includes('live'))
    await broadcasts.showPicture(broadcast, captureUrl(attempt, 'live'));
  // Whatever is left is forgotten by its bucket.
  await windows.removeAttempt(attempt).catch((error: unknown) => report('browser-stream.remove', error));
  return true;
}

/** Names carry the attempt, so that what viewers have fetched never changes. */
async function publishSegments(
  { published }: ResultPorts,
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

const RECEIVING = /^live-00000\d$/;

/** The picture has come by then; one that tells it may be lost, or its window fail. */
const isEarly = (windowId: WindowId): boolean => RECEIVING.test(windowId);
