/** A fan as its owner writes it, and whether that changes anything. Pure. */
import type { Fan, FanBody } from '../../shared/channels/fans.ts';
import { modelPathOf } from '../channels/fans/fan.ts';

interface Owned {
  readonly id: string;
  readonly channelId: string;
  readonly addedAtMs: number;
}

/** The repairs with the latest first; those of one day in their order. */
export const written = ({ id, channelId, addedAtMs }: Owned, body: FanBody): Fan => ({
  id,
  channel_id: channelId,
  ...body,
  model_path: modelPathOf(body),
  picture_urls: [...new Set(body.picture_urls)],
  repairs: body.repairs.toSorted((a, b) => (a.on === b.on ? 0 : a.on < b.on ? 1 : -1)),
  added_at: new Date(addedAtMs).toISOString(),
});

export const isSameFan = (a: Fan, b: Fan): boolean =>
  (Object.keys(b) as (keyof Fan)[]).every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
