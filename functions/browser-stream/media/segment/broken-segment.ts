/** Bytes that are no segment as the direct way takes them. The message says why, in a sentence without its full stop. */
export class BrokenSegmentError extends Error {
  override readonly name = 'BrokenSegmentError';
}

/** Throws `BrokenSegmentError` where it is not so. */
export function demand(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new BrokenSegmentError(otherwise);
}
