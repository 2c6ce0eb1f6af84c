/**
 * Keys of fans:
 *
 * | item                       | pk                         | sk                | gsi1pk                | gsi1sk           |
 * |----------------------------|----------------------------|-------------------|-----------------------|------------------|
 * | fan                        | `FAN#<id>`                 | `FAN`             | `FANS_OF#<channel>`   | rank             |
 * | link to a video            | `FAN#<id>`                 | `VIDEO#<id>`      | `MODEL_VIDEOS#<key>`  | `<video>#<fan>`  |
 * | link to the owner's stream | `FAN#<id>`                 | `STREAM`          | `MODEL_STREAMS#<key>` | `<channel>#<fan>`|
 * | fans of a stream           | `CHANNEL#<id>`             | `SHOWN_FANS`      |                       |                  |
 * | fans of a video            | `VIDEO#<id>`               | `SHOWN_FANS`      |                       |                  |
 * | a channel's fan count      | `CHANNEL#<id>`             | `FANS`            |                       |                  |
 * | word of a fan              | `FAN_WORD#<first character>` | `<word>#<id>`   |                       |                  |
 * | measure of a fan           | `FAN_MEASURE#<measure>`    | `<number>#<id>`   |                       |                  |
 *
 * Rank is `<added_at>#<id>`. A fan is also in the lists of its model, `gsi2` (`FANS_OF_MODEL#<key>` / rank), and of all
 * fans, `gsi3` (`FANS` / rank). A model's key is maker and model without case, accents and spaces. Entries of words and
 * measures have all words and measures of the fan: see `functions/fans/table/found-fans.repository.ts`.
 */
import type { Fan } from '#shared/channels/fans.ts';
import type { Measure } from '#shared/plain/fans/fan-measures.ts';
import type { Key } from '#functions/aws/table/table.ts';
import type { RankedList } from '#functions/aws/table/cursor.ts';
import type { Showing } from './fan.ts';

export const fanPartition = (id: string): string => `FAN#${id}`;
export const fanKey = (id: string) => ({ pk: fanPartition(id), sk: 'FAN' });
export const fanCountKey = (channelId: string) => ({ pk: `CHANNEL#${channelId}`, sk: 'FANS' });

export const fanRank = ({ added_at, id }: Pick<Fan, 'added_at' | 'id'>): string => `${added_at}#${id}`;

const ranked = (index: RankedList['index'], partition: string): RankedList => ({
  index,
  partition,
  keyOf: fanKey,
});
export const fanLists = {
  of: (channelId: string) => ranked('gsi1', `FANS_OF#${channelId}`),
  ofModel: (key: string) => ranked('gsi2', `FANS_OF_MODEL#${key}`),
  all: () => ranked('gsi3', 'FANS'),
};

export const showingKey = ({ kind, id }: Showing): Key =>
  kind === 'channel' ? { pk: `CHANNEL#${id}`, sk: 'SHOWN_FANS' } : { pk: `VIDEO#${id}`, sk: 'SHOWN_FANS' };
/** The link from a fan to a stream or video that shows it. */
export const linkKey = (fanId: string, { kind, id }: Showing): Key => ({
  pk: fanPartition(fanId),
  sk: kind === 'channel' ? 'STREAM' : `VIDEO#${id}`,
});
export const linkPartition = (kind: Showing['kind'], modelKey: string): string =>
  kind === 'channel' ? `MODEL_STREAMS#${modelKey}` : `MODEL_VIDEOS#${modelKey}`;

export const fanWordPartition = (word: string): string => `FAN_WORD#${[...word][0]}`;
export const fanMeasurePartition = (measure: Measure): string => `FAN_MEASURE#${measure}`;

/** Measures have at most one decimal and are below ten million. */
const DIGITS = 8;
export const measureText = (value: number): string => String(Math.round(value * 10)).padStart(DIGITS, '0');
