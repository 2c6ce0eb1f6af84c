/** How loud each of a wall is: remembered by this browser, as a mixer keeps its faders where they were. */
import { useState } from 'react';
import { keep, readKept } from '../../lib/kept.ts';

export interface Fader {
  /** From 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
}

/** By the keys of tiles. */
type Faders = Readonly<Record<string, Fader>>;

const KEY = 'wall.faders';
/** Nothing is heard before somebody asked for it, and several together are loud. */
const AT_FIRST: Fader = { volume: 0.5, isMuted: true };

export function readFaders(kept: unknown): Faders {
  if (typeof kept !== 'object' || kept === null) return {};
  const entries = Object.entries(kept as Record<string, Partial<Fader> | null>).flatMap(([key, fader]) => {
    const volume = fader?.volume;
    if (typeof volume !== 'number' || !(volume >= 0 && volume <= 1)) return [];
    // A new page is silent until somebody presses something: browsers want it so.
    return [[key, { volume, isMuted: true }] as const];
  });
  return Object.fromEntries(entries);
}

export interface Mix {
  readonly faderOf: (key: string) => Fader;
  readonly change: (key: string, change: Partial<Fader>) => void;
  /** One mute for all, which leaves each as it is. */
  readonly isSilent: boolean;
  readonly setSilent: (isSilent: boolean) => void;
}

export function useMix(): Mix {
  const [faders, setFaders] = useState(() => readFaders(readKept('localStorage', KEY)));
  const [isSilent, setSilent] = useState(false);
  const faderOf = (key: string) => faders[key] ?? AT_FIRST;
  const change = (key: string, change: Partial<Fader>) => {
    const next = { ...faders, [key]: { ...faderOf(key), ...change } };
    keep('localStorage', KEY, next);
    setFaders(next);
    // Whoever wants to hear one hears it.
    if (change.isMuted === false) setSilent(false);
  };
  return { faderOf, change, isSilent, setSilent };
}
