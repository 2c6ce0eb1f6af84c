import { caseKey, casesOfPartition, reportKey, stateKeys } from '#functions/moderation/cases/case.item.ts';
import { dayKey, entryKey, headKey } from '#functions/moderation/transparency/log.item.ts';

const HASH = 'a'.repeat(64);
const DAY_MS = 24 * 60 * 60_000;
/** More than are read of one case. */
const REPORTS = 60;

const idOf = (number: number): string => String(number).padStart(26, '0');
const timeOf = (number: number): string => new Date(number * DAY_MS).toISOString();

/** A case that many have reported. */
export const REPORTED_CASE = `video.${idOf(0)}`;

/** So many cases that wait, and as many entries of the public log, each of another day. */
export function* moderationItems(count: number): Generator<object> {
  for (let number = 0; number < count; number += 1) {
    yield caseOf(number, true);
    yield caseOf(count + number, false);
    yield* entryOf(number + 1);
  }
  for (let number = 0; number < REPORTS; number += 1) yield reportOf(number);
  yield { ...headKey, ...entryFields(count), counts: { 'remove spam': count } };
}

function caseOf(number: number, is_open: boolean): object {
  const item = {
    id: `video.${idOf(number)}`,
    kind: 'video',
    concerned: idOf(number),
    username: 'a_fan',
    evidence: { text: 'What a fan', title: 'A video', picture_urls: [], at: null },
    reports: 1,
    reasons: { spam: 1 },
    first_at: timeOf(number),
    latest_at: timeOf(number),
    is_open,
    round: 1,
    version: 1,
    decisions: [],
  };
  return {
    ...caseKey(item.id),
    ...stateKeys(item),
    gsi2pk: casesOfPartition(item.concerned),
    gsi2sk: item.id,
    ...item,
  };
}

const reportOf = (number: number): object => ({
  ...reportKey(REPORTED_CASE, idOf(number)),
  case_id: REPORTED_CASE,
  kind: 'video',
  reason: 'spam',
  words: 'Look at this',
  at: timeOf(number),
  round: 1,
});

const entryFields = (seq: number) => ({
  seq,
  at: timeOf(seq),
  act: 'remove',
  subject: 'video',
  reason: 'spam',
  until: null,
  sealed: HASH,
  previous: HASH,
  hash: HASH,
});

function* entryOf(seq: number): Generator<object> {
  yield { ...entryKey(seq), ...entryFields(seq) };
  yield { ...dayKey(timeOf(seq).slice(0, 10)), seq, hash: HASH };
}
