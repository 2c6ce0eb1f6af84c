/** Screen recordings, which only have frames when something moves and unusual colour formats; and television. */
import { film, type ColourSample, type MatrixFilm } from './matrix-film.ts';
import { cachedMedia } from '../cached-files.ts';
import { ffmpeg } from '../transcoder-media.ts';

const H264 = '-c:v libx264 -preset ultrafast -bf 0 -pix_fmt yuv420p'.split(' ');
const VARYING = ['-fps_mode', 'vfr'];
const AAC = ['-c:a', 'aac'];

const colour = (name: string, seconds: number, { size = '320x180', rate = 25 } = {}): string[] => {
  const source = `color=${name}:size=${size}:rate=${rate}:duration=${seconds}`;
  return ['-f', 'lavfi', '-i', source];
};
const tone = (seconds: number, hz = 440): string[] => [
  '-f',
  'lavfi',
  '-i',
  `sine=${hz}:sample_rate=48000:duration=${seconds}`,
];
const filmed =
  (ending: string, ...args: readonly (readonly string[])[]) =>
  () =>
    cachedMedia(ffmpeg, args.flat(), ending);
const samples = (atS: number, left: ColourSample['colour'], right = left): ColourSample[] => [
  { atS, x: 0.25, y: 0.5, colour: left },
  { atS, x: 0.75, y: 0.5, colour: right },
];

/** Red for two seconds, one frame of lime for six, then blue. */
const STILL = '[0][1][2]concat=n=3:v=1:a=0,select=lte(t\\,2)+gte(t\\,8)[v]';
const halves = (format: string): string => `[0]format=${format}[a];[1]format=${format}[b];[a][b]hstack[v]`;
const RED_AND_LIME = [
  ...colour('0xff0000', 2, { size: '160x180' }),
  ...colour('0x00ff00', 2, { size: '160x180' }),
  ...tone(2),
];
const mapped = (graph: string, sound: string): string[] => [
  '-filter_complex',
  graph,
  '-map',
  '[v]',
  '-map',
  sound,
];
const x264Tags = (tags: string): string[] => ['-x264-params', tags];
const RESERVED = 'colorprim=bt709:transfer=bt709:colormatrix=bt709';

export const SCREEN_FILMS: readonly MatrixFilm[] = [
  film(
    'a screen that stands still',
    filmed(
      '.mp4',
      colour('red', 2),
      colour('lime', 6),
      colour('blue', 2),
      tone(10),
      mapped(STILL, '3'),
      VARYING,
      H264,
      AAC,
    ),
    {
      durationS: 10,
      samples: [...samples(0, 'red'), ...samples(4, 'lime'), ...samples(6, 'lime'), ...samples(8, 'blue')],
    },
  ),
  film(
    '60 pictures a second while something moves',
    filmed(
      '.mp4',
      colour('red', 4, { rate: 60, size: '1280x720' }),
      tone(4),
      ['-vf', "select='lt(t,1.5)+not(mod(n,60))'"],
      VARYING,
      H264,
      AAC,
    ),
    { durationS: 4, size: '1280x720', rate: 60 },
  ),
  film(
    'two pictures that are nine seconds apart',
    filmed('.mp4', colour('red', 10), tone(9.5), ['-vf', "select='eq(n,0)+eq(n,225)'"], VARYING, H264, AAC),
    { durationS: 9.5, rate: 24, lastColour: 'red' },
  ),
  film(
    'RGB without a loss',
    filmed(
      '.mkv',
      RED_AND_LIME,
      mapped(halves('gbrp'), '2'),
      '-c:v libx264rgb -preset ultrafast -crf 0'.split(' '),
      AAC,
    ),
    { samples: samples(0, 'red', 'lime') },
  ),
  film(
    'an animation with transparency',
    filmed('.mov', RED_AND_LIME, mapped(halves('argb'), '2'), '-c:v qtrle'.split(' '), AAC),
    { samples: samples(0, 'red', 'lime') },
  ),
  film(
    'VP9 in RGB',
    filmed(
      '.webm',
      RED_AND_LIME,
      mapped(halves('gbrp'), '2'),
      '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus'.split(' '),
    ),
    { samples: samples(0, 'red', 'lime') },
  ),
  film(
    'H.264 in ten bits',
    filmed(
      '.mkv',
      RED_AND_LIME,
      mapped(halves('yuv420p10le'), '2'),
      '-c:v libx264 -preset ultrafast'.split(' '),
      AAC,
    ),
    { samples: samples(0, 'red', 'lime') },
  ),
  film(
    'the full range',
    filmed(
      '.mp4',
      RED_AND_LIME,
      mapped(halves('yuvj420p'), '2'),
      '-c:v libx264 -preset ultrafast'.split(' '),
      AAC,
    ),
    { samples: samples(0, 'red', 'lime') },
  ),
  film(
    'colours that are tagged as reserved',
    filmed(
      '.mp4',
      RED_AND_LIME,
      mapped(halves('yuv420p'), '2'),
      H264,
      x264Tags(RESERVED),
      ['-bsf:v', 'h264_metadata=colour_primaries=3:transfer_characteristics=3:matrix_coefficients=3'],
      AAC,
    ),
    { samples: samples(0, 'red', 'lime') },
  ),
  film(
    'two programs in a TS',
    filmed(
      '.ts',
      colour('red', 2),
      tone(2, 880),
      colour('blue', 2, { size: '640x360' }),
      tone(2),
      '-map 0 -map 1 -map 2 -map 3'.split(' '),
      H264,
      AAC,
      '-program title=A:st=0:st=3 -program title=B:st=2:st=1'.split(' '),
    ),
    { lastColour: 'red' },
  ),
];
