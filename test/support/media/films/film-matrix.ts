/** Films as people upload them: from phones, screen recorders, aborted recordings, and old cameras. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cachedMedia, cachedFile } from '../cached-files.ts';
import { DEFAULT_SIZE, film, type MatrixFilm } from './matrix-film.ts';
import { ffmpeg } from '../transcoder-media.ts';
import { CHANGING_FILMS } from './changing-films.ts';
import { MIRRORED_FILMS } from './mirrored-films.ts';
import { SCREEN_FILMS } from './screen-films.ts';
import { SOUND_FILMS } from './sound-films.ts';

const X264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 30'.split(' ');
const AAC = ['-c:a', 'aac'];

type Make = MatrixFilm['make'];

interface Source {
  readonly size?: string;
  readonly seconds?: number;
  readonly rate?: number | string;
  readonly soundS?: number;
  readonly hz?: number;
}

const picture = ({ size = DEFAULT_SIZE, seconds = 2, rate = 30 }: Source = {}): string[] => {
  const colour = `color=red:size=${size}:rate=${rate}:duration=${seconds}`;
  return ['-f', 'lavfi', '-i', colour];
};
const tone = ({ seconds = 2, soundS = seconds, hz = 440 }: Source = {}): string[] => [
  '-f',
  'lavfi',
  '-i',
  `sine=frequency=${hz}:sample_rate=48000:duration=${soundS}`,
];
const silence = (seconds = 2): string[] => [
  '-f',
  'lavfi',
  '-t',
  `${seconds}`,
  '-i',
  'anullsrc=r=48000:cl=stereo',
];

const filmed =
  (ending: string, ...args: readonly (string | readonly string[])[]) =>
  () =>
    cachedMedia(ffmpeg, args.flat(), ending);

/** Derives a file from another by changing its bytes or its container. */
const derived =
  (name: string, ending: string, from: Make, change: (from: string, to: string) => unknown) => async () => {
    const source = await from();
    return cachedFile([name, source], ending, async (to) => void (await change(source, to)));
  };

const copied = (name: string, ending: string, from: Make, args: readonly string[]) =>
  derived(name, ending, from, (source, to) => ffmpeg('-i', source, ...args, to));

/** The bytes of one file after those of another. */
const inTurn = (name: string, first: Make, second: Make) => async () => {
  const parts = [await first(), await second()];
  return cachedFile([name, ...parts], '.ts', async (to) =>
    writeFileSync(to, Buffer.concat(parts.map((path) => readFileSync(path)))),
  );
};

/** A picture and sound, each with the seconds by which it is late. */
const together =
  (name: string, ...parts: readonly (readonly [Make, lateS: number])[]) =>
  async () => {
    const paths = await Promise.all(parts.map(([make]) => make()));
    const inputs = parts.flatMap(([, lateS], index) => ['-itsoffset', `${lateS}`, '-i', paths[index]!]);
    return cachedFile([name, ...paths], '.mp4', (to) =>
      ffmpeg(...inputs, '-map', '0', '-map', '1', '-c', 'copy', to),
    );
  };

const plain = filmed('.mp4', picture(), tone(), X264, AAC);
const plainTs = filmed('.ts', picture(), tone(), X264, AAC);
const plainMkv = filmed('.mkv', picture({ seconds: 4 }), tone({ seconds: 4 }), X264, AAC);

/** Sets `duration` in the file's header (ISO/IEC 14496-12 §8.2.2) to a hundred hours. */
function withWrongLength(from: string, to: string): void {
  const bytes = readFileSync(from);
  const header = bytes.indexOf('mvhd') + 4;
  const timescale = bytes.readUInt32BE(header + 12);
  bytes.writeUInt32BE(Math.min(timescale * 360_000, 2 ** 32 - 1), header + 16);
  writeFileSync(to, bytes);
}

/** Sets all durations in headers to 0: of the film, its tracks and their media. */
function withoutLengths(from: string, to: string): void {
  const bytes = readFileSync(from);
  for (const [box, at] of [
    ['mvhd', 20],
    ['mdhd', 20],
    ['tkhd', 24],
  ] as const)
    for (let next = bytes.indexOf(box); next > 0; next = bytes.indexOf(box, next + 1))
      bytes.writeUInt32BE(0, next + at);
  writeFileSync(to, bytes);
}

/** Returns the first part of a file, as after a crash. */
const brokenOff = (share: number) => (from: string, to: string) => {
  const bytes = readFileSync(from);
  writeFileSync(to, bytes.subarray(0, Math.floor(bytes.length * share)));
};

/** Changes the audio codec to one that no decoder knows, like `apac` of iPhones. */
function withUnknownSound(from: string, to: string): void {
  const bytes = readFileSync(from);
  const entry = bytes.indexOf('mp4a', bytes.indexOf('stsd', bytes.indexOf('soun')));
  bytes.write('apac', entry, 'latin1');
  bytes.write('none', bytes.indexOf('esds', entry), 'latin1');
  writeFileSync(to, bytes);
}

