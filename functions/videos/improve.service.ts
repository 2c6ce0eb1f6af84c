import type { VideoDeps } from './transcode.adapters.ts';
import { type Ladder, newWork } from './work.ts';
import { submitVideo } from './work/transcode.service.ts';

interface RecordedFilms extends Ladder {
  readonly videoId: string;
  readonly channelId: string;
  /** A folder inside that of the playlist. */
  readonly filesPrefix: string;
  readonly durationS: number;
  readonly picture: { readonly width: number; readonly height: number; readonly framesPerSecond: number };
}

/** Frame rates of cameras vary, so only a rate clearly above the usual 30 is kept. */
const USUAL_FRAMES_PER_SECOND = 31;

/**
 * Schedules the ladder and the seek bar's pictures of a replay from a browser, which plays as recorded until they exist.
 * A newer recording replaces earlier work. May be repeated.
 */
export async function improveRecording(
  deps: VideoDeps,
  { videoId, channelId, filesPrefix, durationS, picture, ...ladder }: RecordedFilms,
): Promise<void> {
  const { works, transcoder, clock } = deps;
  const { width: widthPx, height: heightPx, framesPerSecond } = picture;
  const isFast = framesPerSecond > USUAL_FRAMES_PER_SECOND;
  const facts = { widthPx, heightPx, turn: 'AUTO', ...(isFast && { framesPerSecond }) } as const;
  // Known for all films, so the job needs no probe.
  const source = { durationS, hasSound: true, picture: facts };
  const work = newWork({ videoId, channelId, kind: 'submit', filesPrefix, source, ladder }, clock());
  const known = await works.find(videoId);
  // The video is deleted, or the work is scheduled already.
  if (known?.kind === 'clean' || known?.ladder?.playbackUrl === ladder.playbackUrl) return;
  const isMine = known ? await works.replace(known, work) : await works.add(work);
  if (!isMine) return;
  if (known?.jobId) await transcoder.cancel(known.jobId);
  await submitVideo(deps, work);
}
