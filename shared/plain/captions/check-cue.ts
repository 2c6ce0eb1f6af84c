/** What becomes of a cue of a file. Pure. */
import { MAX_CUE_TEXT } from './caption-limits.ts';
import type { LineChange, Listing } from './caption-lines.ts';
import { hasUnreadable, unescapeOnce } from './cue-characters.ts';
import type { TextChange } from './cue-tags.ts';
import { cleanCueText, isAtTop } from './cue-text.ts';
import type { RawCue, TextLine } from './read-cues.ts';
import { type Cue, cueTime } from './write-captions.ts';

export type Loss = Extract<LineChange, `left_out_${string}`>;

export interface Options {
  readonly durationMs: number;
  readonly shiftMs: number;
}

export interface CheckedCue {
  readonly raw: RawCue;
  /** Why it is left out, if it is. */
  readonly cue: Cue | Loss;
  readonly changes: readonly (readonly [TextLine, TextChange])[];
}

/** Longer texts are left out unread: in characters, with all markup. */
const MAX_RAW_TEXT = 10 * MAX_CUE_TEXT;

export function checkCue(raw: RawCue, options: Options): CheckedCue {
  const length = raw.text.reduce((sum, { text }) => sum + text.length, 0);
  if (length > MAX_RAW_TEXT) return { raw, cue: 'left_out_long', changes: [] };
  const changes: [TextLine, TextChange][] = [];
  const lines = textLines(raw);
  const lineAt = lineFinder(lines);
  const text = lines.map(({ text }) => text).join('\n');
  const clean = cleanCueText(text, (change, offset) => changes.push([lineAt(offset), change]));
  return { raw, cue: lossOf(raw, clean, options) ?? cueOf(raw, text, clean, options), changes };
}

/** In a file in which the arrows are escaped as in HTML, the texts are, too. */
function textLines({ timing, text }: RawCue): readonly TextLine[] {
  const escapes = /&((?:amp;)*)gt;/i.exec(timing.text);
  if (!escapes) return text;
  const times = 1 + escapes[1]!.length / 'amp;'.length;
  return text.map(({ line, text }) => ({ line, text: unescapedTimes(text, times) }));
}

const unescapedTimes = (text: string, times: number): string =>
  Array.from({ length: times }).reduce<string>(unescapeOnce, text);

/** Of the joined lines, by offsets that do not decrease. */
function lineFinder(lines: readonly TextLine[]): (offset: number) => TextLine {
  let index = 0;
  let end = lines[0]?.text.length ?? 0;
  return (offset) => {
    while (offset > end && index + 1 < lines.length) end += 1 + lines[++index]!.text.length;
    return lines[index]!;
  };
}

function lossOf({ times }: RawCue, clean: string, { durationMs, shiftMs }: Options): Loss | undefined {
  if (clean === '') return 'left_out_empty';
  if (!times) return 'left_out_time';
  if (times.endMs <= times.startMs) return 'left_out_order';
  if (times.endMs + shiftMs <= 0) return 'left_out_early';
  if (times.startMs + shiftMs >= durationMs) return 'left_out_late';
  return clean.length > MAX_CUE_TEXT ? 'left_out_long' : undefined;
}

const cueOf = ({ times }: RawCue, raw: string, text: string, { durationMs, shiftMs }: Options): Cue => ({
  startMs: Math.max(0, times!.startMs + shiftMs),
  endMs: Math.min(times!.endMs + shiftMs, durationMs),
  settings: times!.settings || (isAtTop(raw) ? 'line:0' : ''),
  text,
});

/** Lists what was changed in a cue, or all of its lines where it is left out. */
export function listCue(listing: Listing, { raw, cue, changes }: CheckedCue, shiftMs: number): void {
  const { timing, times, text } = raw;
  if (typeof cue === 'string') {
    for (const { line, text: one } of [timing, ...text]) if (one.trim() !== '') listing.add(line, one, cue);
    return;
  }
  if (!times!.isProper || times!.startMs + shiftMs < 0)
    listing.add(timing.line, timing.text, 'timing', `${cueTime(cue.startMs)} --> ${cueTime(cue.endMs)}`);
  for (const [{ line, text: one }, change] of changes) listing.add(line, one, change);
  for (const { line, text: one } of text) if (hasUnreadable(one)) listing.add(line, one, 'characters');
}
