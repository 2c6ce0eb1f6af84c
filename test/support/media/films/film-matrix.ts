/** Films as people upload them: from phones, screens, recorders that broke off, and old cameras. */
import { readFileSync, writeFileSync } from 'node:fs';
import { filmedOnce, madeOnce } from '../made-once.ts';
import type { MatrixFilm } from './matrix-film.ts';
import { ffmpeg } from '../transcoder-media.ts';
import { CHANGING_FILMS } from './changing-films.ts';
import { MIRRORED_FILMS } from './mirrored-films.ts';
import { SCREEN_FILMS } from './screen-films.ts';
import { SOUND_FILMS } from './sound-films.ts';

const X264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 30'.split(' ');
const AAC = ['-c:a', 'aac'];
const DEFAULT_SIZE = '320x180';

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
    filmedOnce(ffmpeg, args.flat(), ending);

/** A file made of another by changing its bytes or its container. */
const derived =
  (
    name: string,
    ending: string,
    from: () => Promise<string>,
    change: (from: string, to: string) => unknown,
  ) =>
  async () => {
    const source = await from();
    return madeOnce([name, source], ending, async (to) => void (await change(source, to)));
  };

const copied = (name: string, ending: string, from: () => Promise<string>, args: readonly string[]) =>
  derived(name, ending, from, (source, to) => ffmpeg('-i', source, ...args, to));

const plain = filmed('.mp4', picture(), tone(), X264, AAC);
const plainTs = filmed('.ts', picture(), tone(), X264, AAC);
const plainMkv = filmed('.mkv', picture({ seconds: 4 }), tone({ seconds: 4 }), X264, AAC);

/** `duration` of the file's header (ISO/IEC 14496-12 §8.2.2), as a hundred hours. */
function withWrongLength(from: string, to: string): void {
  const bytes = readFileSync(from);
  const header = bytes.indexOf('mvhd') + 4;
  const timescale = bytes.readUInt32BE(header + 12);
  bytes.writeUInt32BE(Math.min(timescale * 360_000, 2 ** 32 - 1), header + 16);
  writeFileSync(to, bytes);
}

/** No header says how long it is: `duration` of the film, its tracks and their media is 0. */
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

/** The first part of a file, as after a crash. */
const brokenOff = (share: number) => (from: string, to: string) => {
  const bytes = readFileSync(from);
  writeFileSync(to, bytes.subarray(0, Math.floor(bytes.length * share)));
};

