import { Fan, type FanBody } from '../../shared/channels/fans.ts';
import { foldedWords } from '../word-index/words.ts';

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

const FIELDS = Object.keys(Fan.shape) as (keyof Fan)[];

/** Drops the fields that the contract does not have. */
export const toFan = (item: Fan): Fan => ({
  ...(Object.fromEntries(FIELDS.map((name) => [name, item[name]])) as unknown as Fan),
  model_path: modelPathOf(item),
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
  FIELDS.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
