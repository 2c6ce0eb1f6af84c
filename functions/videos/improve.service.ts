import type { SourceFacts } from './source-facts.ts';
import type { TranscodePorts } from './ports.ts';
import { submitVideo } from './work/transcode.service.ts';
import type { Ladder, Work } from './work.ts';

export interface RecordedReplay extends Ladder {
  readonly videoId: string;
  readonly channelId: string;
  /** Where the ladder's files go: a folder in that of the playlist. */
  readonly filesPrefix: string;
  /** What suits all films. */
  readonly source: SourceFacts;
}

/**
 * Has the ladder and the seek bar's pictures of a replay made, which is shown as it was recorded until they are there, and
 * for good where they cannot be made. One that was recorded anew gives up what was begun for it before. May be asked again.
 */
export async function improveReplay(
  ports: TranscodePorts,
  { videoId, channelId, filesPrefix, source, ...ladder }: RecordedReplay,
): Promise<void> {
  const { works, transcoder, clock } = ports;
  const nowMs = clock();
  const asked = { dueMs: nowMs, sinceMs: nowMs, attempts: 0, jobs: 0 };
  const work: Work = { videoId, channelId, kind: 'submit', filesPrefix, source, ladder, ...asked };
  const known = await works.find(videoId);
  // Deleted meanwhile, or asked already.
  if (known?.kind === 'clean' || known?.ladder?.playbackUrl === ladder.playbackUrl) return;
  const isMine = known ? await works.replace(known, work) : await works.add(work);
  if (!isMine) return;
  if (known?.jobId) await transcoder.cancel(known.jobId);
  await submitVideo(ports, work);
}
