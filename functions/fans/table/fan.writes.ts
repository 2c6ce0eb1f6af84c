import { MEASURES, type Measures } from '../../../shared/plain/fans/fan-measures.ts';
import type { Fan } from '../../../shared/channels/fans.ts';
import type { Table, Write } from '../../aws/table/table.ts';
import { placement } from '../../aws/table/write-items.ts';
import { modelKeyOf } from '../fan.ts';
import {
  fanKey,
  fanLists,
  fanMeasurePartition,
  fanRank,
  fanWordPartition,
  measureText,
} from '../fan.item.ts';
import { indexWordsOf } from '../../word-index/words.ts';

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
  measures: {
    year: fan.year,
    blades: fan.blades,
    diameter_cm: fan.diameter_cm,
    watts: fan.watts,
    air_flow_m3h: fan.air_flow_m3h,
    noise_dba: fan.noise_dba,
  },
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

/** Replaces the entries of words and measures; `undefined` stands for no fan. */
export function entryWrites(table: Table, before: Fan | undefined, after: Fan | undefined): Write[] {
  const entries = after ? fanEntries(after) : [];
  const isKept = ({ pk, sk }: EntryKey): boolean =>
    entries.some((entry) => pk === entry.pk && sk === entry.sk);
  const gone = before ? entryKeys(before).filter((key) => !isKept(key)) : [];
  const { TableName } = table;
  return [
    ...gone.map(({ pk, sk }) => ({ Delete: { TableName, Key: { pk, sk } } })),
    ...entries.map((entry) => ({ Put: placement(table, { ...entry }) })),
  ];
}

export const fanEntries = (fan: Fan): (EntryKey & FanFacts)[] =>
  entryKeys(fan).map((key) => ({ ...key, ...factsOf(fan) }));

interface EntryKey {
  readonly pk: string;
  readonly sk: string;
}

function entryKeys(fan: Fan): EntryKey[] {
  const words = fanWords(fan).map((word) => ({ pk: fanWordPartition(word), sk: `${word}#${fan.id}` }));
  const measures = MEASURES.flatMap((measure) => {
    const value = fan[measure];
    return value === null
      ? []
      : [{ pk: fanMeasurePartition(measure), sk: `${measureText(value)}#${fan.id}` }];
  });
  return [...words, ...measures];
}
