/** The little files of a segment as it goes over the wire, by their outermost boxes (ISO 14496-12 §4.2). Pure. */

const WHOLE = /^ftyp moov( (styp|sidx|prft))* moof mdat$/;

/** Each with its bytes, `main` first; `null` where the segment is not made of whole ones. */
export function filesOf(segment: Uint8Array): Uint8Array[] | null {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength);
  const boxes: { type: string; start: number }[] = [];
  for (let at = 0; at < segment.length; at += view.getUint32(at)) {
    if (at + 8 > segment.length || view.getUint32(at) < 8) return null;
    if (at + view.getUint32(at) > segment.length) return null;
    boxes.push({ type: String.fromCodePoint(...segment.subarray(at + 4, at + 8)), start: at });
  }
  const starts = boxes.flatMap(({ type }, index) => (type === 'ftyp' ? [index] : []));
  const files = starts.map((from, nth) => boxes.slice(from, starts[nth + 1]));
  if (starts[0] !== 0 || !files.every((file) => WHOLE.test(file.map(({ type }) => type).join(' '))))
    return null;
  return files.map(([first], nth) => segment.subarray(first?.start, files[nth + 1]?.[0]?.start));
}
