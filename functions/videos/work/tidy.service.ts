import { HOUR_MS } from '../../../shared/plain/time.ts';
import type { TranscodePorts } from '../ports.ts';
import { leased, postponed, type Ladder, type Work } from '../work.ts';

/**
 * Whoever opened the recording before its ladder was there has seen it by then, pauses included, and nothing can be added to
 * the broadcast any more, of which it would be recorded anew.
 */
const KEPT_MS = 48 * HOUR_MS;
/** So long deletions are begun; the Lambda has a minute, for others too. */
const WORK_MS = 20_000;

/** What is left to do when a ladder has taken its recording's place. */
export function tidying(work: Work, nowMs: number): Work {
  const { jobId: _, ...left } = work;
  return { ...left, kind: 'tidy', attempts: 0, dueMs: nowMs + KEPT_MS };
}

/**
 * Deletes the files of a recording that no playlist refers to any more; its list of renditions, which is the ladder's now,
 * and its pictures stay. Goes on where it was left off. A replay that shows another recording by now is left alone.
 */
export async function tidyRecording(ports: TranscodePorts, work: Work, ladder: Ladder): Promise<void> {
  const { videos, works, mediaFiles, clock } = ports;
  try {
    const playlist = ladder.playbackUrl.slice(1);
    const folder = playlist.slice(0, playlist.lastIndexOf('/') + 1);
    const isCurrent = (await videos.find(work.videoId))?.playback_url === ladder.playbackUrl;
    const untilMs = clock() + WORK_MS;
    const isKept = (key: string): boolean =>
      key === playlist || key.startsWith(work.filesPrefix) || key.endsWith('.jpg');
    const isDone =
      !isCurrent || (await mediaFiles.deleteAll(folder, { isKept, hasTime: () => clock() < untilMs }));
    if (isDone) await works.remove(work);
    else await works.replace(work, leased(work, clock()));
  } catch (error) {
    await works.replace(work, postponed(work, clock()));
    ports.report('videos.tidy', error);
  }
}
