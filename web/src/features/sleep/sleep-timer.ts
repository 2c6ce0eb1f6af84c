import { MINUTE_MS, MINUTE_S } from '#shared/plain/time.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatDuration } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** When sleep mode's sound ends, and how it fades out. Times in ms. */

export const TIMER_MINUTES = [15, 30, 45, 60, 90, 120, 180, 240, 300, 360, 420, 480] as const;

export const FADE_MS = 2 * MINUTE_MS;

export interface TimerChoice {
  readonly minutes: number;
  /** "HH:MM" on the reader's clock; empty: after `minutes`. */
  readonly until: string;
}

/** The end of the sound for a choice made at `nowMs`. A time of day that is past means tomorrow. */
export function endOf({ minutes, until }: TimerChoice, nowMs: number): number {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(until) ?? [];
  if (hour === undefined || minute === undefined) return nowMs + minutes * MINUTE_MS;
  const today = new Date(nowMs).setHours(Number(hour), Number(minute), 0, 0);
  if (today > nowMs) return today;
  // By calendar day, because a day may be an hour longer or shorter.
  const tomorrow = new Date(nowMs);
  tomorrow.setDate(tomorrow.getDate() + 1);
  return tomorrow.setHours(Number(hour), Number(minute), 0, 0);
}

/** The volume from 0 to 1 at a time before the end: quadratic, which sounds even. */
export const loudness = (leftMs: number): number => Math.min(1, Math.max(0, leftMs / FADE_MS)) ** 2;

/** "1 hour", "1 hour 30 minutes", "45 minutes". */
export const lengthWords = (minutes: number): string => formatDuration(minutes * MINUTE_S, 'long');

/** "1 hour 5 minutes left". */
export function timeLeftLabel(leftMs: number): string {
  const minutes = Math.ceil(leftMs / MINUTE_MS);
  return minutes <= 1 ? t('sleep.lessThanMinuteLeft') : t('sleep.timeLeft', { time: lengthWords(minutes) });
}

interface TimerEvents {
  /** From 0 to 1. */
  readonly onLoudness: (share: number) => void;
  readonly onEnd: () => void;
}

/** Limits a wait, because timers stop while the machine sleeps. */
const LONGEST_WAIT_MS = 60_000;
const TIMER_STEP_MS = 250;

/** Reports the volume and the end, until `endMs`; `null`: already over. */
export function useTimer(endMs: number | null, { onLoudness, onEnd }: TimerEvents): void {
  const loud = useEffectEvent(onLoudness);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (endMs === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      const leftMs = endMs - Date.now();
      loud(loudness(leftMs));
      if (leftMs <= 0) return end();
      const untilFadeMs = Math.min(leftMs - FADE_MS, LONGEST_WAIT_MS);
      timer = setTimeout(update, Math.max(TIMER_STEP_MS, untilFadeMs));
    };
    update();
    return () => clearTimeout(timer);
  }, [endMs]);
}

/** The time in ms since 1970, updated at each full minute. */
export function useMinutes(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNowMs(Date.now()), MINUTE_MS - (nowMs % MINUTE_MS));
    return () => clearTimeout(timer);
  }, [nowMs]);
  return nowMs;
}
