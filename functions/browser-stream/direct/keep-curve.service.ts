import type { Curve } from '../../../shared/live/curve.ts';
import { DomainError } from '../../base/errors.ts';
import { VTT_TYPE } from '../../base/web-vtt.ts';
import type { BroadcastReads } from '../ports/broadcasts.ts';
import type { SegmentFiles } from '../ports/files.ts';
import { requireDirect } from './take-segment.service.ts';
import { CURVE_NAME, curveFile } from './curve-file.ts';

export interface CurvePorts {
  readonly broadcasts: BroadcastReads;
  readonly segments: Pick<SegmentFiles, 'publish'>;
}

/** It is written anew while the broadcast lasts. */
const MAX_AGE_S = 10;

/**
 * Keeps what a fan meter has heard so far of the caller's live broadcast, in place of what was kept before; the replay
 * shows it. Throws `not_found`, `forbidden`, `conflict` where it is over or not direct.
 */
export async function keepCurve(
  { broadcasts, segments }: CurvePorts,
  channelId: string,
  { streamId, curve }: { readonly streamId: string; readonly curve: Curve },
): Promise<void> {
  const broadcast = await requireDirect(broadcasts, channelId, streamId);
  if (broadcast.state !== 'live') throw new DomainError('conflict', 'This broadcast has ended.');
  const body = curveFile(curve);
  await segments.publish(broadcast, { name: CURVE_NAME, body, contentType: VTT_TYPE, maxAgeS: MAX_AGE_S });
}
