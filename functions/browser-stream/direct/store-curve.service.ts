import type { Curve } from '#shared/live/curve.ts';
import { cueTime } from '#shared/plain/captions/write-captions.ts';
import { DomainError } from '#functions/base/errors.ts';
import { VTT_TYPE } from '#functions/base/text/web-vtt.ts';
import { requireDirect } from '../own-broadcast.ts';
import type { IntakeDeps } from '../deps.ts';

/** The file is replaced while the broadcast lasts. */
const MAX_AGE_S = 10;

/** Replaces a fan meter's curve. Throws `not_found`, `forbidden`, and `conflict` unless live and direct. */
export async function storeCurve(
  { broadcasts, segments }: IntakeDeps,
  channelId: string,
  { streamId, curve }: { readonly streamId: string; readonly curve: Curve },
): Promise<void> {
  const broadcast = await requireDirect(broadcasts, channelId, streamId);
  if (broadcast.state !== 'live') throw new DomainError('conflict', 'broadcast_ended');
  const body = curveFile(curve);
  await segments.publish(broadcast, { name: CURVE_NAME, body, contentType: VTT_TYPE, maxAgeS: MAX_AGE_S });
}

export const CURVE_NAME = 'curve.vtt';

/** WebVTT metadata (§1.6): a cue per point, with JSON of `rpm`, `pass_hz` and `level_db` if known. */
function curveFile({ step_s, blades, pass_hz, level_db }: Curve): string {
  const cues = pass_hz.flatMap((passHz, at) => {
    const rpm = passHz === null || blades === null ? null : Math.round((passHz * 60) / blades);
    const known = Object.entries({ rpm, pass_hz: passHz, level_db: level_db[at] }).filter(
      ([, value]) => typeof value === 'number',
    );
    if (known.length === 0) return [];
    const stepMs = step_s * 1000;
    const times = `${cueTime(at * stepMs)} --> ${cueTime((at + 1) * stepMs)}`;
    return [`${times}\n${JSON.stringify(Object.fromEntries(known))}\n`];
  });
  return ['WEBVTT\n', ...cues].join('\n');
}
