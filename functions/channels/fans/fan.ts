/** What features share of fans that people have. Pure. */
import type { Fan } from '../../../shared/channels/fans.ts';
import { foldedWords } from '../words/words.ts';

/** A fan with how often it was changed. */
export type StoredFan = Fan & { readonly version: number };

/** What a fan is shown in: its owner's stream, by the channel's id, or a video. */
export interface Showing {
  readonly kind: 'channel' | 'video';
  readonly id: string;
}

type Names = Pick<Fan, 'maker' | 'model'>;

/** As it stands in an address: what is left of a name without case and accents, its words joined. */
const slugOf = (name: string): string => foldedWords(name).join('-');
export const modelPathOf = ({ maker, model }: Names): string => `${slugOf(maker)}/${slugOf(model)}`;

/** Of names, or of what stands for them in an address: what differs in case, accents and spaces alone is the same. */
export const modelKeyOf = ({ maker, model }: Names): string =>
  `${foldedWords(maker).join('')}/${foldedWords(model).join('')}`;

/** The wire's form: exactly the fields of the contract, whatever else the item holds. */
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
