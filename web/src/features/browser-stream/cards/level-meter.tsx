import { useEffect, useRef } from 'react';
import { createReading } from '../camera/level.ts';

interface LevelMeterProps {
  /** Loudness now, from 0 to 1. */
  readonly level: () => number;
  readonly isMuted: boolean;
}

/** How often the number follows, and for those who asked for less motion bar and word as well. */
const CALM_MS = 250;

/** How loud the microphone is: a bar that follows it without React, and the same in words. */
export function LevelMeter({ level, isMuted }: LevelMeterProps) {
  const meter = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!isMuted) return follow(level, meter.current, bar.current, words.current);
    show(0, bar.current);
    say('Muted', words.current);
    tell(0, 'Muted', meter.current);
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
  const read = createReading();
  let toldAtMs = -CALM_MS;
  const draw = (nowMs: number) => {
    const { share, word } = read(level(), nowMs);
    const tells = nowMs - toldAtMs >= CALM_MS;
    if (tells || !isCalm.matches) {
      show(share, bar);
      say(word, words);
    }
    if (tells) {
      tell(share, word, meter);
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

function say(word: string, words: Element): void {
  if (words && words.textContent !== word) words.textContent = word;
}

function tell(share: number, word: string, meter: Element): void {
  meter?.setAttribute('aria-valuenow', String(Math.round(share * 100)));
  meter?.setAttribute('aria-valuetext', word);
}
