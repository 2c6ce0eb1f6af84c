import type { SourceFacts } from './source-facts.ts';
import type { TranscodePorts } from './ports.ts';
import { submitVideo } from './work/transcode.service.ts';
import type { Ladder, Work } from './work.ts';

export interface RecordedReplay extends Ladder {
  readonly videoId: string;
  readonly channelId: string;
  /** A folder inside that of the playlist. */
  readonly filesPrefix: string;
  /** Facts that hold for all films. */
  readonly source: SourceFacts;
}

/**
 * Schedules the ladder and the seek bar's pictures of a replay, which plays as recorded until they exist. A newer
 * recording replaces earlier work. May be repeated.
 */
export async function improveReplay(
  ports: TranscodePorts,
  { videoId, channelId, filesPrefix, source, ...ladder }: RecordedReplay,
): Promise<void> {
  const { works, transcoder, clock } = ports;
  const nowMs = clock();
  const counts = { dueMs: nowMs, sinceMs: nowMs, attempts: 0, jobs: 0 };
  const work: Work = { videoId, channelId, kind: 'submit', filesPrefix, source, ladder, ...counts };
  const known = await works.find(videoId);
  // The video is deleted, or the work is scheduled already.
  if (known?.kind === 'clean' || known?.ladder?.playbackUrl === ladder.playbackUrl) return;
  const isMine = known ? await works.replace(known, work) : await works.add(work);
  if (!isMine) return;
  if (known?.jobId) await transcoder.cancel(known.jobId);
  await submitVideo(ports, work);
}

interface RecordedFilms extends Omit<RecordedReplay, 'source'> {
  readonly durationS: number;
  readonly picture: { readonly width: number; readonly height: number; readonly framesPerSecond: number };
}

/** Frame rates of cameras vary, so only a rate clearly above the usual 30 is kept. */
const USUAL_FRAMES_PER_SECOND = 31;

/** Schedules the ladder of a recording from a browser, which needs no probe. */
export const improveRecording = (
  ports: TranscodePorts,
  { durationS, picture: { width: widthPx, height: heightPx, framesPerSecond }, ...replay }: RecordedFilms,
): Promise<void> => {
  const isFast = framesPerSecond > USUAL_FRAMES_PER_SECOND;
  const picture = { widthPx, heightPx, turn: 'AUTO', ...(isFast && { framesPerSecond }) } as const;
  return improveReplay(ports, { ...replay, source: { durationS, hasSound: true, picture } });
};
