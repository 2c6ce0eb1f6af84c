import type { Fan, FanBody } from '#shared/channels/fans.ts';
import { foldedWords } from '#functions/word-index/words.ts';

export type StoredFan = Fan & { readonly version: number };

/** A stream, by its channel's id, or a video that shows fans. */
export interface Showing {
  readonly kind: 'channel' | 'video';
  readonly id: string;
}

type Names = Pick<Fan, 'maker' | 'model'>;

const slugOf = (name: string): string => foldedWords(name).join('-');
export const modelPathOf = ({ maker, model }: Names): string => `${slugOf(maker)}/${slugOf(model)}`;

/** Takes names or slugs; ignores case, accents and spaces. */
export const modelKeyOf = ({ maker, model }: Names): string =>
  `${foldedWords(maker).join('')}/${foldedWords(model).join('')}`;

/** Drops the fields that the contract does not have. */
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

/** Sorts the repairs, latest first; keeps the order of those of one day. */
export const createFan = (owned: Pick<Fan, 'id' | 'channel_id' | 'added_at'>, body: FanBody): Fan => ({
  ...owned,
  ...body,
  model_path: modelPathOf(body),
  picture_urls: [...new Set(body.picture_urls)],
  repairs: body.repairs.toSorted((a, b) => (a.on === b.on ? 0 : a.on < b.on ? 1 : -1)),
});

export const isSameFan = (a: Fan, b: Fan): boolean =>
  (Object.keys(b) as (keyof Fan)[]).every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
