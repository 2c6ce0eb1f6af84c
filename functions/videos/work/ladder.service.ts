import type { Ladder, Work } from '../work.ts';
import type { JobReport, TranscodePorts } from '../ports.ts';
import { collectOutputs } from './job-outputs.ts';
import { tidying } from './tidy.service.ts';

const PLAYLIST = 'application/vnd.apple.mpegurl';
/** What replaces a recording comes to new viewers within so long. */
export const REPLACEABLE_S = 10;

/**
 * The ladder of a replay is there: its list of renditions takes the place of the recording's, at the same address. Who
 * watches the recording goes on with it, as its files stay for two days.
 */
export async function completeLadder(
  ports: TranscodePorts,
  work: Work,
  ladder: Ladder,
  report: JobReport,
): Promise<void> {
  const { videos, works, mediaFiles, clock } = ports;
  const playlist = await mediaFiles.read(`${work.filesPrefix}video.m3u8`);
  if (playlist === null) return giveUpLadder(ports, work, ladder, 'The job left no playlist');
  const outputs = await collectOutputs(ports, work.filesPrefix, report);
  const key = ladder.playbackUrl.slice(1);
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  const moved = playlistFrom(playlist, work.filesPrefix.slice(folder.length));
  if (await videos.improve(work.videoId, ladder.playbackUrl, outputs)) {
    await mediaFiles.write(key, moved, PLAYLIST, REPLACEABLE_S);
    await works.replace(work, tidying(work, clock()));
  } else await works.remove(work);
  await deleteFilms(ports, ladder);
}

/** A list of renditions as it reads from a folder above theirs: addresses are relative to where it lies. */
const playlistFrom = (playlist: string, folder: string): string => playlist.replace(/^(?=[^#\s])/gm, folder);

/** The replay stays as it was recorded. */
export async function giveUpLadder(
  ports: TranscodePorts,
  work: Work,
  ladder: Ladder,
  reason: string,
): Promise<void> {
  if (!(await ports.works.remove(work))) return;
  ports.report('videos.ladder', new Error(`The replay ${work.videoId} stays as it was recorded: ${reason}`));
  await deleteFilms(ports, ladder);
}

/** Whatever is left of them is forgotten by their bucket. */
const deleteFilms = ({ uploadFiles, report }: TranscodePorts, { inputs }: Ladder): Promise<void> =>
  uploadFiles.deleteFilms(inputs).catch((error: unknown) => report('videos.films', error));
