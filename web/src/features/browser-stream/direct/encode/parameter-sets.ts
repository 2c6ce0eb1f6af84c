/** Finds the parameters of H.264 pictures in Annex B (ITU-T H.264 annex B, §7.4.1). Pure. */

/** NAL unit types (table 7-1). */
const [SLICE, IDR_SLICE, SPS, PPS] = [1, 5, 7, 8];

/** The parameter sets before a packet's first slice, as a text to compare; empty if there are none. */
export function parameterSetsOf(packet: Uint8Array): string {
  const sets: Uint8Array[] = [];
  let from = afterStartCode(packet, 0);
  while (from < packet.length) {
    const type = packet[from]! & 31;
    if (type === SLICE || type === IDR_SLICE) break;
    const next = afterStartCode(packet, from);
    if (type === SPS || type === PPS) sets.push(withoutZeros(packet.subarray(from, next - START_BYTES)));
    from = next;
  }
  return sets.join(' ');
}

const START_BYTES = 3;

/** The position after the next 0, 0, 1; behind the end by as much where there is none. */
function afterStartCode(bytes: Uint8Array, from: number): number {
  for (let at = from; at + START_BYTES <= bytes.length; at += 1)
    if (bytes[at] === 0 && bytes[at + 1] === 0 && bytes[at + 2] === 1) return at + START_BYTES;
  return bytes.length + START_BYTES;
}

/** §B.1.1: zeros may follow a unit, whose last byte is never zero. */
function withoutZeros(unit: Uint8Array): Uint8Array {
  return unit.subarray(0, unit.findLastIndex((byte) => byte !== 0) + 1);
}
