import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#functions/aws/table/table.ts';
import type { LocalApi, TestUser } from '../local-api.ts';
import { readAll } from './table-reader.ts';

const FILE = join(import.meta.dirname, 'previous-items.json');
const PUTS_AT_ONCE = 25;
const DAY_MS = 24 * 60 * 60_000;

export type Item = Awaited<ReturnType<typeof readAll>>[number];

interface Kept {
  /** When they were written. */
  readonly atMs: number;
  readonly adaId: string;
  readonly beaId: string;
  readonly items: readonly Item[];
}

/** Items of minutes, those of a session, and what keys of another site have sealed. */
const PASSING =
  /^(EVENT_BATCH|RATE|PRESENCE|SECOND_FACTOR|CHANNEL)#\S+ (WAITING|COUNT|STATE|\d|SESSIONS|GUESSES|EMAIL_CODE)/;
export const isLasting = ({ pk, sk }: Item): boolean => !PASSING.test(`${pk} ${sk}`);

/** Signs up who did everything, with a proven address, and their friend: of the same names on every site. */
export async function signUpPrevious(site: LocalApi): Promise<readonly [TestUser, TestUser]> {
  const named = (username: string) => site.aUser({ username, email: `${username}@fans.example` });
  const ada = await named('ada_before');
  const body = { code: site.pool.lastCodeTo(ada.email) };
  const { status } = await site.api('POST', '/auth/email/confirm', { token: ada.token, body });
  if (status !== 200) throw new Error('The code was not taken');
  return [ada, await named('bea_before')];
}

/** Replaces the file by what is in the table. */
export async function keepItems(table: Table, ada: TestUser, bea: TestUser): Promise<void> {
  const items = (await readAll(table)).filter(isLasting).map((item) => JSON.stringify(item, withoutSets));
  const head = JSON.stringify({ atMs: Date.now(), adaId: ada.id, beaId: bea.id }).slice(1, -1);
  writeFileSync(FILE, `{${head},"items":[\n${items.toSorted().join(',\n')}\n]}\n`);
}

/** Reads the file. With `ids`, the items belong to these instead of those who wrote them, and were written just now. */
export function readPreviousItems(ids?: { readonly ada: string; readonly bea: string }): readonly Item[] {
  const text = readFileSync(FILE, 'utf8');
  const read = (json: string) => JSON.parse(json, withSets) as Kept;
  const { atMs, adaId, beaId, items } = read(text);
  if (!ids) return items;
  const own = text.replaceAll(adaId, ids.ada).replaceAll(beaId, ids.bea);
  return read(withTimesMoved(own, Date.now() - atMs)).items;
}

/** Times in ISO 8601, in s and in ms, also in keys; dates by whole days. */
function withTimesMoved(text: string, byMs: number): string {
  const iso = (time: string) => new Date(Date.parse(time) + byMs).toISOString();
  const dayMs = Math.round(byMs / DAY_MS) * DAY_MS;
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, (time) => iso(time).replace(/\.\d{3}Z/, 'Z'))
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, iso)
    .replaceAll(/(?<!\d)\d{4}-\d\d-\d\d(?![\dT])/g, (date) =>
      new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10),
    )
    .replaceAll(/(?<!\d)0*1[789]\d{11}(?!\d)/g, (ms) => String(Number(ms) + byMs).padStart(ms.length, '0'))
    .replaceAll(/(?<!\d)1[789]\d{8}(?!\d)/g, (s) => String(Number(s) + Math.round(byMs / 1000)));
}

export async function putItems({ client, TableName }: Table, items: readonly Item[]): Promise<void> {
  for (let from = 0; from < items.length; from += PUTS_AT_ONCE) {
    const puts = items.slice(from, from + PUTS_AT_ONCE).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: puts } }));
  }
}

const withoutSets = (_: string, value: unknown): unknown =>
  value instanceof Set ? { $set: [...value] } : value;
const withSets = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && '$set' in value
    ? new Set(value.$set as readonly unknown[])
    : value;
