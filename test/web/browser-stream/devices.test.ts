import { describe, expect, it } from 'vitest';
import {
  CameraFailure,
  devicesOf,
  facesUser,
  problemOf,
} from '#web/features/browser-stream/camera/devices.ts';
import { createReading, levelOf } from '#web/features/browser-stream/camera/sound.ts';

describe('the camera’s error', () => {
  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'none'],
    ['OverconstrainedError', 'none'],
    ['NotReadableError', 'busy'],
    ['AbortError', 'busy'],
    ['TypeError', 'unsupported'],
  ])('%s means %s', (name, problem) => {
    expect(problemOf(new DOMException('', name))).toBe(problem);
  });

  it('is the same for every request', () => {
    expect(problemOf(new CameraFailure('insecure'))).toBe('insecure');
  });
});

it('devices without names are not offered, as names come with permission', () => {
  const devices = [
    { kind: 'videoinput', deviceId: 'a', label: 'Front' },
    { kind: 'audioinput', deviceId: 'b', label: 'Microphone' },
    { kind: 'videoinput', deviceId: '', label: '' },
  ] as const;
  expect(devicesOf('videoinput', devices)).toEqual([{ id: 'a', label: 'Front' }]);
});

describe('the preview’s mirroring', () => {
  it.each([
    ['user', 'Camera 1', true],
    ['environment', 'Camera 0', false],
    [undefined, 'FaceTime HD Camera', true],
    [undefined, 'camera2 0, facing back', false],
    ['', 'Rear Camera', false],
  ])('with a camera facing %s, named %s, is %s', (facing, label, isMirrored) => {
    expect(facesUser(facing, label)).toBe(isMirrored);
  });
});

describe('the sound level', () => {
  const tone = (amplitude: number) =>
    Float32Array.from({ length: 2048 }, (_, at) => amplitude * Math.sin(at / 10));

  it('is 0 in silence and near 1 at the maximum', () => {
    expect(levelOf(new Float32Array(2048))).toBe(0);
    expect(levelOf(new Float32Array(0))).toBe(0);
    expect(levelOf(tone(1))).toBeGreaterThan(0.9);
    expect(levelOf(tone(1))).toBeLessThanOrEqual(1);
  });

  it('is logarithmic', () => {
    const steps = [0.4, 0.2, 0.1, 0.05].map((amplitude) => levelOf(tone(amplitude)));
    const falls = steps.slice(1).map((level, at) => (steps[at] ?? 0) - level);
    for (const fall of falls) expect(fall).toBeCloseTo(0.1, 2);
  });
});

describe('the microphone meter', () => {
  /** A beep of 100 ms each second, as it is read at 60 pictures a second. */
  const beeps = Array.from({ length: 240 }, (_, at) => (at % 60 < 6 ? 0.9 : 0));

  it('agrees with its bar, and keeps its word between two beeps', () => {
    const read = createReading();
    const seen = beeps.map((level, at) => read(level, (at * 1000) / 60));
    expect(seen.map(({ share }) => share)).toContain(0.9);
    expect(new Set(seen.map(({ word }) => word))).toEqual(new Set(['Good']));
  });

  it('falls to "No sound" when it gets quiet, however often it is read', () => {
    for (const stepMs of [4, 16, 33]) {
      const read = createReading();
      read(0.9, 0);
      let last = read(0, stepMs);
      for (let nowMs = stepMs; nowMs <= 3000; nowMs += stepMs) last = read(0, nowMs);
      expect(last.word).toBe('No sound');
      expect(last.share).toBeLessThan(0.05);
    }
  });

  it('says "Too loud" at once', () => {
    const read = createReading();
    expect(read(0.1, 0).word).toBe('Quiet');
    expect(read(0.99, 16).word).toBe('Too loud');
  });
});
