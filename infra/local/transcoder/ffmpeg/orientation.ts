import type { Input } from 'mediabunny';

/** How a stored picture is displayed: rotated clockwise, then mirrored horizontally. */
export interface Orientation {
  readonly turnDegrees: 0 | 90 | 180 | 270;
  readonly isMirrored: boolean;
}

export const AS_STORED: Orientation = { turnDegrees: 0, isMirrored: false };

/**
 * The orientation in a container's display matrix, whose first two rows begin with a, b and c, d: the point (x, y) is
 * displayed at (ax + cy, bx + dy).
 */
export function orientationOfMatrix([a, b, c, d]: readonly [number, number, number, number]): Orientation {
  const isMirrored = a * d - b * c < 0;
  const degrees = (360 + (Math.atan2(b, isMirrored ? -a : a) * 180) / Math.PI) % 360;
  // Within one degree, as MediaConvert's guide says ("Automatic Rotation").
  const turnDegrees = ([90, 180, 270] as const).find((right) => Math.abs(degrees - right) <= 1) ?? 0;
  return { turnDegrees, isMirrored };
}

/** ffprobe's dump of a display matrix: three rows of three numbers, each row after its number and a colon. */
export function orientationOfDump(dump: string): Orientation {
  const rows = Array.from(dump.matchAll(/^\d+:(.*)$/gm), ([, row = '']) =>
    row.trim().split(/\s+/).map(Number),
  );
  const [[a = 1, b = 0] = [], [c = 0, d = 1] = []] = rows;
  return orientationOfMatrix([a, b, c, d]);
}

/** Matroska's `Projection` (RFC 9559 §5.1.4.1.28.41), which ffprobe does not report. */
export async function matroskaOrientation(path: string): Promise<Orientation> {
  const { FilePathSource, Input: MediaInput, MATROSKA, WEBM } = await import('mediabunny');
  const input: Input = new MediaInput({ formats: [MATROSKA, WEBM], source: new FilePathSource(path) });
  try {
    const [a, b, , c, d] = (await (await input.getPrimaryVideoTrack())?.getTransformationMatrix()) ?? [];
    return a === undefined ? AS_STORED : orientationOfMatrix([a, b ?? 0, c ?? 0, d ?? 1]);
  } catch {
    // ffmpeg may read such a broken file nevertheless.
    return AS_STORED;
  } finally {
    input.dispose();
  }
}

const TURNS = { 0: [], 90: ['transpose=clock'], 180: ['hflip', 'vflip'], 270: ['transpose=cclock'] } as const;

export const orientationFilters = ({ turnDegrees, isMirrored }: Orientation): string[] => [
  ...TURNS[turnDegrees],
  ...(isMirrored ? ['hflip'] : []),
];
