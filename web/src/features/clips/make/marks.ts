/** The start and end of a clip on the clock of the source, in seconds. */
import { useEffect, useRef, useState } from 'react';
import { CLIP_MAX_MS, CLIP_MIN_MS } from '#shared/limits.ts';
import { listen } from '#web/lib/listen.ts';
import type { Range, WatchedClock } from './watched-clock.ts';

export const MIN_S = CLIP_MIN_MS / 1000;
export const MAX_S = CLIP_MAX_MS / 1000;
/** The usual length. */
const USUAL_S = 30;

export interface Marks {
  readonly fromS: number;
  readonly untilS: number;
}

export type Mark = keyof Marks;

/** Selects what was just played, or what follows at the very start. */
export function firstMarks(nowS: number, { startS, endS }: Range): Marks {
  const untilS = Math.min(endS, Math.max(nowS, startS + MIN_S));
  return { fromS: Math.max(startS, untilS - USUAL_S), untilS };
}

/** Moves one mark. The other follows within the minimum and maximum length. */
export function withMovedMark(
  { fromS, untilS }: Marks,
  mark: Mark,
  toS: number,
  { startS, endS }: Range,
): Marks {
  if (mark === 'fromS') {
    const from = Math.min(Math.max(startS, toS), Math.max(startS, endS - MIN_S));
    return { fromS: from, untilS: Math.min(endS, Math.min(Math.max(untilS, from + MIN_S), from + MAX_S)) };
  }
  const until = Math.max(Math.min(endS, toS), Math.min(endS, startS + MIN_S));
  return { fromS: Math.max(startS, Math.max(Math.min(fromS, until - MIN_S), until - MAX_S)), untilS: until };
}

/** Padding around the marks, so that each can be moved further. */
const AROUND_S = 30;

/** The visible range: the marks, the playback position if near, and padding. */
export function visibleRange({ fromS, untilS }: Marks, { startS, endS }: Range): Range {
  return { startS: Math.max(startS, fromS - AROUND_S), endS: Math.min(endS, untilS + AROUND_S) };
}

export const isLongEnough = ({ fromS, untilS }: Marks): boolean => untilS - fromS >= MIN_S - 0.001;

export function useMarks(video: HTMLVideoElement, clock: WatchedClock) {
  const [marking, setMarking] = useState<{ marks: Marks; range: Range; nowS: number } | null>(null);
  useEffect(() => {
    const updateDuration = () => {
      const [nowS, range] = [clock.nowS(), clock.range()];
      if (nowS === null || range === null) return;
      setMarking((known) => ({ nowS, range, marks: known?.marks ?? firstMarks(nowS, range) }));
    };
    updateDuration();
    return listen(video, 'timeupdate', updateDuration);
  }, [video, clock]);
  const move = (mark: Mark, toS: number) =>
    setMarking((known) => known && { ...known, marks: withMovedMark(known.marks, mark, toS, known.range) });
  return { marking, move };
}

/** Plays the selection, then returns to the earlier position. */
export function usePreview(video: HTMLVideoElement, clock: WatchedClock) {
  const [untilS, setUntilS] = useState<number | null>(null);
  const backS = useRef(0);
  useEffect(() => {
    if (untilS === null) return;
    return listen(video, 'timeupdate', () => {
      const nowS = clock.nowS();
      if (nowS === null || nowS < untilS) return;
      setUntilS(null);
      clock.goBack(backS.current);
    });
  }, [video, clock, untilS]);
  const start = (marks: Marks) => {
    backS.current = clock.nowS() ?? marks.untilS;
    clock.seekTo(marks.fromS);
    // If playback is blocked, the picture still shows the position.
    video.play().catch(() => undefined);
    setUntilS(marks.untilS);
  };
  const stop = () => {
    setUntilS(null);
    clock.goBack(backS.current);
  };
  return { isOn: untilS !== null, start, stop };
}
