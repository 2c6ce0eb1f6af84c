import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder } from '../temporary-folder.ts';
import { filmedOnce } from './made-once.ts';
import { ffmpeg, H264 } from './transcoder-media.ts';

export interface CountingFilm {
  readonly seconds: number;
  /** The number that the first picture shows; `countersOf` reads them. @default 0 */
  readonly from?: number;
  /** @default 320x180 */
  readonly size?: string;
  /** @default 30 */
  readonly rate?: number;
  /** Of the tone. @default 440 */
  readonly hertz?: number;
  /** Encoders' options beyond `H264`. */
  readonly options?: readonly string[];
}

/** ffmpeg's arguments for a film whose pictures count, in cells as `countersOf` reads them, with a tone. */
const countingFilm = ({
  seconds,
  from = 0,
  size = '320x180',
  rate = 30,
  hertz = 440,
  options = [],
}: CountingFilm): string[] => {
  const cell = "lum='255*mod(floor((N+FROM)/pow(2,floor(8*X/W)+8*floor(4*Y/H))),2)'".replace(
    'FROM',
    `${from}`,
  );
  // Drawn small, as each of its dots is computed.
  const drawn = `nullsrc=s=64x32:r=${rate}:d=${seconds},geq=${cell}:cb=128:cr=128,scale=${size.replace('x', ':')}:flags=neighbor`;
  const tone = `sine=frequency=${hertz}:sample_rate=48000:duration=${seconds}`;
  return ['-f', 'lavfi', '-i', drawn, '-f', 'lavfi', '-i', tone, ...H264, '-ac', '2', ...options];
};

/** Makes one; answers where it is. */
export const makeCountingFilm = (film: CountingFilm): Promise<string> =>
  filmedOnce(ffmpeg, countingFilm(film), '.mp4');

export interface FilmSegments {
  readonly init: Uint8Array<ArrayBuffer>;
  /** Each is `moof` and `mdat`, perhaps with boxes before them. */
  readonly segments: readonly Uint8Array<ArrayBuffer>[];
}

/** Makes one as an encoder of CMAF does: segments of a second that begin with a keyframe each. */
export async function makeCountingSegments(film: CountingFilm): Promise<FilmSegments> {
  const folder = newFolder();
  const { rate = 30, options = [] } = film;
  const keyframes = ['-g', `${rate}`, '-keyint_min', `${rate}`, '-sc_threshold', '0'];
  const hls = ['-f', 'hls', '-hls_time', '1', '-hls_list_size', '0', '-hls_segment_type', 'fmp4'];
  const names = ['-hls_segment_filename', join(folder, 'segment-%05d.m4s'), join(folder, 'film.m3u8')];
  await ffmpeg(...countingFilm({ ...film, options: [...keyframes, ...options] }), ...hls, ...names);
  const read = async (name: string) => new Uint8Array(await readFile(join(folder, name)));
  const files = (await readdir(folder)).filter((name) => name.startsWith('segment-')).toSorted();
  return { init: await read('init.mp4'), segments: await Promise.all(files.map(read)) };
}
