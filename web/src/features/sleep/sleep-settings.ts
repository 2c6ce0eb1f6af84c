/** How somebody likes to sleep: remembered by this browser. */
import { useState } from 'react';
import { keep, readKept } from '../../lib/kept.ts';
import { endOf, TIMER_MINUTES, type TimerChoice } from './sleep-timer.ts';

export interface SleepSettings extends TimerChoice {
  readonly showsClock: boolean;
  /** The address of the video that follows a stream that ends; empty: the channel's newest replay. */
  readonly recording: string;
}

const KEY = 'sleep.settings';
const DEFAULTS: SleepSettings = { minutes: 60, until: '', showsClock: true, recording: '' };

/** What is kept, as far as it can be read. */
export function readSettings(kept: unknown): SleepSettings {
  const given = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<Record<string, unknown>>;
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    minutes: TIMER_MINUTES.find((minutes) => minutes === given['minutes']) ?? DEFAULTS.minutes,
    until: textOf(given['until']),
    showsClock: given['showsClock'] !== false,
    recording: textOf(given['recording']),
  };
}

export type ChangeSettings = (change: Partial<SleepSettings>) => void;

/** The settings, and when by them the sound ends: counted from when that was chosen, in ms since 1970. */
export function useSleepSettings() {
  const [{ settings, endMs }, set] = useState(() => withEnd(readSettings(readKept('localStorage', KEY))));
  const change: ChangeSettings = (change) => {
    const next = { ...settings, ...change };
    keep('localStorage', KEY, next);
    set('minutes' in change || 'until' in change ? withEnd(next) : { settings: next, endMs });
  };
  return { settings, endMs, change };
}

const withEnd = (settings: SleepSettings) => ({ settings, endMs: endOf(settings, Date.now()) });
