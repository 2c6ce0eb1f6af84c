import { describe, expect, it } from 'vitest';
import { behaviourOf, FanMeter, type MeterReading } from '#web/features/meter/signal/fan-meter.ts';
import { aWeightingDb } from '#web/features/meter/signal/loudness/loudness.ts';
import { Decimator } from '#web/features/meter/signal/spectrum/frames.ts';
import { soundOf } from '#test/support/media/meter/meter-cases.ts';

const RATE_HZ = 48_000;

const sine = (hertz: number, amplitude: number, seconds: number, rateHz = RATE_HZ): Float32Array =>
  Float32Array.from(
    { length: seconds * rateHz },
    (_, at) => amplitude * Math.sin((2 * Math.PI * hertz * at) / rateHz),
  );

/** Gives the sound in pieces, as a browser does. Returns the last reading. */
function audible(meter: FanMeter, sound: Float32Array, pieceSamples = 4096): MeterReading | null {
  let last: MeterReading | null = null;
  for (let from = 0; from < sound.length; from += pieceSamples) {
    last = meter.process(sound.subarray(from, from + pieceSamples)) ?? last;
  }
  return last;
}

describe('the fan meter', () => {
  const DESK_FAN = { seed: 11, fan: { blades: 4, rpm: 1180 }, snrDb: 8, beside: null };
  const sound = soundOf(DESK_FAN, { rateHz: RATE_HZ, seconds: 13 });

  it('measures the speed within 1 % at any sample rate', () => {
    const meter = new FanMeter(RATE_HZ);
    meter.blades = 4;
    expect(audible(meter, sound)?.estimate).toEqual({
      speed: {
        passHz: expect.closeTo(78.67, 0),
        blades: 4,
        areBladesDetected: false,
        rpm: expect.any(Number),
      },
    });
    const other = new FanMeter(44_100);
    other.blades = 4;
    const at44 = soundOf(DESK_FAN, { rateHz: 44_100, seconds: 13 });
    const estimate = audible(other, at44)?.estimate;
    expect(estimate && 'speed' in estimate && estimate.speed.rpm).toBeCloseTo(1180, -1);
  });

  it('says that it listens until it has heard enough', () => {
    expect(audible(new FanMeter(RATE_HZ), sound.subarray(0, 5 * RATE_HZ))?.estimate).toEqual({
      whyNot: 'listening',
    });
  });

  it('says that it hears nothing, and continues when it does', () => {
    const meter = new FanMeter(RATE_HZ);
    meter.blades = 4;
    audible(meter, sound);
    const silent = audible(meter, new Float32Array(2 * RATE_HZ));
    expect(silent).toMatchObject({ estimate: { whyNot: 'silence' }, loudness: null });
    expect(audible(meter, sound.subarray(0, RATE_HZ))).toMatchObject({
      estimate: { speed: { blades: 4 } },
      loudness: { aboveQuietestDb: expect.any(Number) },
    });
  });
});

describe('the loudness', () => {
  it.each([
    [31.5, -39.4],
    [63, -26.2],
    [125, -16.1],
    [250, -8.6],
    [500, -3.2],
    [1000, 0],
    [2000, 1.2],
    [4000, 1],
    [8000, -1.1],
    [16_000, -6.6],
  ])('is weighted at %d Hz by %d dB, as IEC 61672-1 within a tenth', (hertz, weightDb) => {
    expect(Math.abs(aWeightingDb(hertz) - weightDb)).toBeLessThan(0.15);
  });

  it('is relative to the quietest, and in dB(A) after calibration', () => {
    const meter = new FanMeter(RATE_HZ);
    audible(meter, sine(1000, 0.01, 3));
    const loud = audible(meter, sine(1000, 0.1, 7))?.loudness;
    expect(loud).toMatchObject({ aboveQuietestDb: expect.closeTo(20, 0), dba: null });
    expect(loud?.levelDb).toBeCloseTo(-20, 0);
    meter.calibration = { levelDb: loud?.levelDb ?? 0, referenceDba: 52 };
    expect(meter.reading().loudness).toMatchObject({
      dba: expect.closeTo(52, 1),
      uncertaintyDb: expect.closeTo(2, 3),
    });
    const quieter = audible(meter, sine(1000, 0.01, 3))?.loudness;
    expect(quieter).toMatchObject({ dba: expect.closeTo(32, 0), uncertaintyDb: expect.closeTo(3, 1) });
  });
});

describe('the trend of the speed', () => {
  const every = (passHz: (at: number) => number | null) =>
    Array.from({ length: 60 }, (_, at) => ({ atS: at / 2, passHz: passHz(at) }));

  it.each([
    ['steady', (at: number) => 40 * (1 + 0.003 * Math.sin(at))],
    ['surging', (at: number) => 40 * (1 + 0.03 * Math.sin(at / 4))],
    ['surging', (at: number) => (at % 3 === 0 ? 40 : null)],
    ['switching', (at: number) => (at < 30 ? 40 : 52)],
  ] as const)('is %s', (behaviour, passHz) => {
    expect(behaviourOf(every(passHz), 30)).toBe(behaviour);
  });

  it('is unknown at first', () => {
    expect(behaviourOf(every(() => 40).slice(0, 5), 2.5)).toBeNull();
  });
});

describe('the decimator', () => {
  const power = (sound: Float32Array) =>
    sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length;

  it('passes the frequencies of fans without aliases', () => {
    expect(power(new Decimator(RATE_HZ).process(sine(1200, 1, 1)))).toBeCloseTo(0.5, 2);
    expect(power(new Decimator(RATE_HZ).process(sine(3900, 1, 1)))).toBeLessThan(1e-6);
  });

  it('does not depend on how the sound is split', () => {
    const sound = sine(300, 1, 1);
    const whole = new Decimator(RATE_HZ).process(sound);
    const inPieces = new Decimator(RATE_HZ);
    const pieces = [sound.subarray(0, 1000), sound.subarray(1000, 1128), sound.subarray(1128)];
    expect(pieces.flatMap((piece) => [...inPieces.process(piece)])).toEqual([...whole]);
  });
});
