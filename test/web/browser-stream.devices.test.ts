import { describe, expect, it } from 'vitest';
import {
  CameraFailure,
  devicesOf,
  looksAtUser,
  problemOf,
} from '../../web/src/features/browser-stream/devices.ts';
import { levelOf } from '../../web/src/features/browser-stream/level.ts';

describe('why there is no camera', () => {
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

  it('is known once and for all', () => {
    expect(problemOf(new CameraFailure('insecure'))).toBe('insecure');
  });
});

it('devices have names only after permission: those without are no choice', () => {
  const devices = [
    { kind: 'videoinput', deviceId: 'a', label: 'Front' },
    { kind: 'audioinput', deviceId: 'b', label: 'Microphone' },
    { kind: 'videoinput', deviceId: '', label: '' },
  ] as const;
  expect(devicesOf('videoinput', devices)).toEqual([{ id: 'a', label: 'Front' }]);
});

describe('the preview is a mirror', () => {
  it.each([
    ['user', 'Camera 1', true],
    ['environment', 'Camera 0', false],
    [undefined, 'FaceTime HD Camera', true],
    [undefined, 'camera2 0, facing back', false],
    ['', 'Rear Camera', false],
  ])('with a camera facing %s, named %s: %s', (facing, label, isMirrored) => {
    expect(looksAtUser(facing, label)).toBe(isMirrored);
  });
});

describe('the level', () => {
  const tone = (amplitude: number) =>
    Float32Array.from({ length: 2048 }, (_, at) => amplitude * Math.sin(at / 10));

  it('is 0 in silence and near 1 at the loudest', () => {
    expect(levelOf(new Float32Array(2048))).toBe(0);
    expect(levelOf(new Float32Array(0))).toBe(0);
    expect(levelOf(tone(1))).toBeGreaterThan(0.9);
    expect(levelOf(tone(1))).toBeLessThanOrEqual(1);
  });

  it('goes by what ears hear: half as loud is one step down wherever it begins', () => {
    const steps = [0.4, 0.2, 0.1, 0.05].map((amplitude) => levelOf(tone(amplitude)));
    const falls = steps.slice(1).map((level, at) => (steps[at] ?? 0) - level);
    for (const fall of falls) expect(fall).toBeCloseTo(0.1, 2);
  });
});
