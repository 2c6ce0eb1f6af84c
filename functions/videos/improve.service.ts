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
  const counts = { dueMs: nowMs, sinceMs: nowMs, attempts: 0, jobs: 0 };
  const work: Work = { videoId, channelId, kind: 'submit', filesPrefix, source, ladder, ...counts };
  const known = await works.find(videoId);
  // Deleted meanwhile, or asked already.
  if (known?.kind === 'clean' || known?.ladder?.playbackUrl === ladder.playbackUrl) return;
  const isMine = known ? await works.replace(known, work) : await works.add(work);
  if (!isMine) return;
  if (known?.jobId) await transcoder.cancel(known.jobId);
  await submitVideo(ports, work);
}

/** A replay as its broadcast's recorder made it. */
interface RecordedFilms extends Omit<RecordedReplay, 'source'> {
  readonly durationS: number;
  readonly picture: { readonly width: number; readonly height: number; readonly framesPerSecond: number };
}

/** A camera's pictures do not come evenly: their rate is of interest where it is more than the usual 30. */
const USUAL_FRAMES_PER_SECOND = 31;

/** The same of films of a recording, which need not be probed. */
export const improveRecording = (
  ports: TranscodePorts,
  { durationS, picture: { width: widthPx, height: heightPx, framesPerSecond }, ...replay }: RecordedFilms,
): Promise<void> => {
  const isFast = framesPerSecond > USUAL_FRAMES_PER_SECOND;
  const picture = { widthPx, heightPx, turn: 'AUTO', ...(isFast && { framesPerSecond }) } as const;
  return improveReplay(ports, { ...replay, source: { durationS, hasSound: true, picture } });
};
