/** Small films as people upload them, with a frame counter in the picture. */
import { copyFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { counterPicture } from './counter-picture.ts';
import { cachedMedia } from './cached-files.ts';
import { newFolder } from '../runner/temporary-folder.ts';
import { ffmpeg, H264, HEVC, VP9 } from './transcoder-media.ts';

/** Side of a counter's cell in these films. */
export const FILM_CELL_PX = 22;
export const FRAMES_PER_SECOND = 30;

export interface Film {
  readonly what: string;
  readonly name: string;
  readonly seconds: number;
  /** As displayed. */
  readonly size: string;
  /** @default true */
  readonly sound?: boolean;
  /** Tolerance of the counter in frames; higher if the film itself has fewer pictures. @default 1 */
  readonly slackFrames?: number;
  /** Filter of the pictures before encoding. */
  readonly filter?: string;
  readonly codecs: readonly string[];
  /** Second pass without encoding. */
  readonly remux?: readonly string[];
}

/** A quarter of the pixels of the first film, which fills a rendition of the ladder. Most films have this size. */
const WIDE = '320x180';

/** As from a phone, a camera, a browser and a desktop. */
export const FILMS: readonly Film[] = [
  { what: 'MP4, H.264', name: 'desk.mp4', seconds: 4, size: '640x360', codecs: H264 },
  { what: 'MOV, HEVC', name: 'phone.mov', seconds: 3, size: WIDE, codecs: [...HEVC, '-tag:v', 'hvc1'] },
  { what: 'WebM, VP9 and Opus', name: 'browser.webm', seconds: 3, size: WIDE, codecs: VP9 },
  {
    what: 'a phone held upright, with a rotation in its metadata',
    name: 'upright.mov',
    seconds: 3,
    size: '180x320',
    filter: 'transpose=clock',
    codecs: H264,
    remux: ['-metadata:s:v', 'rotate=90'],
  },
  { what: 'no sound', name: 'silent.mp4', seconds: 3, size: WIDE, sound: false, codecs: H264 },
  { what: 'one second', name: 'blink.mp4', seconds: 1, size: WIDE, codecs: H264 },
  { what: '4:3', name: 'old.mp4', seconds: 3, size: '240x180', codecs: H264 },
  {
    what: 'a variable frame rate',
    name: 'screen.mp4',
    seconds: 3,
    size: WIDE,
    slackFrames: 4,
    // First ten pictures a second, then thirty.
    filter: "select='if(lt(t,1.5),not(mod(n,3)),1)'",
    codecs: ['-fps_mode', 'vfr', ...H264],
  },
];

/** Creates films in a folder that is deleted after the file's tests. Returns their paths. */
export function useFilms(): (film: Film) => Promise<string> {
  const folder = newFolder();
  return async ({ name, seconds, size, sound = true, filter, codecs, remux }) => {
    const path = join(folder, name);
    const graph = [counterPicture({ size, cellPx: FILM_CELL_PX }), filter].filter(Boolean).join(',');
    const picture = ['-f', 'lavfi', '-i', graph];
    const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'];
    const args = [...picture, ...(sound ? tone : []), ...codecs, '-t', `${seconds}`];
    const encoded = await cachedMedia(ffmpeg, args, extname(name));
    if (remux) await ffmpeg('-i', encoded, '-c', 'copy', ...remux, path);
    else await copyFile(encoded, path);
    return path;
  };
}
