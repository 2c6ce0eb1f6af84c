import { createHash } from 'node:crypto';
import { readVariants, resolved, type Variant } from '../../base/hls.ts';
import { alike, joinedMaster, joinedMedia } from './joined-playlist.ts';
import type { Recording } from './recording.ts';
import type { RecordingFiles } from './ports.ts';

/** What several recordings are watched as. */
export interface Playable {
  readonly playbackUrl: string;
  readonly durationS: number;
}

interface Readable {
  readonly recording: Recording;
  readonly variants: readonly Variant[];
}

/**
 * Writes playlists that play the recordings one after the other, below the first of them. Those of which nothing can be
 * played are left out; `null` where none is left. Their address tells what they join, so that it never changes.
 */
export async function joinRecordings(
  files: RecordingFiles,
  recordings: readonly Recording[],
): Promise<Playable | null> {
  const inspected = await Promise.all(recordings.map((recording) => inspect(files, recording)));
  const readable = inspected.filter(({ variants }) => variants.length > 0);
  const [first, ...others] = readable;
  if (!first) return null;
  const { recording } = first;
  if (others.length === 0)
    return { playbackUrl: recording.playlistUrl, durationS: recording.durationMs / 1000 };
  const folder = `/${recording.prefix}/media/joined/${nameOf(readable)}`;
  const renditions = longest(readable).variants.map((wanted) => renditionOf(readable, wanted));
  const durationsS = await Promise.all(
    renditions.map(async ({ name, parts }) => {
      const texts = await Promise.all(
        parts.map(async (url) => ({ url, text: (await files.read(url)) ?? '' })),
      );
      const { text, durationS } = joinedMedia(texts);
      await files.write(`${folder}/${name}.m3u8`, text);
      return durationS;
    }),
  );
  await files.write(`${folder}/master.m3u8`, joinedMaster(renditions.map(({ variants }) => variants)));
  return { playbackUrl: `${folder}/master.m3u8`, durationS: Math.max(...durationsS) };
}

async function inspect(files: RecordingFiles, recording: Recording): Promise<Readable> {
  const master = recording.durationMs > 0 ? await files.read(recording.playlistUrl) : null;
  return { recording, variants: master === null ? [] : readVariants(master) };
}

const nameOf = (readable: readonly Readable[]): string =>
  createHash('sha256')
    .update(readable.map(({ recording }) => recording.id).join())
    .digest('hex')
    .slice(0, 16);

const longest = (readable: readonly Readable[]): Readable =>
  readable.reduce((best, next) => (next.recording.durationMs > best.recording.durationMs ? next : best));

/** A rendition of the whole: of each recording the one that is most like it. */
function renditionOf(readable: readonly Readable[], wanted: Variant) {
  const chosen = readable.map(({ recording, variants }) => {
    const variant = alike(wanted, variants) ?? wanted;
    return { variant, url: resolved(variant.uri, recording.playlistUrl) };
  });
  const variants: [Variant, ...Variant[]] = [wanted, ...chosen.map(({ variant }) => variant)];
  return { name: wanted.name, variants, parts: chosen.map(({ url }) => url) };
}