/** A sound that no decoder knows, as `apac` of iPhones. */
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
  { name: 'MP4, H.264 and AAC', make: plain, durationS: 2, size: DEFAULT_SIZE },
  {
    name: 'sound of an unknown codec first',
    make: derived('unknown sound', '.mp4', filmed('.mp4', twoSounds(silence(), tone(), 0)), withUnknownSound),
    durationS: 2,
    size: DEFAULT_SIZE,
    isQuick: true,
  },
  {
    name: 'sound of an unknown codec alone',
    make: derived('unknown sound', '.mp4', plain, withUnknownSound),
    durationS: 2,
    size: DEFAULT_SIZE,
    toneHz: null,
  },
  {
    name: 'a silent first track beside the default one',
    make: filmed('.mp4', twoSounds(silence(), tone(), 1)),
    durationS: 2,
    size: DEFAULT_SIZE,
    isQuick: true,
  },
  {
    name: 'the same in Matroska',
    make: filmed('.mkv', twoSounds(silence(), tone(), 1)),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'two sounds of which the first is the default',
    make: filmed('.mp4', twoSounds(tone(), tone({ hz: 880 }), 0)),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'a small preview in MJPEG first',
    make: filmed(
      '.mov',
      [...picture({ size: '160x90' }), ...picture(), ...tone(), '-map', '0', '-map', '1', '-map', '2'],
      ['-c:v:0', 'mjpeg', ...X264.flatMap((arg) => (arg === '-c:v' ? ['-c:v:1'] : [arg])), ...AAC],
    ),
    durationS: 2,
    size: DEFAULT_SIZE,
    isQuick: true,
  },
  {
    name: 'WebM without a length, as browsers record it',
    make: filmed(
      '.webm',
      picture(),
      tone(),
      '-c:v libvpx -deadline realtime -c:a libopus -live 1'.split(' '),
    ),
    durationS: 2,
    size: DEFAULT_SIZE,
    isQuick: true,
  },
  {
    name: 'a Matroska recording that broke off',
    make: derived('broken', '.mkv', plainMkv, brokenOff(0.6)),
    durationS: 2.4,
    size: DEFAULT_SIZE,
    isQuick: true,
  },
  {
    name: 'a fragmented MP4 that broke off',
    make: derived(
      'broken fragments',
      '.mp4',
      filmed('.mp4', picture({ seconds: 4 }), tone({ seconds: 4 }), X264, AAC, [
        '-movflags',
        '+frag_keyframe+empty_moov+default_base_moof',
      ]),
      brokenOff(0.6),
    ),
    durationS: 3,
    size: DEFAULT_SIZE,
  },
  {
    name: 'a TS whose clock jumps ahead by hours',
    make: async () => {
      const [first, second] = [
        await plainTs(),
        await copied('later', '.ts', plainTs, ['-c', 'copy', '-output_ts_offset', '40000'])(),
      ];
      return madeOnce(['jump', first, second], '.ts', async (to) =>
        writeFileSync(to, Buffer.concat([readFileSync(first), readFileSync(second)])),
      );
    },
    durationS: 4,
    size: DEFAULT_SIZE,
    isQuick: true,
  },
  {
    name: 'a TS whose clock restarts',
    make: async () => {
      const first = await copied('later', '.ts', plainTs, ['-c', 'copy', '-output_ts_offset', '4000'])();
      const second = await plainTs();
      return madeOnce(['back', first, second], '.ts', async (to) =>
        writeFileSync(to, Buffer.concat([readFileSync(first), readFileSync(second)])),
      );
    },
    durationS: 4,
    size: DEFAULT_SIZE,
  },
  {
    name: 'a header that says a hundred hours',
    make: derived('hours', '.mp4', plain, withWrongLength),
    durationS: 2,
    size: DEFAULT_SIZE,
    isQuick: true,
  },
  {
    name: 'headers without any length',
    make: derived('no lengths', '.mp4', plain, withoutLengths),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'a single picture',
    make: filmed('.mp4', picture({ seconds: 1 / 30 }), X264),
    durationS: 1 / 30,
    size: DEFAULT_SIZE,
    toneHz: null,
    lastColour: 'red',
  },
  {
    name: 'a still picture with five seconds of sound',
    make: filmed('.mp4', picture({ seconds: 1, rate: 1 }), tone({ seconds: 5 }), X264, AAC),
    durationS: 5,
    size: DEFAULT_SIZE,
    lastColour: 'red',
    isQuick: true,
  },
  {
    name: 'sound that is longer than the picture',
    make: filmed('.mp4', picture({ seconds: 2 }), tone({ seconds: 3.5 }), X264, AAC),
    durationS: 3.5,
    size: DEFAULT_SIZE,
    lastColour: 'red',
  },
  {
    name: 'a picture that is longer than the sound',
    make: filmed('.mp4', picture({ seconds: 3 }), tone({ soundS: 2 }), X264, AAC),
    durationS: 3,
    size: DEFAULT_SIZE,
  },
  {
    name: 'sound that begins late',
    make: async () => {
      const [film, sound] = [
        await filmed('.mp4', picture({ seconds: 4 }), X264)(),
        await filmed('.m4a', tone())(),
      ];
      return madeOnce(['late', film, sound], '.mp4', (to) =>
        ffmpeg('-i', film, '-itsoffset', '2', '-i', sound, '-map', '0', '-map', '1', '-c', 'copy', to),
      );
    },
    durationS: 4,
    size: DEFAULT_SIZE,
    toneFromS: 2,
    isQuick: true,
  },
  {
    name: 'a picture that begins late',
    make: async () => {
      const [film, sound] = [
        await filmed('.mp4', picture(), X264)(),
        await filmed('.m4a', tone({ seconds: 3 }))(),
      ];
      return madeOnce(['late picture', film, sound], '.mp4', (to) =>
        ffmpeg('-itsoffset', '1', '-i', film, '-i', sound, '-map', '0', '-map', '1', '-c', 'copy', to),
      );
    },
    durationS: 3,
    size: DEFAULT_SIZE,
  },
  {
    name: 'odd sides',
    make: filmed('.mp4', picture({ size: '853x479' }), tone(), X264, ['-pix_fmt', 'yuv444p'], AAC),
    durationS: 2,
    size: '852x478',
    isQuick: true,
  },
  {
    name: 'HDR (PQ)',
    make: filmed('.mp4', picture(), tone(), hdr('smpte2084'), AAC),
    durationS: 2,
    size: DEFAULT_SIZE,
    isQuick: true,
  },
  {
    name: 'HDR (HLG)',
    make: filmed('.mp4', picture(), tone(), hdr('arib-std-b67'), AAC),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'HDR that names its curve alone',
    make: filmed('.mp4', picture(), tone(), hdr('smpte2084', ''), AAC),
    durationS: 2,
    size: DEFAULT_SIZE,
    lastColour: 'red',
  },
  {
    name: 'BT.2020 in standard range',
    make: filmed('.mp4', picture(), tone(), hdr('bt2020-10'), AAC),
    durationS: 2,
    size: DEFAULT_SIZE,
    lastColour: 'red',
  },
  {
    name: 'FLV',
    make: filmed('.flv', picture(), tone(), X264, AAC),
    durationS: 2,
    size: DEFAULT_SIZE,
    isQuick: true,
  },
  {
    name: 'an FLV that broke off',
    make: derived(
      'broken',
      '.flv',
      filmed('.flv', picture({ seconds: 4 }), tone({ seconds: 4 }), X264, AAC, [
        '-flvflags',
        'no_duration_filesize',
      ]),
      brokenOff(0.75),
    ),
    durationS: 3,
    size: DEFAULT_SIZE,
  },
  {
    name: 'an FLV that starts at thirteen hours',
    make: filmed('.flv', picture(), tone(), X264, AAC, ['-output_ts_offset', '46800']),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  ...['90', '180', '270'].map((degrees) => ({
    name: `turned by ${degrees}°`,
    make: copied(`turned ${degrees}`, '.mov', plain, ['-c', 'copy', '-metadata:s:v', `rotate=${degrees}`]),
    durationS: 2,
    size: degrees === '180' ? DEFAULT_SIZE : '180x320',
  })),
  {
    name: 'a variable frame rate',
    make: filmed(
      '.mp4',
      picture(),
      tone(),
      ['-vf', "select='not(mod(n,7))+gt(n,30)'", '-fps_mode', 'vfr'],
      X264,
      AAC,
    ),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'an edit list',
    make: copied('edited', '.mp4', plain, ['-c', 'copy', '-ss', '0.5']),
    durationS: 1.5,
    size: DEFAULT_SIZE,
  },
  {
    name: '5.1 sound',
    make: filmed('.mp4', picture(), tone(), X264, AAC, [
      '-af',
      'pan=5.1|c0=c0|c1=c0|c2=c0|c3=c0|c4=c0|c5=c0',
    ]),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'sound of 8 kHz',
    make: filmed('.mp4', picture(), tone(), X264, AAC, ['-ar', '8000']),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: '120 frames a second',
    make: filmed('.mp4', picture({ rate: 120 }), tone(), X264, AAC),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'VP9',
    make: filmed(
      '.webm',
      picture(),
      tone(),
      '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus'.split(' '),
    ),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'AV1',
    make: filmed('.mp4', picture(), tone(), '-c:v libsvtav1 -preset 12'.split(' '), AAC),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'HEVC in MOV',
    make: filmed(
      '.mov',
      picture(),
      tone(),
      '-c:v libx265 -preset ultrafast -tag:v hvc1'.split(' '),
      ['-x265-params', 'log-level=none'],
      AAC,
    ),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'anamorphic',
    make: filmed('.mp4', picture({ size: '240x180' }), tone(), ['-vf', 'setsar=4/3'], X264, AAC),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'interlaced',
    make: filmed(
      '.ts',
      picture(),
      tone(),
      ['-vf', 'setfield=tff', '-flags', '+ilme+ildct'],
      '-c:v mpeg2video -c:a mp2'.split(' '),
    ),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'a TS that begins within a packet',
    make: derived(
      'cut',
      '.ts',
      filmed('.ts', picture({ seconds: 4 }), tone({ seconds: 4 }), X264, AAC),
      (from, to) => writeFileSync(to, readFileSync(from).subarray(1000)),
    ),
    // The first group of pictures is lost: the next one's first picture stands there instead.
    durationS: 4,
    size: DEFAULT_SIZE,
  },
  {
    name: 'Ogg with Theora and Vorbis',
    make: filmed('.ogv', picture(), tone(), '-c:v libtheora -c:a libvorbis'.split(' ')),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'MXF',
    make: filmed('.mxf', picture({ rate: 25 }), tone(), '-c:v mpeg2video -c:a pcm_s16le'.split(' ')),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'AVI with ADPCM, as of old cameras',
    make: filmed(
      '.avi',
      picture(),
      tone(),
      '-c:v mjpeg -pix_fmt yuvj420p -c:a adpcm_ima_wav -ar 22050'.split(' '),
    ),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'MOV with ALAC',
    make: filmed('.mov', picture(), tone(), X264, '-c:a alac'.split(' ')),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'AVI with WMA',
    make: filmed('.avi', picture(), tone(), '-c:v mpeg4 -c:a wmav2'.split(' ')),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'a TS that is named MP4',
    make: copied('named', '.mp4', plainTs, ['-c', 'copy', '-f', 'mpegts']),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'fragmented',
    make: copied('fragments', '.mp4', plain, ['-c', 'copy', '-movflags', '+frag_keyframe+empty_moov']),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'a TS that starts at ten hours',
    make: copied('ten hours', '.ts', plainTs, ['-c', 'copy', '-output_ts_offset', '36000']),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'AVI',
    make: filmed('.avi', picture(), tone(), '-c:v mpeg4 -c:a mp3'.split(' ')),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  {
    name: 'WMV',
    make: filmed('.wmv', picture(), tone(), '-c:v wmv2 -c:a wmav2'.split(' ')),
    durationS: 2,
    size: DEFAULT_SIZE,
  },
  { name: 'no sound', make: filmed('.mp4', picture(), X264), durationS: 2, size: DEFAULT_SIZE, toneHz: null },
];

/** Of ten bits, tagged as HDR. */
function hdr(transfer: string, colours = ':colorprim=bt2020:colormatrix=bt2020nc'): string[] {
  const tags = `log-level=none:transfer=${transfer}${colours}`;
  return ['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-x265-params', tags];
}
