import { frameRateOf, parseFraction, type Fraction } from '../ffmpeg/picture-facts.ts';
import type { Source, SourceStream } from '../ffmpeg/source-probe.ts';
import type { FetchedObject } from '../jobs/storage.ts';
import { seconds } from './job-wire.ts';

/** Codecs that MediaConvert names differently. It writes the others in capitals. */
const CODECS: Readonly<Record<string, string>> = {
  h264: 'AVC',
  mpeg4: 'MP4V',
  mpeg2video: 'MPEG2',
  mpeg1video: 'MPEG1',
  amr_nb: 'AMR',
  amr_wb: 'AMR',
  wmav1: 'WMA',
  wmav2: 'WMA2',
  wmapro: 'WMAPRO',
};
const KNOWN_CODECS = new Set(
  [
    'AAC AC3 AMR AV1 AVC DV EAC3 FLAC H263 HEVC MJPEG MP2 MP3 MP4V MPEG1 MPEG2 OPUS PRORES',
    'QTRLE THEORA VC1 VORBIS VP8 VP9 WMA WMA2 WMAPRO',
  ].flatMap((names) => names.split(' ')),
);

/** Codecs that ffmpeg decodes but MediaConvert does not: those of old cameras, Apple's software and Blu-rays. */
const MORE_SOUND = /^(ADPCM_\w+|ALAC|DTS|TRUEHD|SPEEX|NELLYMOSER)$/;

/** A result of `Probe`. The container of an unknown format is blank. */
export function toProbeResult(fetched: FetchedObject, source: Source | undefined): object {
  const { eTag, sizeBytes, lastModified, mimeType } = fetched;
  const metadata = {
    eTag,
    fileSize: sizeBytes,
    mimeType,
    ...(lastModified && { lastModified: seconds(lastModified.getTime()) }),
  };
  if (!source) return { container: {}, metadata, trackMappings: [] };
  const tracks = source.streams.map((stream) => toTrack(stream)).filter((track) => track !== undefined);
  const trackMappings = source.programs.map((program) => {
    const indexes = (type: string): number[] =>
      tracks
        .filter(
          ({ trackType, index }) =>
            trackType === type && program.some((stream) => stream.index + 1 === index),
        )
        .map(({ index }) => index);
    return {
      videoTrackIndexes: indexes('video'),
      audioTrackIndexes: indexes('audio'),
      dataTrackIndexes: indexes('data'),
    };
  });
  const { duration, bit_rate: bitRate } = source.format;
  const container = { format: formatOf(source), duration, bitRate, tracks };
  return { container, metadata, trackMappings };
}

interface Track {
  readonly index: number;
  readonly trackType: 'video' | 'audio' | 'data';
}

function toTrack(stream: SourceStream): Track | undefined {
  const { index, codec_type: type, codec_name: name = '', duration } = stream;
  // An album cover is not a video.
  if (stream.disposition?.attached_pic) return undefined;
  const track = { index: index + 1, codec: codecOf(name), duration };
  if (type === 'video')
    return Object.assign({ trackType: 'video' as const, videoProperties: videoOf(stream) }, track);
  if (type === 'audio')
    return Object.assign({ trackType: 'audio' as const, audioProperties: audioOf(stream) }, track);
  return Object.assign({ trackType: 'data' as const }, track);
}

/** Names of ffprobe. */
const TRANSFERS: Readonly<Record<string, string>> = {
  bt709: 'ITU_709',
  smpte170m: 'SMPTE_170M',
  smpte2084: 'SMPTE_2084',
  'arib-std-b67': 'ARIB_B67',
};

const PRIMARIES: Readonly<Record<string, string>> = {
  bt709: 'ITU_709',
  smpte170m: 'SMPTE_170M',
  bt470bg: 'ITU_470BG',
  bt470m: 'ITU_470M',
  film: 'GENERIC_FILM',
  bt2020: 'ITU_2020',
  smpte428: 'SMPTE_428_1',
  smpte431: 'SMPTE_431_2',
  smpte432: 'SMPTE_EG_432_1',
};

const MATRICES: Readonly<Record<string, string>> = {
  bt709: 'ITU_709',
  smpte170m: 'SMPTE_170M',
  bt470bg: 'ITU_470BG',
  fcc: 'FCC',
  ycgco: 'YCgCo',
  bt2020nc: 'ITU_2020_NCL',
  bt2020c: 'ITU_2020_CL',
  ictcp: 'ITU_2100ICtCp',
};

function videoOf(stream: SourceStream): object {
  const aspect = parseFraction(stream.sample_aspect_ratio);
  const { turnDegrees, isMirrored } = stream.orientation;
  // "Non-standard transformation matrices also yield null" (API reference, `VideoProperties`).
  const rotation = isMirrored ? 0 : turnDegrees;
  return {
    width: stream.width,
    height: stream.height,
    frameRate: frameRateOf(stream) satisfies Fraction,
    bitRate: stream.bit_rate,
    ...(aspect && { sampleAspectRatio: aspect }),
    colorPrimaries: PRIMARIES[stream.color_primaries ?? ''],
    transferCharacteristics: TRANSFERS[stream.color_transfer ?? ''],
    matrixCoefficients: MATRICES[stream.color_space ?? ''],
    ...(rotation && { rotation }),
  };
}

const audioOf = ({ channels, sample_rate: sampleRate, bit_rate: bitRate }: SourceStream): object => ({
  channels,
  sampleRate,
  bitRate,
});

function codecOf(name: string): string {
  const codec = CODECS[name] ?? (name.startsWith('pcm_') ? 'PCM' : name.toUpperCase());
  return codec === 'PCM' || KNOWN_CODECS.has(codec) || MORE_SOUND.test(codec) ? codec : 'UNKNOWN';
}

const FORMATS: readonly (readonly [part: string, format: string])[] = [
  ['matroska', 'matroska'],
  ['mpegts', 'mpegts'],
  ['mpeg', 'mpegps'],
  ['wav', 'wave'],
  ...['avi', 'mxf', 'asf', 'ogg', 'mp3', 'flac', 'aac'].map((name) => [name, name] as const),
];

function formatOf({ format, streams }: Source): string | undefined {
  const names = format.format_name.split(',');
  if (names.includes('mov')) return brandOf(format.tags?.['major_brand'] ?? '');
  // ffprobe does not distinguish the two; WebM is Matroska with these codecs alone.
  const isWebM = streams.every(({ codec_name: name = '' }) => /^(vp[89]|av1|opus|vorbis)$/.test(name));
  if (names.includes('webm') && isWebM) return 'webm';
  return FORMATS.find(([part]) => names.includes(part))?.[1];
}

function brandOf(majorBrand: string): string {
  if (majorBrand.startsWith('qt')) return 'quicktime';
  if (majorBrand.startsWith('3gp')) return 'three_gp';
  return majorBrand.startsWith('3g2') ? 'three_g2' : 'mp4';
}
