import type { Curve } from '../../../shared/live/curve.ts';
import { timestamp } from '../../base/web-vtt.ts';

/** In the broadcast's folder. */
export const CURVE_NAME = 'curve.vtt';

/** A WebVTT metadata track (§1.6): a cue a point, whose text is JSON with `rpm`, `pass_hz` and `level_db`, as far as known. */
export function curveFile({ step_s, blades, pass_hz, level_db }: Curve): string {
  const cues = pass_hz.flatMap((passHz, at) => {
    const rpm = passHz === null || blades === null ? null : Math.round((passHz * 60) / blades);
    const known = Object.entries({ rpm, pass_hz: passHz, level_db: level_db[at] }).filter(
      ([, value]) => typeof value === 'number',
    );
    if (known.length === 0) return [];
    const times = `${timestamp(at * step_s)} --> ${timestamp((at + 1) * step_s)}`;
    return [`${times}\n${JSON.stringify(Object.fromEntries(known))}\n`];
  });
  return ['WEBVTT\n', ...cues].join('\n');
}
