import { MEASURES, type Measures } from '#shared/plain/fans/fan-measures.ts';
import type { Fan } from '#shared/channels/fans.ts';
import { keyWrites } from '#functions/aws/table/item-change.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { putInput } from '#functions/aws/table/write-items.ts';
import { modelKeyOf } from '../fan.ts';
import {
  fanKey,
  fanLists,
  fanMeasurePartition,
  fanRank,
  fanWordPartition,
  measureText,
} from '../fan.item.ts';
import { indexWordsOf } from '#functions/word-index/words.ts';

/** A change writes the words and six measures of before and after in one transaction of at most 100 items. */
const MAX_FAN_WORDS = 36;

/** Puts the words of the names first, because words above the limit are dropped. */
const fanWords = ({ maker, model, kind, motor }: Fan): string[] =>
  indexWordsOf([maker, model, kind, motor].join(' ')).slice(0, MAX_FAN_WORDS);

/** Stored with each entry of a word or measure. */
export interface FanFacts {
  readonly measures: Measures;
  readonly words: readonly string[];
}

const factsOf = (fan: Fan): FanFacts => ({
  measures: Object.fromEntries(MEASURES.map((measure) => [measure, fan[measure]])) as Measures,
  words: fanWords(fan),
});

export const fanItem = (fan: Fan, version: number) => ({
  ...fanKey(fan.id),
  ...fan,
  version,
  gsi1pk: fanLists.of(fan.channel_id).partition,
  gsi1sk: fanRank(fan),
  gsi2pk: fanLists.ofModel(modelKeyOf(fan)).partition,
  gsi2sk: fanRank(fan),
  gsi3pk: fanLists.all().partition,
  gsi3sk: fanRank(fan),
});

/** Replaces the entries of words and measures; `undefined` means no fan. */
export function entryWrites(table: Table, before: Fan | undefined, after: Fan | undefined): Write[] {
  const [old, kept] = [before ? entryKeys(before) : [], after ? entryKeys(after) : []];
  return [
    ...keyWrites(table, old, kept).filter((write) => write.Delete),
    ...(after ? fanEntries(after) : []).map((entry) => ({ Put: putInput(table, { ...entry }) })),
  ];
}

export const fanEntries = (fan: Fan) => entryKeys(fan).map((key) => ({ ...key, ...factsOf(fan) }));

function entryKeys(fan: Fan) {
  const words = fanWords(fan).map((word) => ({ pk: fanWordPartition(word), sk: `${word}#${fan.id}` }));
  const measures = MEASURES.flatMap((measure) => {
    const value = fan[measure];
    return value === null
      ? []
      : [{ pk: fanMeasurePartition(measure), sk: `${measureText(value)}#${fan.id}` }];
  });
  return [...words, ...measures];
}
