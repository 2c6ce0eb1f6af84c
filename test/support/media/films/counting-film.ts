import { cachedMedia } from '../cached-files.ts';
import { ffmpeg, H264 } from '../transcoder-media.ts';

export interface CountingFilm {
  readonly seconds: number;
  /** Counter of the first frame; `countersOf` reads it. @default 0 */
  readonly from?: number;
  /** @default 320x180 */
  readonly size?: string;
  /** @default 30 */
  readonly rate?: number;
  /** Frequency of the tone. @default 440 */
  readonly hertz?: number;
}

/** Returns ffmpeg's inputs of a film that counts its frames, in cells that `countersOf` reads, with a tone. */
export const countingInputs = ({
  seconds,
  from = 0,
  size = '320x180',
  rate = 30,
  hertz = 440,
}: CountingFilm): string[] => {
  const cell = "lum='255*mod(floor((N+FROM)/pow(2,floor(8*X/W)+8*floor(4*Y/H))),2)'".replace(
    'FROM',
    `${from}`,
  );
  // Drawn small, because each pixel is computed.
  const drawn = `nullsrc=s=64x32:r=${rate}:d=${seconds},geq=${cell}:cb=128:cr=128,scale=${size.replace('x', ':')}:flags=neighbor`;
  const tone = `sine=frequency=${hertz}:sample_rate=48000:duration=${seconds}`;
  return ['-f', 'lavfi', '-i', drawn, '-f', 'lavfi', '-i', tone];
};

/** Creates the film. Returns its path. */
export const makeCountingFilm = (film: CountingFilm): Promise<string> =>
  cachedMedia(ffmpeg, [...countingInputs(film), ...H264, '-ac', '2'], '.mp4');
