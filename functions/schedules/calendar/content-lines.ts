/** How lines of a calendar are written (RFC 5545 §3.1). */

/** Longer lines are folded; in octets, without the line break. */
const MAX_LINE_BYTES = 75;

/** `NAME;PARAMETER=…` with its value. */
export type ContentLine = readonly [name: string, value: string];

/** All lines of a calendar, each ended by CRLF. */
export const written = (lines: readonly ContentLine[]): string =>
  lines.map(([name, value]) => `${folded(`${name}:${value}`)}\r\n`).join('');

/** A value of the type TEXT (§3.3.11): one line, whatever it has of breaks and commas. */
export const text = (value: string): string =>
  value.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n');

/** A line that goes on after CRLF and a space, never within a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let room = MAX_LINE_BYTES;
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    if (bytes > room) {
      parts.push(part);
      part = '';
      // The space that the next line begins with is one of its octets.
      room = MAX_LINE_BYTES - 1;
    }
    part += character;
    room -= bytes;
  }
  return [...parts, part].join('\r\n ');
}
