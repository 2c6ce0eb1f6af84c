import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  placeFrames,
  timeOfTick,
  timesOfTicks,
} from '#functions/browser-stream/media/compatible/frame-ticks.ts';
import {
  type AudioClock,
  opusHead,
  opusPacketSamples,
  placePacket,
  silentPacket,
  startAudioClock,
} from '#functions/browser-stream/media/compatible/opus.ts';
import { soundOf } from '#functions/browser-stream/media/compatible/window-sound.ts';
import type { AudioBlock } from '#functions/browser-stream/media/compatible/webm/reader.ts';
import { recording } from '#test/support/media/recorded-stream.ts';

/** The places of packets that came at these times. */
function placesOf(timesMs: readonly number[], samples = 2880): (number | undefined)[] {
  let clock: AudioClock = startAudioClock(timesMs[0] ?? 0);
  return timesMs.map((timeMs) => {
    const placed = placePacket(clock, timeMs, samples);
    ({ clock } = placed);
    return placed.startSample;
  });
}

const steady = (count: number, fromMs = 0): number[] =>
  Array.from({ length: count }, (_, index) => fromMs + index * 60);

describe('the position of a sound packet', () => {
  it('follows its predecessor despite jitter', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -25, max: 25 }), { minLength: 1, maxLength: 200 }),
        (jitterMs) => {
          const times = steady(jitterMs.length, 100).map((timeMs, index) => timeMs + (jitterMs[index] ?? 0));
          expect(placesOf(times)).toEqual(times.map((_, index) => index * 2880));
        },
      ),
    );
  });

  it('follows its predecessor when a busy machine delays some', () => {
    const times = steady(40).map((timeMs, index) => (index >= 10 && index < 14 ? 820 + index : timeMs));
    expect(placesOf(times)).toEqual(times.map((_, index) => index * 2880));
  });

  it('skips lost packets after eight packets agree on the loss', () => {
    const times = [...steady(10), ...steady(10, 600 + 480)];
    const places = placesOf(times).map((place) => (place ?? 0) / 2880);
    expect(places.slice(10)).toEqual([10, 11, 12, 13, 14, 15, 16, 25, 26, 27]);
  });

  it('skips a long loss at once', () => {
    expect(placesOf([...steady(10), ...steady(2, 600 + 1200)]).slice(10)).toEqual([30 * 2880, 31 * 2880]);
  });

  it('follows a microphone clock that runs apart, within 105 ms', () => {
    for (const rate of [0.9999, 1.0001]) {
      const times = steady(60_000).map((timeMs) => Math.round(timeMs * rate));
      const places = placesOf(times);
      const offMs = places.flatMap((place, index) =>
        place === undefined ? [] : [Math.abs(place / 48 - (times[index] ?? 0))],
      );
      expect(Math.max(...offMs)).toBeLessThan(105);
      expect(places.filter((place) => place === undefined).length).toBeLessThan(10);
    }
  });

  it('comes from its time after lost chunks', () => {
    let clock = startAudioClock(40);
    for (const timeMs of steady(5, 40)) ({ clock } = placePacket(clock, timeMs, 2880));
    const { startSample } = placePacket({ ...clock, isLost: true }, 40 + 5 * 60 + 180 + 9, 2880);
    expect(startSample).toBe(8 * 2880);
  });

  it('is undefined for a repeated packet', () => {
    expect(placesOf([0, 60, 60, 120])).toEqual([0, 2880, undefined, 5760]);
  });
});

describe('an Opus packet', () => {
  it('lasts 60 ms in Chromium’s recordings', () => {
    const packets = recording('camera').elements.filter(({ kind }) => kind === 'audio');
    expect(new Set(packets.map(({ data }) => opusPacketSamples(data)))).toEqual(new Set([2880]));
  });

  it.each([
    ['SILK, 60 ms', [0x18], 2880],
    ['hybrid, 20 ms', [0x68], 960],
    ['CELT, twice 2.5 ms', [0xe1], 240],
    ['CELT, 48 times 2.5 ms', [0xe3, 48], 5760],
    ['too long to be one', [0x1b, 3], 0],
    ['nothing', [], 0],
  ])('has its duration read: %s', (_, bytes, samples) => {
    expect(opusPacketSamples(Uint8Array.from(bytes))).toBe(samples);
  });

  it('of silence can have any duration', () => {
    for (const samples of [120, 240, 480, 960, 2880, 5760])
      expect(opusPacketSamples(silentPacket(samples, 2))).toBe(samples);
    expect(() => silentPacket(100, 1)).toThrow(RangeError);
  });

  it('is declared without a pre-skip', () => {
    expect(Buffer.from(opusHead(2)).toString('hex')).toBe('4f707573486561640102000080bb0000000000');
  });
});

