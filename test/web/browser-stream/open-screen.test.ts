/** A shared screen without a camera, where something fails or ends meanwhile. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openScreen } from '#web/features/browser-stream/camera/camera.ts';

type Track = EventTarget & { readyState: string; kind: string; stop: () => void };

const aTrack = (kind: string): Track => {
  const track: Track = Object.assign(new EventTarget(), {
    kind,
    readyState: 'live',
    stop: () => {
      track.readyState = 'ended';
    },
    getSettings: () => ({}),
  });
  return track;
};

class Stream {
  readonly #tracks: readonly Track[];
  constructor(tracks: readonly Track[] = []) {
    this.#tracks = tracks;
  }
  getTracks = () => this.#tracks;
  getVideoTracks = () => this.#tracks.filter(({ kind }) => kind === 'video');
  getAudioTracks = () => this.#tracks.filter(({ kind }) => kind === 'audio');
}

const LISTENER = { onChange: () => {}, onLost: () => {}, onScreenEnded: () => {} };

let screen: Track;
let microphone: Track;
let onMicrophone = () => {};
beforeEach(() => {
  screen = aTrack('video');
  microphone = aTrack('audio');
  onMicrophone = () => {};
  vi.stubGlobal('MediaStream', Stream);
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getDisplayMedia: async () => new Stream([screen]),
      getUserMedia: async () => {
        onMicrophone();
        return new Stream([microphone]);
      },
    },
  });
  vi.stubGlobal('AudioContext', function NoSound(): never {
    throw new Error('No sound');
  });
});
afterEach(() => vi.unstubAllGlobals());

it('a failure turns the screen and the microphone off', async () => {
  await expect(openScreen(LISTENER)).rejects.toThrow('There is no camera');
  expect([screen.readyState, microphone.readyState]).toEqual(['ended', 'ended']);
});

it('a sharing that ends while the browser asks for the microphone shares nothing', async () => {
  onMicrophone = () => screen.stop();
  expect(await openScreen(LISTENER)).toBeNull();
  expect(microphone.readyState).toBe('ended');
});
