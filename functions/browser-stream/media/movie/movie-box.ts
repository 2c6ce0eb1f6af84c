/** An MP4 file (ISO 14496-12) around unchanged segments; positions depend only on their lengths. Pure. */
import { ascii, box, concat, fullBox, u64, UNITY, words } from '../mp4-boxes.ts';
import { movieTimes, placeSamples, type MoviePiece } from './movie-times.ts';
import type { MovieTrack, MovieTracks } from './movie-tracks.ts';
import { SampleBoxes } from './sample-boxes.ts';

const BRANDS = ['isom', 'iso2', 'avc1', 'mp41'] as const;
const MINOR_VERSION = 512;
const MDAT_HEAD_BYTES = 16;

export function movieHead(dataBytes: number): Uint8Array<ArrayBuffer> {
  const ftyp = box('ftyp', ascii(BRANDS[0]), words(MINOR_VERSION), ...BRANDS.map(ascii));
  // §4.2: a size of 1 announces a size of 64 bits after the type, which includes the head.
  return concat([ftyp, words(1), ascii('mdat'), u64(dataBytes + MDAT_HEAD_BYTES)]);
}

export const MOVIE_HEAD_BYTES = movieHead(0).length;

/** Requires pieces in order. Throws `RangeError` without pictures, or without sound at their time. */
export function movieBox(tracks: MovieTracks, pieces: readonly MoviePiece[]): Uint8Array<ArrayBuffer> {
  const times = movieTimes(tracks, pieces);
  const movieTicks = Math.max(tracks.video.ticksPerSecond, tracks.sound.ticksPerSecond);
  const made = (['video', 'sound'] as const).map((kind) => {
    const track = tracks[kind];
    const boxes = new SampleBoxes();
    placeSamples(boxes, pieces, kind, times[kind]);
    const silenceTicks = Math.round((kind === 'sound' ? times.silenceS : 0) * movieTicks);
    const lengthTicks = Math.round((boxes.ticks / track.ticksPerSecond) * movieTicks);
    return { track, boxes, silenceTicks, lengthTicks };
  });
  const lengthTicks = Math.max(...made.map((track) => track.silenceTicks + track.lengthTicks));
  const nextId = Math.max(tracks.video.id, tracks.sound.id) + 1;
  return box('moov', movieHeader(movieTicks, lengthTicks, nextId), ...made.map(trackBox));
}

function movieHeader(ticksPerSecond: number, ticks: number, nextTrackId: number): Uint8Array {
  const times = [...u64(0), ...u64(0), ...words(ticksPerSecond), ...u64(ticks)];
  const rateAndVolume = words(0x10000, 0x1000000, 0, 0);
  return fullBox('mvhd', 1, 0, times, rateAndVolume, UNITY, words(0, 0, 0, 0, 0, 0, nextTrackId));
}

interface MadeTrack {
  readonly track: MovieTrack;
  readonly boxes: SampleBoxes;
  /** By the movie's clock. */
  readonly silenceTicks: number;
  readonly lengthTicks: number;
}

/** §8.3.2: enabled, in the movie. */
const TRACK_FLAGS = 3;
/** ISO 639-2/T: `und`. */
const UNDETERMINED = 0x55c40000;

function trackBox({ track, boxes, silenceTicks, lengthTicks }: MadeTrack): Uint8Array {
  const table = boxes.table(track.descriptions);
  const header = fullBox(
    'tkhd',
    1,
    TRACK_FLAGS,
    [...u64(0), ...u64(0), ...words(track.id, 0), ...u64(silenceTicks + lengthTicks)],
    // Layer, group, volume.
    words(0, 0, track.isSound ? 1 : 0, track.isSound ? 0x1000000 : 0),
    track.shape,
  );
  const mediaTimes = [u64(0), u64(0), words(track.ticksPerSecond), u64(boxes.ticks), words(UNDETERMINED)];
  const media = box(
    'mdia',
    fullBox('mdhd', 1, 0, ...mediaTimes),
    track.handler,
    box('minf', ...track.information, table),
  );
  const edits = silenceTicks > 0 ? [silence(silenceTicks, lengthTicks)] : [];
  return box('trak', header, ...edits, media);
}

/** §8.6.6: an empty edit (media time -1), then the whole track. */
function silence(silenceTicks: number, lengthTicks: number): Uint8Array {
  const NEVER = 0xffffffff;
  const once = 0x10000;
  const nothing = [u64(silenceTicks), words(NEVER, NEVER, once)];
  return box('edts', fullBox('elst', 1, 0, words(2), ...nothing, u64(lengthTicks), words(0, 0, once)));
}
