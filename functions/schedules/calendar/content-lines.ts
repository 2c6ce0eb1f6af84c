/** How a calendar writes its lines, texts and times (RFC 5545 §3.1 and §3.3). */
import type { Temporal } from 'temporal-polyfill';

/** Longer lines are folded; in octets, without the line break. */
const MAX_LINE_BYTES = 75;

export type ContentLine = readonly [name: string, value: string];

/** Joins the lines; each ends with CRLF. */
export const joinLines = (lines: readonly ContentLine[]): string =>
  lines.map(([name, value]) => `${folded(`${name}:${value}`)}\r\n`).join('');

/** A value of the type TEXT (§3.3.11), in one line. */
export const text = (value: string): string =>
  value.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n');

/** A time in UTC (§3.3.5): `20261129T190000Z`. */
export const utc = (timeMs: number): string => new Date(timeMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** A local time (§3.3.5): `20261129T200000`. */
export const localTime = (time: Temporal.PlainDateTime): string =>
  time.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '');

/** Continues a long line after CRLF and a space, never within a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let room = MAX_LINE_BYTES;
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    if (bytes > room) {
      parts.push(part);
      part = '';
      // The leading space of the next line counts.
      room = MAX_LINE_BYTES - 1;
    }
    part += character;
    room -= bytes;
  }
  return [...parts, part].join('\r\n ');
}
