import { HOUR_MS } from '#shared/plain/time.ts';
import { VTT_TYPE } from '#functions/base/text/web-vtt.ts';
import type { JobReport } from '../ports.ts';
import type { Outputs } from '../table/videos.repository.ts';
import type { VideoDeps } from '../transcode.adapters.ts';
import { evenPictures, storyboardVtt } from '../transcode/storyboard.ts';
import { choosePoster } from './poster.ts';
import { type Ladder, leased, postponed, type Work } from '../work.ts';

const PLAYLIST = 'application/vnd.apple.mpegurl';
/** How long the playlist may be cached, so that new viewers soon get the ladder. */
export const REPLACEABLE_S = 10;

/**
 * Replaces the playlist of a replay's recording with that of its ladder, at the same address. People who watch the
 * recording can finish it, because its files stay for two days.
 */
export async function completeLadder(
  deps: VideoDeps,
  work: Work,
  ladder: Ladder,
  report: JobReport,
): Promise<void> {
  const { videos, works, mediaFiles, clock } = deps;
  const playlist = await mediaFiles.read(`${work.filesPrefix}video.m3u8`);
  if (playlist === null) return giveUpLadder(deps, work, ladder, 'The job left no playlist');
  const outputs = await collectOutputs(deps, work.filesPrefix, report);
  const key = ladder.playbackUrl.slice(1);
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  const moved = playlistFrom(playlist, work.filesPrefix.slice(folder.length));
  if (await videos.improve(work.videoId, ladder.playbackUrl, outputs)) {
    await mediaFiles.write(key, moved, PLAYLIST, REPLACEABLE_S);
    await works.replace(work, tidying(work, clock()));
  } else await works.remove(work);
  await deleteFilms(deps, ladder);
}

/** A multivariant playlist moved to a parent folder; its addresses are relative. */
const playlistFrom = (playlist: string, folder: string): string => playlist.replace(/^(?=[^#\s])/gm, folder);

/** The replay stays as it was recorded. */
export async function giveUpLadder(
  deps: VideoDeps,
  work: Work,
  ladder: Ladder,
  reason: string,
): Promise<void> {
  if (!(await deps.works.remove(work))) return;
  deps.report('videos.ladder', new Error(`The replay ${work.videoId} stays as it was recorded: ${reason}`));
  await deleteFilms(deps, ladder);
}

/** The bucket's lifecycle rule deletes what remains after a failure. */
const deleteFilms = ({ uploadFiles, report }: VideoDeps, { inputs }: Ladder): Promise<void> =>
  uploadFiles.deleteFilms(inputs).catch((error: unknown) => report('videos.films', error));

/** By then, viewers of the recording have finished, and the broadcast can no longer be continued. */
const KEPT_MS = 48 * HOUR_MS;
/** The time for deletions in one run; the Lambda has a minute for all parts of the tick. */
const WORK_MS = 20_000;

/** The work that remains after a ladder has replaced its recording. */
function tidying(work: Work, nowMs: number): Work {
  const { jobId: _, ...left } = work;
  return { ...left, kind: 'tidy', attempts: 0, dueMs: nowMs + KEPT_MS };
}

/** Pictures, and a recording's additional files: captions and the curve of the fan meter. */
const KEPT = /(\.jpg|\/curve\.vtt|\/captions\/[^/]+\.vtt)$/;

/**
 * Deletes the files of a recording that a ladder has replaced, except its playlist, which is the ladder's now, and
 * `KEPT`. Resumes after an interruption. Does nothing when the replay shows another recording by now.
 */
export async function deleteReplacedRecording(deps: VideoDeps, work: Work, ladder: Ladder): Promise<void> {
  const { videos, works, mediaFiles, clock } = deps;
  try {
    const playlist = ladder.playbackUrl.slice(1);
    const folder = playlist.slice(0, playlist.lastIndexOf('/') + 1);
    const isCurrent = (await videos.find(work.videoId))?.playback_url === ladder.playbackUrl;
    const untilMs = clock() + WORK_MS;
    const isKept = (key: string): boolean =>
      key === playlist || key.startsWith(work.filesPrefix) || KEPT.test(key);
    const isDone =
      !isCurrent || (await mediaFiles.deleteAll(folder, { isKept, hasTime: () => clock() < untilMs }));
    if (isDone) await works.remove(work);
    else await works.replace(work, leased(work, clock()));
  } catch (error) {
    await works.replace(work, postponed(work, clock()));
    deps.report('videos.tidy', error);
  }
}

const MAX_POSTER_BYTES = 2 ** 21;

/** Names the job's outputs, and writes the seek bar's WebVTT file. */
export async function collectOutputs(
  { mediaFiles }: Pick<VideoDeps, 'mediaFiles'>,
  filesPrefix: string,
  { durationS = 0, storyboard }: JobReport,
): Promise<Outputs> {
  const [posters, captured] = await Promise.all([
    mediaFiles.list(`${filesPrefix}poster.`),
    mediaFiles.list(`${filesPrefix}storyboard.`),
  ]);
  const poster = choosePoster(
    await Promise.all(
      posters.map(async (key) => ({ key, bytes: await mediaFiles.readRange(key, 0, MAX_POSTER_BYTES) })),
    ),
  );
  const names = captured.map((key) => key.slice(filesPrefix.length)).filter((name) => name.endsWith('.jpg'));
  const hasStoryboard = storyboard && names.length > 0;
  if (hasStoryboard) {
    const pictures = evenPictures(names, storyboard.intervalS);
    const vtt = storyboardVtt({ size: storyboard, pictures, durationS });
    await mediaFiles.write(`${filesPrefix}storyboard.vtt`, vtt, VTT_TYPE);
  }
  return {
    playback_url: `/${filesPrefix}video.m3u8`,
    thumbnail_url: poster ? `/${poster}` : null,
    storyboard_url: hasStoryboard ? `/${filesPrefix}storyboard.vtt` : null,
    duration_s: durationS,
  };
}
