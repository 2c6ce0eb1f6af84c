/** A video's captions and chapters in HLS, for players that show them themselves. */
import { chaptersOf } from '#shared/plain/videos/chapters.ts';
import type { Captions, ChapterEntry, Video } from '#shared/videos/videos.ts';
import { notFound, requireFound } from '#functions/base/errors.ts';
import { readVariants, resolvePath } from '#functions/base/hls/hls.ts';
import { type FilePart, readSegments } from '#functions/base/hls/hls-segments.ts';
import { withTimestampMap } from '#functions/base/text/web-vtt.ts';
import type { VideoDeps } from '../transcode.adapters.ts';
import { getVideo } from '../videos.service.ts';
import { chapterEntries, languagePlaylist, withAdditions } from './captioned-playlist.ts';
import { fragmentStart, transportStart } from './media-start.ts';

export interface CaptionedDeps {
  readonly videos: Pick<VideoDeps['videos'], 'find'>;
  readonly mediaFiles: Pick<VideoDeps['mediaFiles'], 'read' | 'readRange'>;
}

interface LanguageKey {
  /** Of the video. */
  readonly id: string;
  readonly language: string;
}

/** The playlist of a video with its captions and chapters. Throws `not_found`, also for a private video: players send no token. */
export async function captionedPlaylist(deps: CaptionedDeps, id: string): Promise<string> {
  const video = await playedVideo(deps, id);
  const { playback_url: url, captions = [] } = video;
  const hasChapters = chaptersIn(video).length > 0;
  return withAdditions(await readFile(deps, url), url, { captions, hasChapters });
}

/** The chapters of a video. Empty where it has none. Throws `not_found`. */
export async function chapterList(deps: CaptionedDeps, id: string): Promise<ChapterEntry[]> {
  return chapterEntries(chaptersIn(await playedVideo(deps, id)));
}

const chaptersIn = ({ description, duration_s: durationS }: Video) => chaptersOf(description, durationS ?? 0);

/** The playlist of one language. Throws `not_found`. */
export async function captionsPlaylist(deps: CaptionedDeps, { id, language }: LanguageKey): Promise<string> {
  const video = await playedVideo(deps, id);
  const captions = captionsIn(video, language);
  const ticks = await startOf(deps, video.playback_url);
  return languagePlaylist(captions.language, requireFound(video.duration_s, 'video'), ticks);
}

/** The file of one language, for media that begins at `ticks`. Throws `not_found`. */
export async function captionsFile(
  deps: CaptionedDeps,
  { id, language, ticks }: LanguageKey & { readonly ticks: number },
): Promise<string> {
  const { url } = captionsIn(await playedVideo(deps, id), language);
  return withTimestampMap(await readFile(deps, url), ticks);
}

async function playedVideo(
  deps: CaptionedDeps,
  id: string,
): Promise<Video & { readonly playback_url: string }> {
  const video = await getVideo(deps, undefined, id);
  if (video.playback_url === null) throw notFound('video');
  return { ...video, playback_url: video.playback_url };
}

const captionsIn = ({ captions = [] }: Video, language: string): Captions =>
  requireFound(captions.find((one) => one.language === language) ?? null, 'video');

const readFile = async ({ mediaFiles }: CaptionedDeps, url: string): Promise<string> =>
  requireFound(await mediaFiles.read(url.slice(1)), 'video');

/** Large enough for the header of the first fragment, or the first packets of a transport stream. */
const HEAD_BYTES = 16_384;

/** The time at which the video's first segment begins. After a gap, times of some recordings are other ones. */
async function startOf(deps: CaptionedDeps, url: string): Promise<number> {
  const text = await readFile(deps, url);
  const [variant] = readVariants(text);
  const listUrl = variant ? resolvePath(variant.uri, url) : url;
  const [first] = readSegments(variant ? await readFile(deps, listUrl) : text, listUrl);
  if (!first) return 0;
  const [segment, init] = await Promise.all([headOf(deps, first), first.init && headOf(deps, first.init)]);
  return (init ? fragmentStart(init, segment) : transportStart(segment)) ?? 0;
}

function headOf({ mediaFiles }: CaptionedDeps, { url, range }: FilePart): Promise<Uint8Array> {
  const from = range?.offsetBytes ?? 0;
  return mediaFiles.readRange(url.slice(1), from, from + HEAD_BYTES);
}
