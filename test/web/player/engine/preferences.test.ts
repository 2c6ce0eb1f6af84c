import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  keepQuality,
  keepSound,
  preferredRendition,
  preferredSound,
  restoreSound,
} from '#web/features/player/engine/preferences.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const element = (muted = false) => ({ volume: 1, muted }) as HTMLVideoElement;

it('a player is loud until the viewer has changed it', () => {
  expect(preferredSound()).toEqual({ volume: 1, isMuted: false });
});

it('a later player has the volume and the muting of the last one', () => {
  keepSound({ volume: 0.35 });
  keepSound({ isMuted: true });
  const video = element();
  restoreSound(video, false);
  expect(video).toEqual({ volume: 0.35, muted: true });
});

it('a live stream stays muted, and becomes as loud as before', () => {
  keepSound({ volume: 0.35, isMuted: false });
  const video = element(true);
  restoreSound(video, true);
  expect(video).toEqual({ volume: 0.35, muted: true });
});

it.each(['2', '-1', 'loud', 'NaN'])('the stored volume %s is ignored', (volume) => {
  stored.set('player.volume', volume);
  expect(preferredSound().volume).toBe(1);
});

const rendition = (id: number, size: string) => ({ id, size, isAlone: true, bitsPerSecond: 0 });
const LADDER = [rendition(2, '1080p'), rendition(1, '720p'), rendition(0, '360p')];
const choiceOf = (all: typeof LADDER) => preferredRendition({ all, chosen: null, current: null });

it('a quality is chosen again, or the best below it, or the smallest', () => {
  expect(choiceOf(LADDER)).toBeNull();
  keepQuality('720p');
  expect(choiceOf(LADDER)).toBe(1);
  expect(choiceOf(LADDER.toSpliced(1, 1))).toBe(0);
  keepQuality('144p');
  expect(choiceOf(LADDER)).toBe(0);
  expect(choiceOf(LADDER.slice(0, 1))).toBeNull();
  keepQuality(null);
  expect(choiceOf(LADDER)).toBeNull();
});
