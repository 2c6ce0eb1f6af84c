/**
 * Reads captions as people have them: WebVTT, SRT and SBV, as programs write them. What is clear is read; what is not is
 * left out, and listed. Pure.
 */
import { clockOf } from './caption-clock.ts';
import { type CaptionClock, CaptionError, type CaptionFault } from './caption-faults.ts';
import { MAX_CAPTION_MB, MAX_CAPTION_TEXT, MAX_CUE_TEXT } from './caption-limits.ts';
import { type ChangedLine, lineListing } from './caption-lines.ts';
import { type CheckedCue, checkCue, listCue, type Loss } from './check-cue.ts';
import { otherFormat } from './other-formats.ts';
import { isVtt, readCues } from './read-cues.ts';
import { type Cue, cueTime } from './write-captions.ts';

export interface CaptionReading {
  /** By their start. */
  readonly cues: Cue[];
  readonly lines: ChangedLine[];
  /** Changed lines that are not in `lines`. */
  readonly more: number;
  /** Where the captions seem to have another clock than the video. */
  readonly clock?: CaptionClock;
}

interface Options {
  /** Of the video. @default Infinity */
  readonly durationMs?: number | undefined;
  /** Added to all times. @default 0 */
  readonly shiftMs?: number | undefined;
}

/** The cues of a file. Throws `CaptionError` where none, or less than half of them, can be kept. */
export function parseCaptions(
  file: string,
  { durationMs = Infinity, shiftMs = 0 }: Options = {},
): CaptionReading {
  if (file.length > MAX_CAPTION_TEXT)
    throw new CaptionError({ reason: 'captions_too_large', params: { max_mb: MAX_CAPTION_MB } });
  const text = file.replace(/^\uFEFF+/, '');
  if (isMisread(text)) throw new CaptionError({ reason: 'captions_encoding' });
  const listing = lineListing();
  const lines = text.split('\n').flatMap(linesIn);
  const raw = readCues(lines, listing);
  if (raw.length === 0) throw new CaptionError(withoutCues(text, lines));
  const judged = raw.map((cue) => checkCue(cue, { durationMs, shiftMs }));
  const starts = raw.flatMap(({ times }) => times?.startMs ?? []);
  const clock = clockOf(starts, { durationMs, shiftMs });
  requireMost(judged, clock);
  for (const one of judged) listCue(listing, one, shiftMs);
  const cues = judged.flatMap(({ cue }) => (typeof cue === 'string' ? [] : cue));
  return {
    cues: cues.toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs),
    ...listing.listed(),
    ...(clock && { clock }),
  };
}

/** Some programs end lines by `\r`, and some by several of them and `\n`. */
function linesIn(text: string): string[] {
  let end = text.length;
  while (text[end - 1] === '\r') end -= 1;
  return text.slice(0, end).split('\r');
}

/** Of UTF-16 without a byte order mark, every other byte is NUL; what was no UTF-8 has replacement characters. */
function isMisread(text: string): boolean {
  const start = text.slice(0, 10_000);
  // oxlint-disable-next-line no-control-regex
  const wrong = start.match(/[\u0000\uFFFD]/g)?.length ?? 0;
  return wrong > 5 && wrong * 20 > start.length;
}

function withoutCues(text: string, lines: readonly string[]): CaptionFault {
  const format = otherFormat(text);
  if (format) return { reason: 'captions_other_format', params: { format } };
  return { reason: text.trim() === '' || isVtt(lines) ? 'captions_empty' : 'captions_format' };
}

/** Refuses a file without half of its cues. Those without a text are none. */
function requireMost(judged: readonly CheckedCue[], clock: CaptionClock | undefined): void {
  const all = judged.filter(({ cue }) => cue !== 'left_out_empty');
  if (all.length === 0) throw new CaptionError({ reason: 'captions_empty' });
  const lost = all.filter(({ cue }) => typeof cue === 'string');
  if (lost.length * 2 <= all.length) return;
  const isMost = (loss: Loss) => lost.filter(({ cue }) => cue === loss).length * 2 > all.length;
  if (isMost('left_out_late') && clock) throw new CaptionError(clockFault(clock));
  if (isMost('left_out_late')) throw new CaptionError({ reason: 'captions_late' });
  if (isMost('left_out_early')) throw new CaptionError({ reason: 'captions_early' });
  const summary = { reason: 'captions_lost', params: { lost: lost.length, all: all.length } } as const;
  const lines = lost.flatMap(lineFault).slice(0, MAX_FAULTS);
  const isTime = lines.some(({ reason }) => reason === 'captions_time');
  const faults = isTime ? [...lines, { reason: 'captions_time_form' } as const] : lines;
  const [first = summary, ...others] = all.length === 1 ? faults : [summary, ...faults];
  throw new CaptionError(first, ...others);
}

/** Lines that a refusal names. */
const MAX_FAULTS = 4;

const clockFault = (clock: CaptionClock): CaptionFault => ({
  reason: 'captions_clock',
  params: { ...clock, time: cueTime(clock.first_ms).slice(0, -4) },
});

function lineFault({ raw, cue }: CheckedCue): CaptionFault[] {
  const { line } = raw.timing;
  if (cue === 'left_out_time') return [{ reason: 'captions_time', params: { line } }];
  if (cue === 'left_out_order') return [{ reason: 'captions_end_before_start', params: { line } }];
  return cue === 'left_out_long'
    ? [{ reason: 'captions_long_cue', params: { line, max: MAX_CUE_TEXT } }]
    : [];
}
