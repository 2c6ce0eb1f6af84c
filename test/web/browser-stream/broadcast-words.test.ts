import { describe, expect, it } from 'vitest';
import type { BroadcastEvent, PieceCounts } from '#web/features/browser-stream/broadcast.ts';
import {
  cameraLine,
  toastFor,
  sentSeconds,
  uploadLine,
} from '#web/features/browser-stream/broadcast-words.ts';
import { DEFAULT_WAY, qualityLine, wayOf } from '#web/features/browser-stream/way.ts';
import { RECORDING_BITS_PER_SECOND } from '#shared/limits.ts';
import { ApiFailure } from '#web/lib/api/api-failure.ts';

const chunks = (recorded: number, stored: number): PieceCounts => ({ recorded, stored });

describe('the status line', () => {
  it.each(['off', 'asking', 'ready', 'starting'] as const)('asks for the fan while %s', (phase) => {
    expect(cameraLine({ phase, chunks: chunks(0, 0) }, 0)).toBe('Position your fan in frame');
  });

  // spec: 2.38
  it.each([
    [0, 0, 'LIVE - 0 sec sent'],
    [4, 8, 'LIVE - 8 sec sent'],
    [604, 608, 'LIVE - 10 min sent'],
  ])('says how much is sent while live: %i chunks in %i s', (stored, elapsedS, line) => {
    expect(cameraLine({ phase: 'live', chunks: chunks(stored, stored) }, elapsedS)).toBe(line);
  });
});

describe('the time that is uploaded', () => {
  it('is the uploaded share of the broadcast, in whole minutes from one on', () => {
    expect(sentSeconds(chunks(0, 0), 5)).toBe(0);
    expect(sentSeconds(chunks(10, 5), 41)).toBe(20);
    expect(sentSeconds(chunks(604, 604), 629)).toBe(600);
    expect(sentSeconds(chunks(4, 5), 8)).toBe(8);
  });
});

describe('the upload’s state', () => {
  it('is complete while only the newest chunk is on its way', () => {
    expect(uploadLine({ chunks: chunks(9, 9), network: 'fine' }, 18)).toBe('All uploaded');
    expect(uploadLine({ chunks: chunks(9, 8), network: 'fine' }, 18)).toBe('All uploaded');
  });

  it('says what is waiting, and why', () => {
    expect(uploadLine({ chunks: chunks(9, 6), network: 'fine' }, 18)).toBe('Uploading 6 sec');
    expect(uploadLine({ chunks: chunks(9, 6), network: 'waiting' }, 18)).toBe(
      '6 sec waiting: nothing is getting through',
    );
    expect(uploadLine({ chunks: chunks(9, 8), network: 'waiting' }, 0)).toBe(
      '1 sec waiting: nothing is getting through',
    );
  });
});

describe('the quality of a direct broadcast', () => {
  const best = {
    bitsPerSecond: RECORDING_BITS_PER_SECOND,
    framesPerSecond: 30,
    heightPx: 720,
    hasSmall: true,
    isReduced: false,
    isDeviceSlow: false,
  };

  it.each([
    [best, 'Sending 720p, 2.5 Mbit/s'],
    [
      { ...best, bitsPerSecond: 1_600_000, isReduced: true, isDeviceSlow: false },
      'Sending 720p, 1.6 Mbit/s: your connection is slow',
    ],
    [
      { ...best, bitsPerSecond: 420_000, heightPx: 360, isReduced: true, isDeviceSlow: false },
      'Sending 360p, 420 kbit/s: your connection is slow',
    ],
    [
      { ...best, framesPerSecond: 15, isReduced: true, isDeviceSlow: false },
      'Sending 720p, 2.5 Mbit/s: your device is busy',
    ],
  ])('is described in plain words: %o', (quality, line) => {
    expect(qualityLine(quality)).toBe(line);
  });

  it('is not called slow while all is uploaded, as after an interruption', () => {
    const reduced = { ...best, bitsPerSecond: 420_000, heightPx: 360, isReduced: true };
    expect(qualityLine(reduced, true)).toBe('Sending 360p, 420 kbit/s: reduced for your connection');
  });
});

describe('the remembered mode', () => {
  it.each([
    ['direct', 'direct'],
    ['compatible', 'compatible'],
    [null, DEFAULT_WAY],
    ['carrier pigeon', DEFAULT_WAY],
  ])('stored as %s is %s', (remembered, way) => {
    expect(wayOf(remembered)).toBe(way);
  });
});

describe('the broadcast’s toast', () => {
  const ended = (counts: PieceCounts): BroadcastEvent => ({
    kind: 'ended',
    chunks: counts,
    elapsedS: 246,
    receipt: null,
  });
  const refusal = new ApiFailure({ status: 409, code: 'conflict', detail: 'You are live through software.' });

  // spec: 8.23
  it.each<[string, BroadcastEvent, string, string | undefined]>([
    ['a camera', { kind: 'camera-ready' }, 'Camera Ready', undefined],
    [
      'a refused camera',
      { kind: 'camera-failed', problem: 'denied' },
      'Camera Access Denied',
      'Please allow camera access to stream',
    ],
    ['being live', { kind: 'live' }, 'You are now LIVE!', undefined],
    [
      'a failed recording',
      { kind: 'recording-failed' },
      'Recording Error',
      'There was an issue with recording',
    ],
    [
      'a refused start',
      { kind: 'start-failed', error: refusal },
      'Failed to Start Stream',
      'You are live through software.',
    ],
    [
      'a start that failed without words',
      { kind: 'start-failed', error: new TypeError('x') },
      'Failed to Start Stream',
      'Could not start streaming',
    ],
    ['the end', ended(chunks(123, 123)), 'Stream Ended', '4 min sent'],
  ])('for %s has the words of the specification (§8)', (_, event, title, description) => {
    const toast = toastFor(event);
    expect([toast.title, toast.description]).toEqual([title, description]);
  });

  it('says where the rest is when an end left chunks behind', () => {
    expect(toastFor(ended(chunks(123, 120))).description).toBe(
      '4 min sent. 6 sec still waiting in this browser.',
    );
  });
});
