/** Audio with channel layouts that are easily lost or changed. */
import { film, type MatrixFilm } from './matrix-film.ts';
import { cachedMedia } from '../cached-files.ts';
import { ffmpeg } from '../transcoder-media.ts';

const PICTURE = ['-f', 'lavfi', '-i', 'color=red:size=320x180:rate=30:duration=2'];
const H264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p'.split(' ');
/** At -20 dB. */
const TONE = '0.1414*sin(2*PI*440*t)';

const sounding =
  (channels: readonly string[], layout: string, ...codec: readonly string[]) =>
  () => {
    const sound = `aevalsrc='${channels.join('|')}'${layout && `:c=${layout}`}:s=48000:d=2`;
    return cachedMedia(ffmpeg, [...PICTURE, '-f', 'lavfi', '-i', sound, ...H264, ...codec], '.mov');
  };
const PCM = ['-c:a', 'pcm_s16le'];
const AAC = ['-c:a', 'aac'];

export const SOUND_FILMS: readonly MatrixFilm[] = [
  film('mono', sounding([TONE], 'mono', ...AAC), { levelDb: -20 }),
  film('mono of the left side', sounding([TONE], 'FL', ...PCM), { levelDb: -20 }),
  film('stereo', sounding([TONE, TONE], 'stereo', ...AAC), { levelDb: -20 }),
  film('5.1', sounding(['0', '0', TONE, '0', '0', '0'], '5.1', ...AAC), { levelDb: -23 }),
  film('7.1', sounding([TONE, TONE, ...Array<string>(6).fill('0')], '7.1', ...PCM), { levelDb: -20 }),
  film('22.2', sounding([TONE, TONE, ...Array<string>(22).fill('0')], '22.2', ...PCM), { levelDb: -20 }),
  film('ten channels', sounding(Array<string>(10).fill(TONE), '', ...PCM), { levelDb: -20 }),
  film('three channels without a usual name', sounding(Array<string>(3).fill(TONE), 'FR+FC+LFE', ...PCM)),
];
