import { useState } from 'react';
import { MAX_CUE_TEXT } from '#shared/plain/captions/caption-limits.ts';
import type { CaptionReading } from '#shared/videos/captions.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { WhenNear } from '#web/ui/when-near.tsx';

type Change = CaptionReading['lines'][number];

const PER_PART = 50;
const LINE_PX = 64;
/** Longer lists are closed at first. */
const SHORT = 5;

interface ChangedLinesProps extends Pick<CaptionReading, 'lines' | 'more'> {
  readonly language: string;
}

/** The lines of a caption file that were changed or left out. Renders nothing where there are none. */
export function ChangedLines({ lines, more, language }: ChangedLinesProps) {
  const rows = rowsOf(lines);
  const [isOpen, setIsOpen] = useState(rows.length <= SHORT);
  if (rows.length === 0) return null;
  const parts = Array.from({ length: Math.ceil(rows.length / PER_PART) }, (_, part) => part * PER_PART);
  const summary = changedLinesText({ lines, more });
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="rounded-card border border-line text-sm"
    >
      <summary className="cursor-pointer rounded-card px-4 py-3 font-medium">{summary}</summary>
      {isOpen && (
        <div
          // People scroll it by keys.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          role="region"
          aria-label={summary}
          className="max-h-72 overflow-y-auto border-t border-line"
        >
          {parts.map((from) => (
            <WhenNear key={from} heightPx={LINE_PX * PER_PART} isNeeded={from === 0}>
              <ul className="divide-y divide-line border-line not-first:border-t">
                {rows.slice(from, from + PER_PART).map(([line, changes]) => (
                  <Row key={line} line={line} changes={changes} language={language} />
                ))}
              </ul>
            </WhenNear>
          ))}
          {more > 0 && <p className="px-4 py-2 text-soft">{t('captionLines.more', { count: more })}</p>}
        </div>
      )}
    </details>
  );
}

interface RowProps {
  readonly line: number;
  /** What was done with it. */
  readonly changes: readonly Change[];
  readonly language: string;
}

function Row({ line, changes, language }: RowProps) {
  return (
    <li className="grid gap-x-4 px-4 py-2 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <span className="text-soft tabular-nums">{t('captionLines.line', { line })}</span>
      <span className="min-w-0 wrap-anywhere">
        <bdi lang={language}>{changes[0]?.text}</bdi>
        {changes.map(({ change, result }) => (
          <span key={change} className="block text-soft">
            {wordsOf(change, result)}
          </span>
        ))}
      </span>
    </li>
  );
}

/** By their number. */
function rowsOf(lines: readonly Change[]): (readonly [line: number, changes: readonly Change[]])[] {
  const byLine = new Map<number, Change[]>();
  for (const change of lines) byLine.set(change.line, [...(byLine.get(change.line) ?? []), change]);
  return [...byLine];
}

/** How many lines were changed or left out. */
export const changedLinesText = ({ lines, more }: Pick<CaptionReading, 'lines' | 'more'>): string =>
  t('captionLines.summary', { count: rowsOf(lines).length + more });

function wordsOf(change: Change['change'], result = ''): string {
  if (change === 'timing') return t('captionLines.timing', { result });
  if (change === 'left_out_long') return t('captionLines.leftOutLong', { max: MAX_CUE_TEXT });
  return WORDS[change];
}

const WORDS: Readonly<Record<Exclude<Change['change'], 'timing' | 'left_out_long'>, string>> = {
  formatting: t('captionLines.formatting'),
  tag_as_text: t('captionLines.tagAsText'),
  line_break: t('captionLines.lineBreak'),
  entity: t('captionLines.entity'),
  characters: t('captionLines.characters'),
  left_out: t('captionLines.leftOut'),
  left_out_time: t('captionLines.leftOutTime'),
  left_out_order: t('captionLines.leftOutOrder'),
  left_out_early: t('captionLines.leftOutEarly'),
  left_out_late: t('captionLines.leftOutLate'),
  left_out_empty: t('captionLines.leftOutEmpty'),
};