const twoSounds = (first: readonly string[], second: readonly string[], chosen: 0 | 1): string[] => [
  ...picture(),
  ...first,
  ...second,
  ...'-map 0 -map 1 -map 2'.split(' '),
  ...X264,
  ...AAC,
  ...[0, 1].flatMap((index) => [`-disposition:a:${index}`, index === chosen ? 'default' : '0']),
];

export const FILM_MATRIX: readonly MatrixFilm[] = [
  ...CHANGING_FILMS,
  ...MIRRORED_FILMS,
  ...SCREEN_FILMS,
  ...SOUND_FILMS,
  film('MP4, H.264 and AAC', plain),
  film(
    'sound of an unknown codec first',
    derived('unknown sound', '.mp4', filmed('.mp4', twoSounds(silence(), tone(), 0)), withUnknownSound),
    { isQuick: true },
  ),
  film('sound of an unknown codec alone', derived('unknown sound', '.mp4', plain, withUnknownSound), {
    toneHz: null,
  }),
  film('a silent first track beside the default one', filmed('.mp4', twoSounds(silence(), tone(), 1))),
  film('the same in Matroska', filmed('.mkv', twoSounds(silence(), tone(), 1))),
  film(
    'two sounds of which the first is the default',
    filmed('.mp4', twoSounds(tone(), tone({ hz: 880 }), 0)),
  ),
  film(
    'a small preview in MJPEG first',
    filmed(
      '.mov',
      [...picture({ size: '160x90' }), ...picture(), ...tone(), '-map', '0', '-map', '1', '-map', '2'],
      ['-c:v:0', 'mjpeg', ...X264.flatMap((arg) => (arg === '-c:v' ? ['-c:v:1'] : [arg])), ...AAC],
    ),
  ),
  film(
    'WebM without a length, as browsers record it',
    filmed('.webm', picture(), tone(), '-c:v libvpx -deadline realtime -c:a libopus -live 1'.split(' ')),
    { isQuick: true },
  ),
  film('a Matroska recording that broke off', derived('broken', '.mkv', plainMkv, brokenOff(0.6)), {
    durationS: 2.4,
    isQuick: true,
  }),
  film(
    'a fragmented MP4 that broke off',
    derived(
      'broken fragments',
      '.mp4',
      filmed('.mp4', picture({ seconds: 4 }), tone({ seconds: 4 }), X264, AAC, [
        '-movflags',
        '+frag_keyframe+empty_moov+default_base_moof',
      ]),
      brokenOff(0.6),
    ),
    { durationS: 3 },
  ),
  film(
    'a TS whose clock jumps ahead by hours',
    inTurn('jump', plainTs, copied('later', '.ts', plainTs, ['-c', 'copy', '-output_ts_offset', '40000'])),
    { durationS: 4, isQuick: true },
  ),
  film(
    'a TS whose clock restarts',
    inTurn('back', copied('later', '.ts', plainTs, ['-c', 'copy', '-output_ts_offset', '4000']), plainTs),
    { durationS: 4 },
  ),
  film('a header that says a hundred hours', derived('hours', '.mp4', plain, withWrongLength)),
  film('headers without any length', derived('no lengths', '.mp4', plain, withoutLengths)),
  film('a single picture', filmed('.mp4', picture({ seconds: 1 / 30 }), X264), {
    durationS: 1 / 30,
    toneHz: null,
    lastColour: 'red',
  }),
  film(
    'a still picture with five seconds of sound',
    filmed('.mp4', picture({ seconds: 1, rate: 1 }), tone({ seconds: 5 }), X264, AAC),
    { durationS: 5, lastColour: 'red', isQuick: true },
  ),
  film(
    'sound that is longer than the picture',
    filmed('.mp4', picture({ seconds: 2 }), tone({ seconds: 3.5 }), X264, AAC),
    { durationS: 3.5, lastColour: 'red' },
  ),
  film(
    'a picture that is longer than the sound',
    filmed('.mp4', picture({ seconds: 3 }), tone({ soundS: 2 }), X264, AAC),
    { durationS: 3 },
  ),
  film(
    'sound that begins late',
    together('late', [filmed('.mp4', picture({ seconds: 4 }), X264), 0], [filmed('.m4a', tone()), 2]),
    { durationS: 4, toneFromS: 2 },
  ),
  film(
    'a picture that begins late',
    together('late picture', [filmed('.mp4', picture(), X264), 1], [filmed('.m4a', tone({ seconds: 3 })), 0]),
    { durationS: 3 },
  ),
  film(
    'odd sides',
    filmed('.mp4', picture({ size: '853x479' }), tone(), X264, ['-pix_fmt', 'yuv444p'], AAC),
    { size: '852x478', isQuick: true },
  ),
  film('HDR (PQ)', filmed('.mp4', picture(), tone(), hdr('smpte2084'), AAC), { isQuick: true }),
  film('HDR (HLG)', filmed('.mp4', picture(), tone(), hdr('arib-std-b67'), AAC)),
  film('HDR that names its curve alone', filmed('.mp4', picture(), tone(), hdr('smpte2084', ''), AAC), {
    lastColour: 'red',
  }),
  film('BT.2020 in standard range', filmed('.mp4', picture(), tone(), hdr('bt2020-10'), AAC), {
    lastColour: 'red',
  }),
  film('FLV', filmed('.flv', picture(), tone(), X264, AAC)),
  film(
    'an FLV that broke off',
    derived(
      'broken',
      '.flv',
      filmed('.flv', picture({ seconds: 4 }), tone({ seconds: 4 }), X264, AAC, [
        '-flvflags',
        'no_duration_filesize',
      ]),
      brokenOff(0.75),
    ),
    { durationS: 3 },
  ),
  film(
    'an FLV that starts at thirteen hours',
    filmed('.flv', picture(), tone(), X264, AAC, ['-output_ts_offset', '46800']),
  ),
  ...['90', '180', '270'].map((degrees) =>
    film(
      `turned by ${degrees}°`,
      copied(`turned ${degrees}`, '.mov', plain, ['-c', 'copy', '-metadata:s:v', `rotate=${degrees}`]),
      degrees === '180' ? {} : { size: '180x320' },
    ),
  ),
  film(
    'a variable frame rate',
    filmed(
      '.mp4',
      picture(),
      tone(),
      ['-vf', "select='not(mod(n,7))+gt(n,30)'", '-fps_mode', 'vfr'],
      X264,
      AAC,
    ),
  ),
  film('an edit list', copied('edited', '.mp4', plain, ['-c', 'copy', '-ss', '0.5']), { durationS: 1.5 }),
  film(
    '5.1 sound',
    filmed('.mp4', picture(), tone(), X264, AAC, ['-af', 'pan=5.1|c0=c0|c1=c0|c2=c0|c3=c0|c4=c0|c5=c0']),
  ),
  film('sound of 8 kHz', filmed('.mp4', picture(), tone(), X264, AAC, ['-ar', '8000'])),
  film('120 frames a second', filmed('.mp4', picture({ rate: 120 }), tone(), X264, AAC)),
  film(
    'VP9',
    filmed(
      '.webm',
      picture(),
      tone(),
      '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus'.split(' '),
    ),
  ),
  film('AV1', filmed('.mp4', picture(), tone(), '-c:v libsvtav1 -preset 12'.split(' '), AAC)),
  film(
    'HEVC in MOV',
    filmed(
      '.mov',
      picture(),
      tone(),
      '-c:v libx265 -preset ultrafast -tag:v hvc1'.split(' '),
      ['-x265-params', 'log-level=none'],
      AAC,
    ),
  ),
  film('anamorphic', filmed('.mp4', picture({ size: '240x180' }), tone(), ['-vf', 'setsar=4/3'], X264, AAC)),
  film(
    'interlaced',
    filmed(
      '.ts',
      picture(),
      tone(),
      ['-vf', 'setfield=tff', '-flags', '+ilme+ildct'],
      '-c:v mpeg2video -c:a mp2'.split(' '),
    ),
  ),
  // The first group of pictures is lost: the next one's first picture stands there instead.
  film(
    'a TS that begins within a packet',
    derived(
      'cut',
      '.ts',
      filmed('.ts', picture({ seconds: 4 }), tone({ seconds: 4 }), X264, AAC),
      (from, to) => writeFileSync(to, readFileSync(from).subarray(1000)),
    ),
    { durationS: 4 },
  ),
  film(
    'Ogg with Theora and Vorbis',
    filmed('.ogv', picture(), tone(), '-c:v libtheora -c:a libvorbis'.split(' ')),
  ),
  film('MXF', filmed('.mxf', picture({ rate: 25 }), tone(), '-c:v mpeg2video -c:a pcm_s16le'.split(' '))),
  film(
    'AVI with ADPCM, as of old cameras',
    filmed('.avi', picture(), tone(), '-c:v mjpeg -pix_fmt yuvj420p -c:a adpcm_ima_wav -ar 22050'.split(' ')),
  ),
  film('MOV with ALAC', filmed('.mov', picture(), tone(), X264, '-c:a alac'.split(' '))),
  film('AVI with WMA', filmed('.avi', picture(), tone(), '-c:v mpeg4 -c:a wmav2'.split(' '))),
  film('a TS that is named MP4', copied('named', '.mp4', plainTs, ['-c', 'copy', '-f', 'mpegts'])),
  film(
    'fragmented',
    copied('fragments', '.mp4', plain, ['-c', 'copy', '-movflags', '+frag_keyframe+empty_moov']),
  ),
  film(
    'a TS that starts at ten hours',
    copied('ten hours', '.ts', plainTs, ['-c', 'copy', '-output_ts_offset', '36000']),
  ),
  film('AVI', filmed('.avi', picture(), tone(), '-c:v mpeg4 -c:a mp3'.split(' '))),
  film('WMV', filmed('.wmv', picture(), tone(), '-c:v wmv2 -c:a wmav2'.split(' '))),
  film('no sound', filmed('.mp4', picture(), X264), { toneHz: null }),
];

/** Ten bits, tagged as HDR. */
function hdr(transfer: string, colours = ':colorprim=bt2020:colormatrix=bt2020nc'): string[] {
  const tags = `log-level=none:transfer=${transfer}${colours}`;
  return ['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-x265-params', tags];
}