const block = (index: number, samples: number): AudioBlock => ({
  kind: 'audio',
  timestampMs: 0,
  data: Uint8Array.of(index),
  fromSeq: 0,
  seq: 0,
  startSample: index * samples,
  samples,
});

describe('the sound of a window', () => {
  const windows = fc.record({
    startMs: fc.integer({ min: 0, max: 50_000 }),
    lengthMs: fc.integer({ min: 30, max: 8000 }),
    anchorMs: fc.integer({ min: 0, max: 500 }),
    packetMs: fc.constantFrom(20, 60),
    kept: fc.infiniteStream(fc.boolean()),
  });

  it('has no hole and enough lead-in and lead-out on the grid', () => {
    fc.assert(
      fc.property(windows, ({ startMs, lengthMs, anchorMs, packetMs, kept }) => {
        const samples = packetMs * 48;
        const blocks = Array.from({ length: 1000 }, (_, index) => block(index, samples));
        const received = [blocks[0]!, ...blocks.slice(1).filter(() => kept.next().value)];
        const endMs = startMs + lengthMs;
        const sound = soundOf({ startMs, endMs }, { anchorMs, channels: 1 }, received);
        const [first, last] = [sound.packets[0]!, sound.packets.at(-1)!];
        expect(Math.abs(first.startSample % 1024)).toBe(0);
        expect(sound.startMs).toBe(anchorMs + first.startSample / 48);
        expect(sound.startMs).toBeLessThanOrEqual(startMs - 180);
        expect(anchorMs + (last.startSample + last.samples) / 48).toBeGreaterThanOrEqual(endMs + 140);
        const follow = sound.packets.slice(1).map((packet, index) => {
          const before = sound.packets[index]!;
          return packet.startSample - before.startSample - before.samples;
        });
        expect(new Set(follow)).toEqual(new Set([0]));
      }),
    );
  });

  it('is the received sound in its place, after silence up to the first packet', () => {
    const blocks = Array.from({ length: 100 }, (_, index) => block(index, 2880));
    const { packets } = soundOf({ startMs: 2000, endMs: 4000 }, { anchorMs: 40, channels: 1 }, blocks);
    const [silence, ...received] = packets;
    expect(silence).toEqual({ startSample: 76_800, samples: 960, data: silentPacket(960, 1) });
    expect(
      received.map(({ data, startSample }) => (data.length === 1 ? data[0]! * 2880 === startSample : false)),
    ).toEqual(received.map(() => true));
    expect(received[0]?.startSample).toBe(27 * 2880);
  });
});

describe('the positions of frames', () => {
  /** Of a camera of at most 30 a second, that is early and late in turn. */
  const jittered = fc
    .array(fc.integer({ min: -16, max: 16 }), { maxLength: 120 })
    .map((jitterMs) => [0, ...jitterMs.map((ms, index) => (index + 1) * 34 + ms)]);

  it('are distinct, ordered and close to the frames’ times', () => {
    fc.assert(
      fc.property(jittered, (times) => {
        const places = placeFrames(times, times.length * 34);
        expect(places[0]).toBe(0);
        expect(new Set(places).size).toBe(places.length);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        const offMs = places.map((place, index) => Math.abs(timeOfTick(place) - (times[index] ?? 0)));
        expect(Math.max(...offMs)).toBeLessThan(51);
      }),
    );
  });

  it('are distinct when some frames arrive together', () => {
    const times = [0, 33, 240, 250, 260, 270, 280, 290, 300, 310, 333];
    const places = placeFrames(times, 366);
    expect(new Set(places).size).toBe(times.length);
    expect(places.at(-1)).toBeLessThanOrEqual(15);
  });

  it('are shared when a camera is much faster than 30 fps', () => {
    const times = Array.from({ length: 61 }, (_, index) => Math.round((index * 1000) / 60));
    const places = placeFrames(times, 1017);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places.at(-1)).toBeLessThanOrEqual(35);
  });

  it('give frames their times back, and repeated frames a time between', () => {
    fc.assert(
      fc.property(jittered, fc.integer({ min: 1, max: 3000 }), (times, lastMs) => {
        const endMs = (times.at(-1) ?? 0) + lastMs;
        const places = placeFrames(times, endMs);
        const timeOf = timesOfTicks(times, endMs);
        expect(places.map(timeOf)).toEqual(times);
        const all = Array.from({ length: 300 }, (_, tick) => timeOf(tick)).filter(
          (time) => time !== undefined,
        );
        expect(all).toEqual([...new Set(all)].toSorted((a, b) => a - b));
        expect(all.at(-1)).toBeLessThan(endMs);
        expect(endMs - (all.at(-1) ?? 0)).toBeLessThan(lastMs > 100 ? 68 : lastMs + 1);
      }),
    );
  });
});
