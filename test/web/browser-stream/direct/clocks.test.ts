import { describe, expect, it } from 'vitest';
import { PictureClock } from '#web/features/browser-stream/direct/clock/picture-clock.ts';
import { SoundClock } from '#web/features/browser-stream/direct/clock/sound-clock.ts';
import { type Devices, simulate } from './simulated-devices.ts';

/** Beyond this people see that lips and words do not belong together (ITU-R BT.1359: sound early). */
const MAX_APART_MS = 45;
const MINUTE_MS = 60_000;

/** How far apart they are at worst, where `counts`. */
const worst = (devices: Devices, counts = (_takenMs: number) => true): number =>
  Math.max(...simulate(devices).apart.map(({ takenMs, ms }) => (counts(takenMs) ? Math.abs(ms) : 0)));

describe('picture and sound', () => {
  it.each([
    ['clocks that agree', 0, 0],
    ['a slow microphone and a fast camera', -100, 100],
    ['a fast microphone and a slow camera', 100, -100],
    ['the microphone of a cheap headset', 300, 0],
  ])('stay in sync for ten minutes with %s', (_, soundPpm, picturePpm) => {
    expect(worst({ lengthMs: 10 * MINUTE_MS, soundPpm, picturePpm })).toBeLessThan(MAX_APART_MS / 2);
  });

  it('stay in sync on a machine that pauses for half a second', () => {
    const devices = { soundPpm: 50, picturePpm: -50, stallEveryMs: 20_000 };
    expect(worst({ lengthMs: 10 * MINUTE_MS, ...devices })).toBeLessThan(MAX_APART_MS);
  });

  it('are adjusted by at most three thousandths of a picture’s duration', () => {
    const { steps } = simulate({ lengthMs: 5 * MINUTE_MS, soundPpm: 200, picturePpm: -200 });
    const off = steps.map(({ placedMs, takenMs }) => Math.abs(placedMs - takenMs));
    expect(Math.max(...off)).toBeLessThan(0.003 * 100);
  });

  it('return to sync after lost sound', () => {
    const lostSound = { fromMs: 20_000, toMs: 20_400 };
    const isWell = (takenMs: number) => takenMs < 20_000 || takenMs > 24_000;
    expect(worst({ lengthMs: MINUTE_MS, lostSound }, isWell)).toBeLessThan(MAX_APART_MS / 2);
  });

  it('return to sync after a camera change', () => {
    const isWell = (takenMs: number) => takenMs < 30_000 || takenMs > 32_000;
    expect(worst({ lengthMs: MINUTE_MS, otherCameraAtMs: 30_000 }, isWell)).toBeLessThan(MAX_APART_MS);
  });
});

describe('the sound’s clock', () => {
  const RATE = 48_000;
  const BLOCK = 1024;
  const BLOCK_MS = (BLOCK * 1000) / RATE;
  /** A clock after this much sound. */
  const audibleFor = (ms: number): { clock: SoundClock; atMs: number } => {
    const clock = new SoundClock(RATE);
    let atMs = 0;
    for (; atMs < ms; atMs += BLOCK_MS) clock.take(BLOCK, atMs);
    return { clock, atMs: atMs - BLOCK_MS };
  };

  it('counts arriving samples only', () => {
    const { clock } = audibleFor(10_000);
    expect(clock.position).toBe(BLOCK * Math.ceil(10_000 / BLOCK_MS));
  });

  it('waits for sound that a busy machine delays', () => {
    const { clock, atMs } = audibleFor(5000);
    const before = clock.position;
    expect(clock.idle(atMs + 900)).toEqual({ silence: 0, jump: 0, isKept: true });
    for (let late = 1; late * BLOCK_MS < 900; late += 1)
      expect(clock.take(BLOCK, atMs + 900).isKept).toBe(true);
    expect(clock.position - before).toBe(BLOCK * Math.floor(900 / BLOCK_MS));
  });

  it('counts silence while no sound arrives, then continues with sound', () => {
    const { clock, atMs } = audibleFor(5000);
    const before = clock.position;
    let silence = 0;
    for (let ms = 0; ms <= 6000; ms += 33) silence += clock.idle(atMs + ms).silence;
    expect(silence / RATE).toBeGreaterThan(5.9);
    expect(silence / RATE).toBeLessThanOrEqual(6);
    const step = clock.take(BLOCK, atMs + 6000 + BLOCK_MS);
    expect(step.isKept).toBe(true);
    expect(clock.position).toBe(before + silence + BLOCK);
  });

  it('keeps silence when its sound arrives too late', () => {
    const { clock, atMs } = audibleFor(5000);
    clock.idle(atMs + 1500);
    const burst = Array.from({ length: 70 }, () => clock.take(BLOCK, atMs + 1500).isKept);
    expect(burst.filter((isKept) => isKept).length).toBeLessThan(3);
    expect(Math.abs((clock.msAt(atMs + 1500) ?? 0) - (clock.position * 1000) / RATE)).toBeLessThan(45);
  });

  it('starts by itself when there is no sound', () => {
    const clock = new SoundClock(RATE);
    for (let ms = 0; ms <= 3000; ms += 33) clock.idle(ms);
    expect(clock.position / RATE).toBeGreaterThan(2);
    expect(clock.position / RATE).toBeLessThan(2.5);
  });

  it('jumps over ten seconds of sleep, in whole AAC frames', () => {
    const { clock, atMs } = audibleFor(5000);
    clock.begin(100);
    const before = clock.position;
    const { silence, jump } = clock.idle(atMs + 10_000);
    expect((before + silence - 100) % 1024).toBe(0);
    expect(jump % 1024).toBe(0);
    expect((silence + jump) / RATE).toBeCloseTo(10, 1);
    expect(clock.msAt(atMs + 10_000)).toBeCloseTo((clock.position * 1000) / RATE, -2);
  });
});

describe('the picture’s clock', () => {
  it('has no position before the first sound', () => {
    expect(new PictureClock(new SoundClock(48_000)).timeOf(0, 0)).toBeNull();
  });
});
