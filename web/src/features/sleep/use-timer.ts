import { useEffect, useEffectEvent, useState } from 'react';
import { FADE_MS, loudness } from './sleep-timer.ts';

interface TimerEvents {
  /** From 0 to 1. */
  readonly onLoudness: (share: number) => void;
  readonly onOver: () => void;
}

/** A machine that slept does not count its timers on. */
const LONGEST_WAIT_MS = 60_000;
const STEP_MS = 250;

/** Tells how loud it is to be, and when it is over, until `endMs`; `null`: it is over. */
export function useTimer(endMs: number | null, { onLoudness, onOver }: TimerEvents): void {
  const loud = useEffectEvent(onLoudness);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (endMs === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const leftMs = endMs - Date.now();
      loud(loudness(leftMs));
      if (leftMs <= 0) return over();
      const untilFadeMs = Math.min(leftMs - FADE_MS, LONGEST_WAIT_MS);
      timer = setTimeout(look, Math.max(STEP_MS, untilFadeMs));
    };
    look();
    return () => clearTimeout(timer);
  }, [endMs]);
}

const MINUTE_MS = 60_000;

/** The time in ms since 1970, told anew at each full minute: as seldom as a clock without seconds needs it. */
export function useMinutes(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNowMs(Date.now()), MINUTE_MS - (nowMs % MINUTE_MS));
    return () => clearTimeout(timer);
  }, [nowMs]);
  return nowMs;
}
