/** Films with each of the eight rotations and mirrorings in their container. */
import {
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MkvOutputFormat,
  Mp4OutputFormat,
  MP4,
  Output,
} from 'mediabunny';
import type { ColourSample, MatrixFilm } from './matrix-film.ts';
import { cachedMedia, cachedFile } from '../cached-files.ts';
import { ffmpeg } from '../transcoder-media.ts';

/** Red and lime above blue and white, as stored. */
const QUARTERS = [
  ...['red', 'lime', 'blue', 'white'].flatMap((colour) => [
    '-f',
    'lavfi',
    '-i',
    `color=${colour}:s=160x90:r=30:d=1`,
  ]),
  '-filter_complex',
  '[0][1]hstack[a];[2][3]hstack[b];[a][b]vstack',
  ...'-c:v libx264 -preset ultrafast -pix_fmt yuv420p'.split(' '),
];

async function withOrientation(to: string, rotation: 0 | 90 | 180 | 270, flip: boolean): Promise<void> {
  const source = new FilePathSource(await cachedMedia(ffmpeg, QUARTERS, '.mp4'));
  const input = new Input({ formats: [MP4], source });
  const track = (await input.getPrimaryVideoTrack())!;
  const format = to.endsWith('.mkv') ? new MkvOutputFormat() : new Mp4OutputFormat();
  const output = new Output({ format, target: new FilePathTarget(to) });
  const packets = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(packets, { rotation, flip });
  await output.start();
  const decoderConfig = (await track.getDecoderConfig())!;
  for await (const packet of new EncodedPacketSink(track).packets())
    await packets.add(packet, { decoderConfig });
  await output.finalize();
  input.dispose();
}

type Colour = ColourSample['colour'];
type Corners = readonly [Colour, Colour, Colour, Colour];

const turned = ([a, b, c, d]: Corners): Corners => [c, a, d, b];
const flipped = ([a, b, c, d]: Corners): Corners => [b, a, d, c];

function cornersOf(rotation: number, flip: boolean): Corners {
  let corners: Corners = ['red', 'lime', 'blue', 'white'];
  for (let degrees = 0; degrees < rotation; degrees += 90) corners = turned(corners);
  return flip ? flipped(corners) : corners;
}

const samplesOf = (corners: Corners): ColourSample[] =>
  corners.map((colour, index) => ({
    atS: 0,
    x: index % 2 === 0 ? 0.25 : 0.75,
    y: index < 2 ? 0.25 : 0.75,
    colour,
  }));

const ORIENTATIONS = ([0, 90, 180, 270] as const).flatMap((rotation) =>
  [false, true].map((flip) => ({ rotation, flip })),
);

export const MIRRORED_FILMS: readonly MatrixFilm[] = ['.mp4', '.mkv'].flatMap((ending) =>
  ORIENTATIONS.map(({ rotation, flip }) => ({
    name: `turned by ${rotation}°${flip ? ' and mirrored' : ''} in ${ending.slice(1).toUpperCase()}`,
    make: () =>
      cachedFile(['orientation', `${rotation}`, `${flip}`], ending, (to) =>
        withOrientation(to, rotation, flip),
      ),
    durationS: 1,
    size: rotation % 180 === 0 ? '320x180' : '180x320',
    toneHz: null,
    samples: samplesOf(cornersOf(rotation, flip)),
    isQuick: ending === '.mkv' && rotation === 90 && flip,
  })),
);
