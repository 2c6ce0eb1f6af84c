/** Small films as people upload them, each counting its frames in its picture. */
import { copyFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { counterPicture } from './counter-picture.ts';
import { filmedOnce } from './made-once.ts';
import { newFolder } from '../runner/temporary-folder.ts';
import { ffmpeg, H264, HEVC, VP9 } from './transcoder-media.ts';

/** The side of a counter's cell in these films. */
export const FILM_CELL_PX = 22;
export const FRAMES_PER_SECOND = 30;

export interface Film {
  readonly what: string;
  readonly name: string;
  readonly seconds: number;
  /** As a viewer sees it. */
  readonly size: string;
  /** @default true */
  readonly sound?: boolean;
  /** By how many frames the counter may be off; more where the film itself shows fewer pictures. @default 1 */
  readonly slackFrames?: number;
  /** What happens to the pictures before they are encoded. */
  readonly filter?: string;
  readonly codecs: readonly string[];
  /** Second pass without encoding. */
  readonly remux?: readonly string[];
}

/** A quarter of the pixels of the first film, which fills a rung of the ladder: there are many of this size. */
const WIDE = '320x180';

/** What a phone, a camera, a browser and a desk make. */
export const FILMS: readonly Film[] = [
  { what: 'MP4, H.264', name: 'desk.mp4', seconds: 4, size: '640x360', codecs: H264 },
  { what: 'MOV, HEVC', name: 'phone.mov', seconds: 3, size: WIDE, codecs: [...HEVC, '-tag:v', 'hvc1'] },
  { what: 'WebM, VP9 and Opus', name: 'browser.webm', seconds: 3, size: WIDE, codecs: VP9 },
  {
    what: 'a phone held upright, which says so in its metadata',
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
    what: 'a rate that varies',
    name: 'screen.mp4',
    seconds: 3,
    size: WIDE,
    slackFrames: 4,
    // Ten pictures a second at first, then thirty.
    filter: "select='if(lt(t,1.5),not(mod(n,3)),1)'",
    codecs: ['-fps_mode', 'vfr', ...H264],
  },
];

/** Makes films in a folder that is gone after the tests of the file; answers where they lie. */
export function useFilms(): (film: Film) => Promise<string> {
  const folder = newFolder();
  return async ({ name, seconds, size, sound = true, filter, codecs, remux }) => {
    const path = join(folder, name);
    const graph = [counterPicture({ size, cellPx: FILM_CELL_PX }), filter].filter(Boolean).join(',');
    const picture = ['-f', 'lavfi', '-i', graph];
    const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'];
    const args = [...picture, ...(sound ? tone : []), ...codecs, '-t', `${seconds}`];
    const encoded = await filmedOnce(ffmpeg, args, extname(name));
    if (remux) await ffmpeg('-i', encoded, '-c', 'copy', ...remux, path);
    else await copyFile(encoded, path);
    return path;
  };
}
