/** Fans of a person's collection, as they are stored and as the wire has them. Pure. */
import type { Fan, FanBody } from '../../shared/channels/fans.ts';
import { foldedWords } from '../word-index/words.ts';

/** A fan with the number of its changes. */
export type StoredFan = Fan & { readonly version: number };

/** Where a fan can be seen: its owner's stream, by the channel's id, or a video. */
export interface Showing {
  readonly kind: 'channel' | 'video';
  readonly id: string;
}

type Names = Pick<Fan, 'maker' | 'model'>;

/** A name as a part of an address: its words without case and accents, joined by hyphens. */
const slugOf = (name: string): string => foldedWords(name).join('-');
export const modelPathOf = ({ maker, model }: Names): string => `${slugOf(maker)}/${slugOf(model)}`;

/** Takes names or their slugs. Names that differ only in case, accents or spaces have the same key. */
export const modelKeyOf = ({ maker, model }: Names): string =>
  `${foldedWords(maker).join('')}/${foldedWords(model).join('')}`;

/** The wire's form: exactly the fields of the contract. */
export const toFan = (item: Fan): Fan => ({
  id: item.id,
  channel_id: item.channel_id,
  maker: item.maker,
  model: item.model,
  model_path: modelPathOf(item),
  kind: item.kind,
  year: item.year,
  blades: item.blades,
  diameter_cm: item.diameter_cm,
  watts: item.watts,
  air_flow_m3h: item.air_flow_m3h,
  noise_dba: item.noise_dba,
  speeds: item.speeds,
  motor: item.motor,
  picture_urls: [...item.picture_urls],
  repairs: item.repairs.map(({ on, text }) => ({ on, text })),
  added_at: item.added_at,
});

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
