/** Reads captions as people have them: WebVTT and SRT, with the mistakes that players forgive. Pure. */
import { MAX_CAPTION_CUES, MAX_CAPTION_MB, MAX_CAPTION_TEXT, MAX_CUE_TEXT } from './caption-limits.ts';
import { cleanCueText, isAtTop } from './cue-text.ts';
import { readTiming } from './cue-timing.ts';

export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  /** Cue text of WebVTT, by `cleanCueText`. */
  readonly text: string;
  /** Settings of WebVTT; empty when there are none. */
  readonly settings: string;
}

/** The rule that a file breaks, by the name of its message in `errors` of `messages/en.json`. */
export type CaptionFault =
  | { readonly reason: 'captions_encoding' | 'captions_format' | 'captions_empty' | 'captions_late' }
  | {
      readonly reason: 'captions_time' | 'captions_end_before_start';
      readonly params: { readonly line: number };
    }
  | { readonly reason: 'captions_long_cue'; readonly params: { readonly line: number; readonly max: number } }
  | { readonly reason: 'captions_many_cues'; readonly params: { readonly max: number } }
  | { readonly reason: 'captions_too_large'; readonly params: { readonly max_mb: number } };

/** A file that cannot be read. */
export class CaptionError extends Error {
  override readonly name = 'CaptionError';
  readonly fault: CaptionFault;

  constructor(fault: CaptionFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

interface RawCue extends Omit<Cue, 'text'> {
  readonly line: number;
  readonly text: string[];
}

/**
 * The cues of a file, by their start. Cues without length or text, and those after the video's end, are left out.
 * Throws `CaptionError`.
 */
export function parseCaptions(file: string, durationMs = Infinity): Cue[] {
  if (file.length > MAX_CAPTION_TEXT)
    throw new CaptionError({
      reason: 'captions_too_large',
      params: { max_mb: MAX_CAPTION_MB },
    });
  const text = file.replace(/^\uFEFF/, '');
  if (isMisread(text)) throw new CaptionError({ reason: 'captions_encoding' });
  const cues = readCues(text.split(/\r\n|\r|\n/));
  if (cues.length === 0)
    throw new CaptionError({ reason: isKnownFormat(text) ? 'captions_empty' : 'captions_format' });
  const inside = cues.filter(({ startMs }) => startMs < durationMs);
  if (inside.length === 0) throw new CaptionError({ reason: 'captions_late' });
  const cleaned = inside
    .map((cue) => cleanCue(cue, durationMs))
    .filter(({ startMs, endMs, text }) => endMs > startMs && text !== '');
  if (cleaned.length === 0) throw new CaptionError({ reason: 'captions_empty' });
  return cleaned.toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
}

/** Of UTF-16 without a byte order mark, every other byte is NUL; what was no UTF-8 has replacement characters. */
function isMisread(text: string): boolean {
  const start = text.slice(0, 10_000);
  // oxlint-disable-next-line no-control-regex
  const wrong = start.match(/[\u0000\uFFFD]/g)?.length ?? 0;
  return wrong > 5 && wrong * 20 > start.length;
}

const isVtt = (text: string): boolean => /^\s*WEBVTT(\s|$)/.test(text);
const isKnownFormat = (text: string): boolean => isVtt(text) || text.trim() === '';

function readCues(lines: readonly string[]): RawCue[] {
  const hasBlocks = isVtt(lines.find((line) => line.trim() !== '') ?? '');
  const cues: RawCue[] = [];
  let isSkipped = true;
  let isAfterBlank = false;
  for (const [index, line] of lines.entries()) {
    const timing = readTiming(line);
    if (timing === 'invalid') throw faultIn('captions_time', index);
    if (timing) {
      if (timing.endMs < timing.startMs) throw faultIn('captions_end_before_start', index);
      // Without an empty line between, the next cue's number ends the text.
      const above = cues.at(-1)?.text;
      if (!isAfterBlank && !isSkipped && /^\s*\d+\s*$/.test(above?.at(-1) ?? '')) above?.pop();
      cues.push({ ...timing, line: index + 1, text: [] });
      if (cues.length > MAX_CAPTION_CUES)
        throw new CaptionError({ reason: 'captions_many_cues', params: { max: MAX_CAPTION_CUES } });
      isSkipped = isAfterBlank = false;
      continue;
    }
    if (line.trim() === '') {
      isAfterBlank = true;
      continue;
    }
    if (isAfterBlank) isSkipped = (hasBlocks && isBlock(line)) || isIdentifier(lines, index) || !cues.length;
    isAfterBlank = false;
    if (!isSkipped) cues.at(-1)?.text.push(line.trim());
  }
  return cues;
}

/** Comments, styles and regions (WebVTT §4.1). */
const isBlock = (line: string): boolean => /^(NOTE|STYLE|REGION)(\s|$)/.test(line);

/** A cue's number or name is on the line above its timing; some programs leave an empty line between the two. */
function isIdentifier(lines: readonly string[], index: number): boolean {
  const next = /^\s*\d+\s*$/.test(lines[index]!) && lines[index + 1]?.trim() === '' ? index + 2 : index + 1;
  return readTiming(lines[next] ?? '') !== null;
}

function cleanCue({ startMs, endMs, settings, text: lines, line }: RawCue, durationMs: number): Cue {
  const raw = lines.join('\n');
  const text = cleanCueText(raw);
  if (text.length > MAX_CUE_TEXT)
    throw new CaptionError({ reason: 'captions_long_cue', params: { line, max: MAX_CUE_TEXT } });
  return {
    startMs,
    endMs: Math.min(endMs, durationMs),
    settings: settings || (isAtTop(raw) ? 'line:0' : ''),
    text,
  };
}

const faultIn = (reason: 'captions_time' | 'captions_end_before_start', index: number): CaptionError =>
  new CaptionError({ reason, params: { line: index + 1 } });
