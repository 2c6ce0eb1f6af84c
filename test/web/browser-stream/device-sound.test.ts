import { afterEach, expect, it, vi } from 'vitest';
import { createDeviceTrack, type DeviceTrack } from '#web/features/browser-stream/camera/device-track.ts';
import { contextFor } from '#web/lib/sound/context-for.ts';
import { watchForPauses } from '#web/features/browser-stream/broadcaster/background-tasks.ts';

afterEach(() => vi.unstubAllGlobals());

/** Firefox: tracks of another rate than the context's are refused. */
function stubFirefox(microphoneRate: number) {
  const open = new Set<number>();
  vi.stubGlobal('MediaStream', EventTarget);
  vi.stubGlobal(
    'AudioContext',
    class {
      readonly sampleRate: number;
      constructor({ sampleRate = 48_000 } = {}) {
        this.sampleRate = sampleRate;
        open.add(sampleRate);
      }
      createMediaStreamSource() {
        if (this.sampleRate !== microphoneRate) throw new DOMException('rates differ', 'NotSupportedError');
        return {};
      }
      async close() {
        open.delete(this.sampleRate);
      }
    },
  );
  return open;
}

class FakeTrack extends EventTarget {
  muted = false;
  readonly stop = vi.fn<() => void>();
  getSettings(): MediaTrackSettings {
    return {};
  }
}
const aTrack = () => new FakeTrack() as FakeTrack & MediaStreamTrack;

it.each([48_000, 44_100, 16_000, 8000])('a microphone of %i Hz gets a context of its rate', (rate) => {
  const open = stubFirefox(rate);
  expect(contextFor(aTrack()).sampleRate).toBe(rate);
  expect([...open]).toEqual([rate]);
});

it('a microphone that no context takes is refused, and leaves no context open', () => {
  const open = stubFirefox(11_111);
  expect(() => contextFor(aTrack())).toThrow(expect.objectContaining({ name: 'NotSupportedError' }));
  expect([...open]).toEqual([]);
});

it('a device that cannot be used leaves the one before as it was', () => {
  const [before, next] = [aTrack(), aTrack()];
  const device = createDeviceTrack({
    closing: new AbortController().signal,
    onUse: (track) => {
      if (track === next) throw new DOMException('rates differ', 'NotSupportedError');
    },
    onLost: () => {},
    onPaused: () => {},
  });
  device.use(before);
  expect(() => device.replace(next)).toThrow('rates differ');
  expect(device.current).toBe(before);
  expect(before.stop).not.toHaveBeenCalled();
  expect(next.stop).toHaveBeenCalledOnce();
});

it('a device that the system pauses is reported, and again when it is back', () => {
  const track = aTrack();
  const seen: boolean[] = [];
  const device: DeviceTrack = createDeviceTrack({
    closing: new AbortController().signal,
    onUse: () => {},
    onLost: () => {},
    onPaused: () => seen.push(device.isPaused()),
  });
  device.use(track);
  for (const muted of [true, false]) {
    track.muted = muted;
    track.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
  }
  expect(seen).toEqual([true, false]);
});

it('a page that stood still is reported with how long, and a slow beat is not', () => {
  let nowMs = 0;
  const over = new AbortController();
  const pauses: number[] = [];
  const listeners = new Set<() => void>();
  const onBeat = (act: () => void) => {
    listeners.add(act);
    return () => void listeners.delete(act);
  };
  watchForPauses({ onBeat, clockMs: () => nowMs }, over.signal, (ms) => pauses.push(ms));
  for (const ms of [1000, 1900, 31_000, 1000]) {
    nowMs += ms;
    for (const beat of listeners) beat();
  }
  expect(pauses).toEqual([30_000]);
  over.abort();
  expect(listeners.size).toBe(0);
});
