import type { Segment, SegmentRendition } from '#functions/browser-stream/broadcast.ts';

/** What changes of a segment's row; `init` stands for the headers of all renditions. */
export interface SegmentChange extends Partial<Segment> {
  readonly init?: string;
}

const picture = { width: 1280, height: 720, framesPerSecond: 30 };

/** A segment of one second, stored as soon as it was recorded, by a clock that began at 0. */
export function segmentRow(seq: number, { init = 'a', ...change }: SegmentChange = {}): Segment {
  const name = `${String(seq).padStart(6, '0')}-0000000${init}`;
  const rendition = (kind: string, rest: Partial<SegmentRendition>): SegmentRendition => ({
    uri: `${name}.m4s`,
    initUri: `init-${kind}-${init}.mp4`,
    sizeBytes: 300_000,
    codecs: 'avc1.42C01F,mp4a.40.2',
    ...rest,
  });
  const side = { uri: `${name}-side.m4s` };
  return {
    seq,
    arrivedAtMs: (seq + 1) * 1000,
    startMs: seq * 1000,
    endMs: (seq + 1) * 1000,
    main: rendition('main', { picture }),
    sound: rendition('sound', { ...side, offsetBytes: 0, sizeBytes: 16_000, codecs: 'mp4a.40.2' }),
    ...change,
  };
}

/** Rows by their numbers. */
export const segmentRows = (...seqs: readonly number[]): Segment[] => seqs.map((seq) => segmentRow(seq));

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, seq) => seq);
