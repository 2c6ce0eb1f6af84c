/** Names of a segment's files. Names contain a hash of the content, because published files never change. */
import type { PublishedFile } from '../adapters/published-file.ts';
import { createHash } from 'node:crypto';
import { digits, type Segment, type SegmentRendition } from '../broadcast.ts';
import type { CheckedRendition, CheckedSegment } from '../media/segment/check-segment.ts';

const HASH_DIGITS = 8;
export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const nameOf = (hash: Buffer): string => hash.toString('hex').slice(0, HASH_DIGITS);

/** A segment to be stored, with its published files, headers first. */
interface NamedSegment {
  readonly segment: Omit<Segment, 'arrivedAtMs'>;
  readonly files: readonly PublishedFile[];
}

/** `000012-<SHA-256 of the upload>.m4s`: the main rendition; `…-side.m4s`: the small one, if any, and the sound. */
export function namedSegment(seq: number, hash: Buffer, checked: CheckedSegment): NamedSegment {
  const { startMs, endMs, main, small, sound } = checked;
  const name = `${digits(seq)}-${nameOf(hash)}`;
  const [mainName, sideName] = [`${name}.m4s`, `${name}-side.m4s`];
  const smallBytes = small?.fragment.length ?? 0;
  const segment = {
    seq,
    startMs,
    endMs,
    main: row(main, mainName),
    ...(small && { small: row(small, sideName, 0) }),
    sound: row(sound, sideName, smallBytes),
  };
  const side = Buffer.concat([...(small ? [small.fragment] : []), sound.fragment]);
  const inits = [main, ...(small ? [small] : []), sound].map(({ init }) => init);
  return {
    segment,
    files: [
      ...inits.map((init) => ({ name: initName(init), body: init, contentType: 'video/mp4' })),
      { name: mainName, body: main.fragment, contentType: MEDIA },
      { name: sideName, body: side, contentType: MEDIA },
    ],
  };
}

const MEDIA = 'video/iso.segment';

/** The name of a header, for uploaded segments and for segments of windows. */
export const initName = (init: Uint8Array): string => `init-${nameOf(sha256(init))}.mp4`;

const row = (
  { init, fragment, codecs, picture }: CheckedRendition,
  uri: string,
  offsetBytes?: number,
): SegmentRendition => ({
  uri,
  initUri: initName(init),
  ...(offsetBytes !== undefined && { offsetBytes }),
  sizeBytes: fragment.length,
  codecs,
  ...(picture && { picture }),
});
