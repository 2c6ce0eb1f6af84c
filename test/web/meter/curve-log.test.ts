import { describe, expect, it } from 'vitest';
import { Curve } from '#shared/live/curve.ts';
import { CurveLog } from '#web/features/meter/live/use-curve.ts';
import type { MeterReading } from '#web/features/meter/signal/fan-meter.ts';

const reading = (passHz: number | null, blades: number | null = 4): MeterReading => ({
  atS: 0,
  estimate:
    passHz === null
      ? { whyNot: 'changing' }
      : { speed: { passHz, blades, areBladesDetected: false, rpm: blades && (passHz * 60) / blades } },
  behaviour: null,
  loudness: { levelDb: -30, aboveQuietestDb: 0, dba: null, uncertaintyDb: 2 },
});

describe('the curve of a broadcast', () => {
  it('has a point every two seconds, at the middle of its measurement', () => {
    const log = new CurveLog();
    for (let atS = 8; atS < 12; atS += 0.5) log.add(atS, reading(atS < 10 ? 40 : null));
    expect(log.curve()).toEqual({
      step_s: 2,
      blades: 4,
      pass_hz: [null, 40, null, null, null, null],
      level_db: [null, null, null, null, -30, -30],
    });
  });

  it('has the blades of the last measurement', () => {
    const log = new CurveLog();
    for (const blades of [null, 5, null]) log.add(20, reading(40, blades));
    expect(log.curve().blades).toBe(5);
  });

  it('stays within its limit over twelve hours, and the server accepts it', () => {
    const log = new CurveLog();
    for (let atS = 0; atS < 12 * 3600; atS += 10) log.add(atS, reading(40));
    const curve = log.curve();
    expect(curve.step_s).toBe(64);
    expect(new Set(curve.pass_hz)).toEqual(new Set([40]));
    expect(Curve.parse(curve)).toEqual(curve);
  });
});
