/** Divides the lines of a caption file into cues. Pure. */
import { MAX_CAPTION_CUES } from './caption-limits.ts';
import { CaptionError } from './caption-faults.ts';
import type { Listing } from './caption-lines.ts';
import { foldLine } from './fold-line.ts';
import { frameRate, readLooseTiming, type LooseTiming } from './loose-timing.ts';

export interface TextLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

export interface RawCue {
  /** The timing line, or where it should be. */
  readonly timing: TextLine;
  /** `null` where it cannot be read. */
  readonly times: LooseTiming | null;
  readonly text: TextLine[];
}

/** What a line is when it follows an empty one: of the header, of a block that is no caption, or of a cue. */
type Part = 'header' | 'block' | 'cue';

const isBlank = (line: string): boolean => line.trim() === '' || line.replaceAll(/[\s\p{Cf}]/gu, '') === '';
const isHeader = (line: string): boolean => /^[\s\uFEFF]*WEBVTT(\s|$)/i.test(line);
export const isVtt = (lines: readonly string[]): boolean =>
  isHeader(lines.find((line) => !isBlank(line)) ?? '');

/** Comments, styles and regions (WebVTT §4.1). */
const isBlock = (line: string): boolean => /^(NOTE|STYLE|REGION)(\s|$)/.test(line);
/** Of a segment of HLS (RFC 8216 §3.5). */
const isTimestampMap = (line: string): boolean => /^\s*X-TIMESTAMP-MAP\s*=/.test(line);

/** The number of a cue, if the line is one. */
function numberIn(line: string): number | null {
  return line.length < 20 && /^[\s\p{Cf}]*\p{Nd}+[\s\p{Cf}]*$/u.test(line) ? Number(foldLine(line)) : null;
}

/** Lists what is part of no cue; throws `CaptionError` for too many cues. */
export function readCues(lines: readonly string[], listing: Listing): RawCue[] {
  return new CueReader(lines, listing).read();
}

class CueReader {
  private readonly cues: RawCue[] = [];
  /** A header was read, so that blocks follow WebVTT. */
  private hasBlocks: boolean;
  /** The index of a line that belongs to the one before. */
  private skipped = -1;
  private part: Part = 'block';
  private isAfterBlank = true;
  /** A number or a name was the last line. */
  private isAfterName = false;
  private number = 0;
  private rate: number | undefined;

  private readonly lines: readonly string[];
  private readonly listing: Listing;

  constructor(lines: readonly string[], listing: Listing) {
    this.lines = lines;
    this.listing = listing;
    this.hasBlocks = isVtt(lines);
  }

  read(): RawCue[] {
    for (const [index, line] of this.lines.entries()) this.readLine(index, line);
    return this.cues;
  }

  private readLine(index: number, line: string): void {
    if (index === this.skipped) return;
    const times = this.timingAt(index, this.isAfterBlank || this.isAfterName || this.isAfterNumber());
    if (times) this.beginCue({ line: index + 1, text: line }, times === 'invalid' ? null : times);
    else if (isBlank(line)) this.isAfterBlank = true;
    else if (isTimestampMap(line)) this.listing.add(index + 1, line, 'left_out');
    else this.readOther(index, line);
  }

  private readOther(index: number, line: string): void {
    const wasAfterBlank = this.isAfterBlank;
    this.isAfterBlank = this.isAfterName = false;
    if (isHeader(line) && (wasAfterBlank || line.trim() === 'WEBVTT')) {
      const isFirst = this.cues.length === 0 && this.part === 'block' && this.hasBlocks;
      this.part = isFirst ? 'header' : 'block';
      this.hasBlocks = true;
      if (!isFirst) this.listing.add(index + 1, line, 'left_out');
      return;
    }
    if (wasAfterBlank) {
      if (this.isName(index)) {
        this.isAfterName = true;
        this.number = numberIn(line) ?? this.number;
        return;
      }
      if (this.isNumberOfBroken(index)) {
        this.skipped = index + 1;
        return this.beginCue({ line: index + 2, text: this.lines[index + 1] ?? '' }, null);
      }
      this.part = (this.hasBlocks && isBlock(line)) || this.cues.length === 0 ? 'block' : 'cue';
    }
    if (this.part === 'cue') this.cues.at(-1)?.text.push({ line: index + 1, text: line.trim() });
    else if (this.part === 'block') this.listing.add(index + 1, line, 'left_out');
  }

  private timingAt(index: number, isStart: boolean): LooseTiming | 'invalid' | null {
    const framesPerSecond = () => (this.rate ??= frameRate(this.lines));
    return readLooseTiming(this.lines[index] ?? '', { isStart, framesPerSecond });
  }

  private beginCue(timing: TextLine, times: LooseTiming | null): void {
    if (!this.isAfterBlank && !this.isAfterName && this.isAfterNumber()) {
      // Without an empty line between, the next cue's number ends the text.
      const number = this.cues.at(-1)?.text.pop();
      this.number = numberIn(number?.text ?? '') ?? this.number;
    }
    const rest = times?.rest ? [{ line: timing.line, text: times.rest }] : [];
    this.cues.push({ timing, times, text: rest });
    if (this.cues.length > MAX_CAPTION_CUES)
      throw new CaptionError({ reason: 'captions_many_cues', params: { max: MAX_CAPTION_CUES } });
    this.part = 'cue';
    this.isAfterBlank = this.isAfterName = false;
  }

  private isAfterNumber(): boolean {
    const text = this.part === 'cue' ? this.cues.at(-1)?.text.at(-1)?.text : undefined;
    return text !== undefined && numberIn(text) !== null;
  }

  /** A cue's number or name is on the line above its timing; some programs leave an empty line between the two. */
  private isName(index: number): boolean {
    const isApart = numberIn(this.lines[index]!) !== null && isBlank(this.lines[index + 1] ?? '');
    return this.timingAt(isApart ? index + 2 : index + 1, true) !== null;
  }

  /** The next number, above a line that is no timing. */
  private isNumberOfBroken(index: number): boolean {
    const number = numberIn(this.lines[index]!);
    if (number !== this.number + 1 || isBlank(this.lines[index + 1] ?? '')) return false;
    if (this.number === 0 && this.cues.length > 0) return false;
    this.number = number;
    return true;
  }
}
