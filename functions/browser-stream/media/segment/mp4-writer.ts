/** Writes CMAF (ISO 23000-19): headers and fragments that contain only what was read. Pure. */
import { ascii, box, concat, fullBox, RUN_FLAGS, u16, u32, u64, UNITY, words } from '../mp4-boxes.ts';
import type { TrackMedia } from './media-file.ts';

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

/** ISO 639-2: `und`. */
const UNDETERMINED = u16(0x55c4);

/** Numbers the tracks from 1. Equal tracks give equal headers. */
export function writeInit(tracks: readonly TrackMedia[]): Uint8Array<ArrayBuffer> {
  const ids = tracks.map((_, index) => index + 1);
  return concat([
    box('ftyp', ascii('iso6'), u32(0), ascii('iso6'), ascii('cmfc'), ascii('mp41')),
    box(
      'moov',
      movieHeader(ids.length + 1),
      ...tracks.map((track, index) => writeTrack(track, index + 1)),
      box('mvex', ...ids.map((id) => fullBox('trex', 0, 0, u32(id), u32(1), zeros(12)))),
    ),
  ]);
}

const movieHeader = (nextId: number): Uint8Array =>
  fullBox(
    'mvhd',
    0,
    0,
    zeros(8),
    words(1000, 0, 0x10000),
    u16(0x100),
    zeros(10),
    UNITY,
    zeros(24),
    u32(nextId),
  );

function writeTrack({ format, timescale }: TrackMedia, id: number): Uint8Array {
  const isVideo = format.kind === 'video';
  const [width, height] = isVideo ? [format.width, format.height] : [0, 0];
  const size = [...u16(width), 0, 0, ...u16(height), 0, 0];
  const [group, volume] = isVideo ? [u16(0), u16(0)] : [u16(1), u16(0x100)];
  const handler = ascii(isVideo ? 'vide' : 'soun');
  return box(
    'trak',
    // Enabled, and part of the presentation.
    fullBox('tkhd', 0, 3, zeros(8), u32(id), zeros(18), group, volume, zeros(2), UNITY, size),
    box(
      'mdia',
      fullBox('mdhd', 0, 0, zeros(8), u32(timescale), u32(0), UNDETERMINED, zeros(2)),
      fullBox('hdlr', 0, 0, zeros(4), handler, zeros(12), ascii('Fanfare'), [0]),
      box(
        'minf',
        isVideo ? fullBox('vmhd', 0, 1, zeros(8)) : fullBox('smhd', 0, 0, zeros(4)),
        box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
        box(
          'stbl',
          fullBox('stsd', 0, 0, u32(1), sampleEntry(format)),
          fullBox('stts', 0, 0, u32(0)),
          fullBox('stsc', 0, 0, u32(0)),
          fullBox('stsz', 0, 0, zeros(8)),
          fullBox('stco', 0, 0, u32(0)),
        ),
      ),
    ),
  );
}

/** ISO 14496-12 §12.1.3, §12.2.3. */
function sampleEntry(format: TrackMedia['format']): Uint8Array {
  if (format.kind === 'video') {
    const { width, height, configuration, extras } = format;
    const resolution = [...u32(0x48_0000), ...u32(0x48_0000)];
    const head = [zeros(6), u16(1), zeros(16), u16(width), u16(height), resolution, zeros(4), u16(1)];
    return box('avc1', ...head, zeros(32), u16(24), u16(0xffff), box('avcC', configuration), ...extras);
  }
  const { channels, sampleRate, configuration } = format;
  const rate = sampleRate < 2 ** 16 ? [...u16(sampleRate), 0, 0] : zeros(4);
  return box('mp4a', zeros(6), u16(1), zeros(8), u16(channels), u16(16), zeros(4), rate, esds(configuration));
}

/** ISO 14496-1 §7.2.6: AAC, an audio stream, of unspecified rates. */
function esds(configuration: Uint8Array): Uint8Array {
  const specific = [5, configuration.length, ...configuration];
  const decoder = [4, 13 + specific.length, 0x40, 0x15, ...zeros(11), ...specific];
  const stream = [...u16(0), 0, ...decoder, 6, 1, 2];
  return fullBox('esds', 0, 0, [3, stream.length, ...stream]);
}

/** §8.8.3.1: independent of other samples; or dependent and not a sync sample. */
const [SYNC_FLAGS, OTHER_FLAGS] = [0x0200_0000, 0x0101_0000];
const SAMPLE_BYTES = 12;
const BASE_IS_MOOF = 0x20000;

/** One `moof` and `mdat` with all samples of these tracks. */
export function writeFragment(
  tracks: readonly TrackMedia[],
  sequenceNumber: number,
): Uint8Array<ArrayBuffer> {
  const head = (dataStarts: readonly number[]) =>
    box(
      'moof',
      fullBox('mfhd', 0, 0, u32(sequenceNumber)),
      ...tracks.map((track, index) => writeTrackFragment(track, index + 1, dataStarts[index] ?? 0)),
    );
  const sizes = tracks.map(({ run }) => run.samples.reduce((sum, { size }) => sum + size, 0));
  const dataStart = head([]).length + 8;
  const starts = sizes.map(
    (_, index) => dataStart + sizes.slice(0, index).reduce((sum, size) => sum + size, 0),
  );
  const samples = tracks.flatMap(({ run, bytes }) =>
    run.samples.map(({ at, size }) => bytes.subarray(at, at + size)),
  );
  const mdatSize = sizes.reduce((sum, size) => sum + size, 8);
  return concat([head(starts), u32(mdatSize), ascii('mdat'), ...samples]);
}

function writeTrackFragment({ format, run }: TrackMedia, id: number, dataStart: number): Uint8Array {
  const entries = new DataView(new ArrayBuffer(run.samples.length * SAMPLE_BYTES));
  for (const [index, { duration, size, isSync }] of run.samples.entries()) {
    const at = index * SAMPLE_BYTES;
    entries.setUint32(at, duration);
    entries.setUint32(at + 4, size);
    entries.setUint32(at + 8, isSync || format.kind === 'audio' ? SYNC_FLAGS : OTHER_FLAGS);
  }
  return box(
    'traf',
    fullBox('tfhd', 0, BASE_IS_MOOF, u32(id)),
    fullBox('tfdt', 1, 0, u64(run.start)),
    fullBox('trun', 0, RUN_FLAGS, u32(run.samples.length), u32(dataStart), new Uint8Array(entries.buffer)),
  );
}
