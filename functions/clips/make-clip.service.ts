import { createHash } from 'node:crypto';
import { DomainError } from '#functions/base/errors.ts';
import { eachAtOnce } from '#functions/base/async/at-once.ts';
import { readVariants, resolvePath, type Variant } from '#functions/base/hls/hls.ts';
import { multivariantPlaylist } from '#functions/base/hls/hls-playlist.ts';
import { readSegments } from '#functions/base/hls/hls-segments.ts';
import { clipPlaylist, cutOut, endsBefore, type Cut, type Span } from './cut-playlist.ts';
import type { ClipFiles } from './clip-files.s3.ts';
import type { Source } from './clip-source.service.ts';

const AT_ONCE = 24;
/** More than 90 seconds of the shortest segments in all renditions. */
const MAX_FILES = 2000;

interface ClipRendition extends Cut {
  readonly variant: Variant | undefined;
}

/** Finds the segments of a clip, at least one rendition. Throws `conflict` when some are missing, or not recorded yet. */
export async function cutSource(
  files: Pick<ClipFiles, 'read'>,
  source: Source,
  span: Span,
): Promise<readonly [ClipRendition, ...ClipRendition[]]> {
  const { playlistUrl, isAwaited } = source;
  const read = source.read ?? files.read;
  const text = await read(playlistUrl);
  if (text === null) throw isAwaited ? notRecordedYet() : segmentsGone();
  const variants = readVariants(text);
  const lists =
    variants.length === 0
      ? [{ variant: undefined, url: playlistUrl, text }]
      : await Promise.all(
          variants.map(async (variant) => {
            const url = resolvePath(variant.uri, playlistUrl);
            return { variant, url, text: (await read(url)) ?? '' };
          }),
        );
  const renditions = lists.map(({ variant, url, text: list }) => ({
    variant,
    segments: readSegments(list, url),
  }));
  // A clip has all renditions, so it waits for the last.
  if (isAwaited && renditions.some(({ segments }) => endsBefore(segments, span))) throw notRecordedYet();
  const cuts = renditions.flatMap(({ variant, segments }) => {
    const cut = cutOut(segments, span);
    return cut ? [{ variant, ...cut }] : [];
  });
  const [first, ...others] = cuts;
  if (!first || filesOf(cuts).size > MAX_FILES) throw segmentsGone();
  return [first, ...others];
}

const segmentsGone = (): DomainError => new DomainError('conflict', 'clip_part_gone');
const notRecordedYet = (): DomainError =>
  new DomainError('conflict', 'clip_not_recorded_yet', { retryAfterS: 5 });

/**
 * Copies the segments of a clip into its folder and writes its playlists. File names are deterministic, so that it may run
 * twice or concurrently. Throws `conflict` when a segment is gone.
 */
export async function storeClip(
  files: ClipFiles,
  folderUrl: string,
  renditions: readonly ClipRendition[],
): Promise<string> {
  let missing = 0;
  const failed = (count: number): string => `${count} files of a clip could not be copied`;
  await eachAtOnce(filesOf(renditions), { atOnce: AT_ONCE, failed }, async (url) => {
    if (!(await files.copy(url, folderUrl + nameOf(url)))) missing += 1;
  });
  if (missing > 0) throw segmentsGone();
  const playlists = renditions.map((rendition) => clipPlaylist(rendition, nameOf));
  const [only] = renditions;
  const masterUrl = `${folderUrl}clip.m3u8`;
  if (only && !only.variant) await files.write(masterUrl, playlists[0]!);
  else {
    await Promise.all(playlists.map((text, index) => files.write(`${folderUrl}${listName(index)}`, text)));
    await files.write(masterUrl, masterOf(renditions));
  }
  return masterUrl;
}

const listName = (index: number): string => `clip-${index}.m3u8`;

/** Derived from the source's URL, so that concurrent copies write the same file. */
const nameOf = (url: string): string => {
  const hash = createHash('sha256').update(url).digest('hex').slice(0, 16);
  return `${hash}${/\.\w+$/.exec(url)?.[0] ?? ''}`;
};

const filesOf = (renditions: readonly Cut[]): Set<string> =>
  new Set(
    renditions.flatMap(({ segments }) =>
      segments.flatMap(({ url, init }) => (init ? [init.url, url] : [url])),
    ),
  );

/** Attributes that hold for a part as for the whole; the average rate does not. */
const KEPT_ATTRIBUTES = ['BANDWIDTH', 'CODECS', 'RESOLUTION', 'FRAME-RATE'];

function masterOf(renditions: readonly ClipRendition[]): string {
  const variants = renditions.map(({ variant }, index) => {
    const attributes = KEPT_ATTRIBUTES.flatMap((key) => {
      const value = variant?.attributes.get(key);
      return value === undefined ? [] : [`${key}=${value}`];
    });
    return { uri: listName(index), attributes };
  });
  return multivariantPlaylist(variants);
}

/** Stores the first available picture as the thumbnail; `null` when there is none. */
export async function storePicture(
  files: Pick<ClipFiles, 'copy'>,
  folderUrl: string,
  pictures: readonly string[],
): Promise<string | null> {
  for (const url of pictures) {
    const own = folderUrl + nameOf(url);
    if (await files.copy(url, own)) return own;
  }
  return null;
}
