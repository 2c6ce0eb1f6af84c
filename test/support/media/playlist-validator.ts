/** Validates a media playlist against RFC 8216, alone and compared with the previous version. */

interface Listed {
  readonly uri: string;
  readonly durationS: number;
  readonly sequence: number;
  readonly discontinuity: number;
  readonly initUri: string;
  readonly date: string;
}

export interface ParsedPlaylist {
  readonly targetDurationS: number;
  readonly type: string | undefined;
  readonly isEnded: boolean;
  readonly mediaSequence: number;
  readonly discontinuitySequence: number;
  readonly segments: readonly Listed[];
}

/** A violation of RFC 8216, named in the message. */
export class PlaylistError extends Error {
  override readonly name = 'PlaylistError';
}

function demand(isMet: boolean, rule: string): asserts isMet {
  if (!isMet) throw new PlaylistError(rule);
}

/** Parses a media playlist. Throws on violations of RFC 8216 §4. */
export function parsePlaylist(text: string): ParsedPlaylist {
  const lines = text.split('\n');
  demand(lines.at(-1) === '', '§4.1: the last line ends');
  demand(lines[0] === '#EXTM3U', '§4.3.1.1: EXTM3U is the first line');
  const one = (tag: string): string | undefined => {
    const found = lines.filter((line) => line.startsWith(`#${tag}:`));
    demand(found.length <= 1, `§4.3: no more than one ${tag}`);
    return found[0]?.slice(tag.length + 2);
  };
  const targetDurationS = Number(one('EXT-X-TARGETDURATION'));
  demand(Number.isInteger(targetDurationS), '§4.3.3.1: a target duration in whole seconds');
  demand(Number(one('EXT-X-VERSION')) >= 6, '§7: EXT-X-MAP needs version 6');
  const mediaSequence = Number(one('EXT-X-MEDIA-SEQUENCE') ?? 0);
  const discontinuitySequence = Number(one('EXT-X-DISCONTINUITY-SEQUENCE') ?? 0);
  const firstUri = lines.findIndex((line) => line !== '' && !line.startsWith('#'));
  for (const tag of ['EXT-X-MEDIA-SEQUENCE', 'EXT-X-DISCONTINUITY-SEQUENCE', 'EXT-X-PLAYLIST-TYPE']) {
    const at = lines.findIndex((line) => line.startsWith(`#${tag}:`));
    demand(at < firstUri, `§4.3.3: ${tag} stands before the first segment`);
  }
  const isEnded = lines.includes('#EXT-X-ENDLIST');
  const segments = segmentsOf(lines, mediaSequence, discontinuitySequence);
  for (const { uri, durationS } of segments)
    demand(
      Math.round(durationS) <= targetDurationS,
      `§4.3.3.1: ${uri} lasts longer than the target duration`,
    );
  checkDates(segments);
  const type = one('EXT-X-PLAYLIST-TYPE');
  demand(type !== 'VOD' || isEnded, '§4.3.3.5: a VOD playlist has ended');
  return { targetDurationS, type, isEnded, mediaSequence, discontinuitySequence, segments };
}

function segmentsOf(
  lines: readonly string[],
  mediaSequence: number,
  discontinuitySequence: number,
): Listed[] {
  const segments: Listed[] = [];
  let [durationS, discontinuity, initUri, date] = [Number.NaN, discontinuitySequence, '', ''];
  for (const line of lines) {
    if (line === '#EXT-X-DISCONTINUITY') discontinuity += 1;
    if (line.startsWith('#EXT-X-MAP:')) initUri = /URI="([^"]+)"/.exec(line)?.[1] ?? '';
    if (line.startsWith('#EXT-X-PROGRAM-DATE-TIME:')) date = line.slice(line.indexOf(':') + 1);
    if (line.startsWith('#EXTINF:')) durationS = Number.parseFloat(line.slice(8));
    if (line === '' || line.startsWith('#')) continue;
    demand(durationS > 0, `§4.3.2.1: ${line} has a duration`);
    demand(initUri !== '', `§4.3.2.5: ${line} has an EXT-X-MAP`);
    demand(!Number.isNaN(Date.parse(date)), `§4.3.2.6: ${line} has a date`);
    const sequence = mediaSequence + segments.length;
    segments.push({ uri: line, durationS, sequence, discontinuity, initUri, date });
    [durationS, date] = [Number.NaN, ''];
  }
  demand(new Set(segments.map(({ uri }) => uri)).size === segments.length, 'no segment is listed twice');
  return segments;
}

/** §4.3.2.3: without a discontinuity a segment, and its date, start where the last one ended. */
function checkDates(segments: readonly Listed[]): void {
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1];
    if (!before) continue;
    const gapMs = Date.parse(segment.date) - Date.parse(before.date) - before.durationS * 1000;
    demand(gapMs > -2, `${segment.uri} begins before its predecessor ends`);
    if (segment.discontinuity !== before.discontinuity) continue;
    demand(Math.abs(gapMs) < 2, `${segment.uri} does not follow its predecessor`);
    demand(segment.initUri === before.initUri, `${segment.uri} has another init without a discontinuity`);
  }
}

/** Throws if a playlist may not replace another at the same address (RFC 8216 §6.2.1, §6.2.2). */
export function checkChange(beforeText: string, afterText: string): void {
  const [before, after] = [parsePlaylist(beforeText), parsePlaylist(afterText)];
  demand(before.targetDurationS === after.targetDurationS, '§4.3.3.1: the target duration never changes');
  demand(before.type === after.type, '§6.2.1: the type never changes');
  demand(after.mediaSequence >= before.mediaSequence, '§6.2.2: the media sequence never falls');
  demand(
    after.discontinuitySequence >= before.discontinuitySequence,
    '§6.2.2: the discontinuity sequence never falls',
  );
  if (before.type !== undefined)
    demand(after.mediaSequence === before.mediaSequence, '§4.3.3.5: a list with a type loses no segment');
  demand(!before.isEnded || beforeText === afterText, '§6.2.1: nothing changes after the end');
  const now = new Map(after.segments.map((segment) => [segment.sequence, segment]));
  for (const segment of before.segments) {
    if (segment.sequence < after.mediaSequence) continue;
    const same = now.get(segment.sequence);
    demand(
      JSON.stringify(same) === JSON.stringify(segment),
      `§6.2.1: segment ${segment.sequence} has changed`,
    );
  }
  checkLengthLeft(before, after);
}

/** §6.2.2: three target durations must stay listed. */
function checkLengthLeft(before: ParsedPlaylist, after: ParsedPlaylist): void {
  if (after.mediaSequence === before.mediaSequence) return;
  const leftS = after.segments.reduce((sum, { durationS }) => sum + durationS, 0);
  demand(leftS >= 3 * after.targetDurationS, '§6.2.2: three target durations stay in the list');
}
