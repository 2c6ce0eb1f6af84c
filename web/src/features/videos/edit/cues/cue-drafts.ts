/** Captions while their owner edits them. Pure. */
import { MAX_CUE_TEXT } from '#shared/plain/captions/caption-limits.ts';
import { cleanCueText } from '#shared/plain/captions/cue-text.ts';
import { readTime } from '#shared/plain/captions/cue-timing.ts';
import { typedDigits } from '#shared/plain/text/typed-digits.ts';
import { type Cue, writeCaptions } from '#shared/plain/captions/write-captions.ts';
import { formatClock } from '#web/lib/i18n/numbers.ts';

export interface CueDraft {
  readonly id: number;
  /** As typed. */
  readonly start: string;
  readonly end: string;
  /** `null` where the typed text is no time. */
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** With WebVTT's markup. */
  readonly text: string;
  readonly settings: string;
}

export type CueChange = Partial<Pick<CueDraft, 'start' | 'end' | 'text'>>;

/** Later than the ids of drafts that were kept over a reload. */
let lastId = Date.now();

export function draftOf({ startMs, endMs, text, settings }: Cue): CueDraft {
  lastId += 1;
  const times = { start: formatCueTime(startMs), end: formatCueTime(endMs), startMs, endMs };
  return { id: lastId, ...times, text, settings };
}

export const changedDraft = (draft: CueDraft, change: CueChange): CueDraft => ({
  ...draft,
  ...change,
  ...(change.start !== undefined && { startMs: readTime(typedDigits(change.start)) }),
  ...(change.end !== undefined && { endMs: readTime(typedDigits(change.end)) }),
});

/** 62_500 → "1:02.500". */
export function formatCueTime(timeMs: number): string {
  const ms = Math.round(timeMs);
  return `${formatClock(ms / 1000)}.${String(ms % 1000).padStart(3, '0')}`;
}

const NEW_CUE_MS = 2000;
const SHORTEST_CUE_MS = 100;

/** Adds an empty cue at a position, which ends before the next one starts. */
export function withNewCue(drafts: readonly CueDraft[], atMs: number, durationMs: number) {
  const startMs = Math.max(0, Math.min(atMs, durationMs - SHORTEST_CUE_MS));
  const nextAt = drafts.findIndex((draft) => (draft.startMs ?? 0) > startMs);
  const nextMs = drafts[nextAt]?.startMs ?? durationMs;
  const endMs = Math.min(startMs + NEW_CUE_MS, nextMs);
  const added = draftOf({ startMs, endMs, text: '', settings: '' });
  return { added, drafts: drafts.toSpliced(nextAt === -1 ? drafts.length : nextAt, 0, added) };
}

export type CueProblem = 'start' | 'end' | 'order' | 'late' | 'empty' | 'long';

/** Drafts never change, and thousands are asked for at each key. */
const checked = new WeakMap<CueDraft, readonly CueProblem[]>();

/** All that is wrong with a cue. */
export function problemsOf(draft: CueDraft, durationMs: number): readonly CueProblem[] {
  const problems = checked.get(draft) ?? check(draft, durationMs);
  checked.set(draft, problems);
  return problems;
}

function check({ startMs, endMs, text }: CueDraft, durationMs: number): CueProblem[] {
  const problems: CueProblem[] = [];
  if (startMs === null) problems.push('start');
  else if (startMs >= durationMs) problems.push('late');
  if (endMs === null) problems.push('end');
  else if (startMs !== null && endMs <= startMs) problems.push('order');
  const clean = cleanCueText(text);
  if (clean === '') problems.push('empty');
  if (clean.length > MAX_CUE_TEXT) problems.push('long');
  return problems;
}

export const isAt = ({ startMs, endMs }: CueDraft, nowMs: number): boolean =>
  startMs !== null && endMs !== null && startMs <= nowMs && nowMs < endMs;

/** Those with times only. */
export const cueOf = ({ startMs, endMs, text, settings }: CueDraft): Cue => ({
  startMs: startMs ?? 0,
  endMs: endMs ?? 0,
  text: cleanCueText(text),
  settings,
});

export const inOrder = (drafts: readonly CueDraft[]): CueDraft[] =>
  drafts.toSorted((a, b) => (a.startMs ?? 0) - (b.startMs ?? 0) || (a.endMs ?? 0) - (b.endMs ?? 0));

/** WebVTT of drafts in order, without problems. */
export const vttOf = (drafts: readonly CueDraft[]): string => writeCaptions(drafts.map(cueOf));
