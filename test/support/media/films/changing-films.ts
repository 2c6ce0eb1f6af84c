/** Films whose video or audio changes midway, as from browsers, phones and television. */
import { readFileSync, writeFileSync } from 'node:fs';
import { film, type ColourSample, type MatrixFilm } from './matrix-film.ts';
import { cachedMedia, cachedFile } from '../cached-files.ts';
import { ffmpeg } from '../transcoder-media.ts';

const VP8 = '-c:v libvpx -deadline realtime -cpu-used 8'.split(' ');
const VP9 = '-c:v libvpx-vp9 -deadline realtime -cpu-used 8'.split(' ');
const H264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 30'.split(' ');
const HEVC = '-c:v libx265 -preset ultrafast -x265-params log-level=none'.split(' ');

const red = (size: string, seconds = 1): string[] => {
  const colour = `color=red:size=${size}:rate=30:duration=${seconds}`;
  return ['-f', 'lavfi', '-i', colour];
};
const tone = (seconds: number): string[] => [
  '-f',
  'lavfi',
  '-i',
  `sine=440:sample_rate=48000:duration=${seconds}`,
];

/** A second of red in each size, in one track. */
async function joined(sizes: readonly string[], codec: readonly string[], ending: string): Promise<string> {
  const parts = await Promise.all(
    sizes.map((size) => cachedMedia(ffmpeg, [...red(size), ...codec], ending === '.ts' ? '.ts' : '.mkv')),
  );
  return cachedFile(['joined sizes', ...parts], ending, async (to) => {
    const list = `${to}.list`;
    writeFileSync(list, parts.map((part) => `file '${part}'\n`).join(''));
    await ffmpeg('-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', to);
  });
}

const changing =
  (sizes: readonly string[], codec: readonly string[], ending: string, soundS = sizes.length) =>
  async () => {
    const film = await joined(sizes, codec, ending);
    const codecs = ['-c:v', 'copy', '-c:a', ending === '.webm' ? 'libopus' : 'aac'];
    return cachedFile(['with sound', film, `${soundS}`], ending, (to) =>
      ffmpeg('-i', film, ...tone(soundS), ...codecs, to),
    );
  };

/** Two seconds of a TS whose audio starts late. */
const soundPart = (codec: readonly string[], fromS: number, lateS = 0): Promise<string> =>
  cachedMedia(
    ffmpeg,
    [
      red('320x180', 2),
      ['-itsoffset', `${lateS}`],
      tone(2 - lateS),
      H264,
      codec,
      ['-output_ts_offset', `${fromS}`],
    ].flat(),
    '.ts',
  );

/** The audio of two consecutive files in a TS. */
const soundChanging =
  (first: readonly string[], second: readonly string[], lateS = 0) =>
  async () => {
    const parts = [await soundPart(first, 10, lateS), await soundPart(second, 12)];
    return cachedFile(['joined sound', ...parts], '.ts', async (to) =>
      writeFileSync(to, Buffer.concat(parts.map((path) => readFileSync(path)))),
    );
  };

const WIDE = { durationS: 3, size: '320x180' };
const samples = (
  atS: number,
  middle: ColourSample['colour'],
  side: ColourSample['colour'],
): ColourSample[] => [
  { atS, x: 0.5, y: 0.5, colour: middle },
  { atS, x: 0.1, y: 0.5, colour: side },
];
const UPRIGHT_LATER: readonly ColourSample[] = [...samples(0, 'red', 'red'), ...samples(1.5, 'red', 'black')];
const AC3 = ['-c:a', 'ac3'];

export const CHANGING_FILMS: readonly MatrixFilm[] = [
  {
    ...WIDE,
    name: 'a browser’s recording that turns upright, with sound that is longer',
    make: changing(['320x180', '180x320'], VP8, '.webm', 3),
    samples: UPRIGHT_LATER,
    isQuick: true,
  },
  {
    ...WIDE,
    name: 'three sizes in VP9, the largest in the middle',
    make: changing(['160x90', '320x180', '90x160'], VP9, '.webm'),
    samples: [...samples(1.5, 'red', 'red'), ...samples(2.5, 'red', 'black')],
  },
  {
    ...WIDE,
    name: 'a TS in H.264 that grows',
    make: changing(['160x90', '320x180', '320x240'], H264, '.ts'),
    size: '320x240',
    samples: [
      { atS: 0, x: 0.5, y: 0.5, colour: 'red' },
      { atS: 0, x: 0.5, y: 0.05, colour: 'black' },
      { atS: 2.5, x: 0.5, y: 0.05, colour: 'red' },
    ],
  },
  {
    ...WIDE,
    name: 'a TS in HEVC that grows',
    make: changing(['160x90', '320x180', '180x320'], HEVC, '.ts'),
    samples: [...samples(0, 'red', 'red'), ...samples(2.5, 'red', 'black')],
  },
  {
    ...WIDE,
    name: 'an MP4 of joined files of two sizes',
    make: changing(['160x90', '320x180'], H264, '.mp4', 2),
    durationS: 2,
    samples: samples(1.5, 'red', 'red'),
  },
  film(
    'sound that turns from stereo to 5.1',
    soundChanging([...AC3, '-ac', '2'], [...AC3, '-af', 'pan=5.1|c2=c0']),
    { durationS: 4, isQuick: true },
  ),
  film(
    'sound that begins late and then turns to 5.1',
    soundChanging([...AC3, '-ac', '2'], [...AC3, '-af', 'pan=5.1|c2=c0'], 1),
    { durationS: 4, toneFromS: 1 },
  ),
  film(
    'sound whose rate and layout change',
    soundChanging([...AC3, '-ac', '1', '-ar', '32000'], [...AC3, '-ac', '2']),
    { durationS: 4 },
  ),
];
