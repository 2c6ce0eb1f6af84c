import { useEffect, useRef } from 'react';

interface LevelMeterProps {
  /** Loudness now, from 0 to 1. */
  readonly level: () => number;
  readonly isMuted: boolean;
}

/** How often the words follow, and for those who asked for less motion the bar as well. */
const CALM_MS = 250;
/** The bar rises at once and falls this much at each picture. */
const FALL = 0.94;

/** How loud the microphone is: a bar that follows it without React, and the same in words. */
export function LevelMeter({ level, isMuted }: LevelMeterProps) {
  const meter = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!isMuted) return follow(level, meter.current, bar.current, words.current);
    show(0, bar.current);
    tell(0, 'Muted', meter.current, words.current);
    return undefined;
  }, [level, isMuted]);
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <div
        ref={meter}
        role="meter"
        aria-label="Microphone level"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={0}
        className="h-2.5 min-w-0 flex-1 overflow-hidden rounded-full bg-line"
      >
        <div
          ref={bar}
          className="size-full origin-left rounded-full bg-success"
          style={{ transform: 'scaleX(0)' }}
        />
      </div>
      {/* Said by the meter itself to a screen reader. */}
      <span ref={words} aria-hidden="true" className="w-20 shrink-0 text-sm text-soft" />
    </div>
  );
}

type Element = HTMLElement | null;

/** Follows the level until the answered function is called. */
function follow(level: () => number, meter: Element, bar: Element, words: Element): () => void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)');
  let shown = 0;
  let toldAtMs = -CALM_MS;
  const draw = (nowMs: number) => {
    shown = Math.max(Math.min(1, level()), shown * FALL);
    const tells = nowMs - toldAtMs >= CALM_MS;
    if (tells || !isCalm.matches) show(shown, bar);
    if (tells) {
      tell(shown, wordFor(shown), meter, words);
      toldAtMs = nowMs;
    }
    frame = requestAnimationFrame(draw);
  };
  let frame = requestAnimationFrame(draw);
  return () => cancelAnimationFrame(frame);
}

function show(share: number, bar: Element): void {
  if (bar) bar.style.transform = `scaleX(${share.toFixed(3)})`;
}

function tell(share: number, word: string, meter: Element, words: Element): void {
  meter?.setAttribute('aria-valuenow', String(Math.round(share * 100)));
  meter?.setAttribute('aria-valuetext', word);
  if (words && words.textContent !== word) words.textContent = word;
}

/** The level counts decibels: 0 is -60 dB, 1 the loudest there is. */
const SILENT_BELOW = 0.05;
const QUIET_BELOW = 0.35;
const LOUD_FROM = 0.95;

/** The level in a word. */
function wordFor(share: number): string {
  if (share < SILENT_BELOW) return 'No sound';
  if (share < QUIET_BELOW) return 'Quiet';
  return share < LOUD_FROM ? 'Good' : 'Too loud';
}
