/** Acts of moderation in processes that die at some write of them. */
import { expect } from 'vitest';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Key, Table } from '#functions/aws/table/table.ts';
import type { KillableDatabase, KillMoment } from '../../stand-ins/killable-database.ts';
import { logLength } from './whole-log.ts';

export interface Actor {
  readonly id: string;
  readonly username: string;
  readonly token: string;
}

/** A site whose process may die. */
export interface KillableSite {
  readonly database: Pick<KillableDatabase, 'table' | 'dieAt' | 'revive'>;
  /** Signs somebody up. */
  person(): Promise<Actor>;
  /** Calls the API. A status of 0: no answer came. */
  call(by: Actor, method: string, path: string, body?: object): Promise<{ status: number; body: unknown }>;
  /** Brings the site back after it died. */
  restart(): Promise<void>;
}

/** Who acts. */
export interface Cast {
  readonly streamer: Actor;
  readonly roomModerator: Actor;
  readonly siteModerator: Actor;
}

export interface Ready {
  readonly by: Actor;
  /** Method, path and body: the client sends the very same again. */
  readonly request: readonly [string, string, object?];
  /** Whether it has happened. Fails where a part of it has, and another not. */
  readonly hasHappened: () => Promise<boolean>;
  /** Entries that it has in the public log. */
  readonly entries: 0 | 1;
}

/** Prepares everything for an act. */
export type Prepare = (site: KillableSite, cast: Cast) => Promise<Ready>;

export interface KillPoints {
  readonly kills: number;
  readonly acts: number;
}

/**
 * Has each act killed right before and right after each of its writes, and repeated by who sent it, until it has no such
 * write. Nothing may be half done in between, and the log is whole each time. `moments` are those that are tried.
 */
export async function killAtEachWrite(
  site: KillableSite,
  cast: Cast,
  acts: Readonly<Record<string, Prepare>>,
  moments: readonly KillMoment[] = ['before', 'after'],
): Promise<KillPoints> {
  const total = { kills: 0, acts: 0 };
  for (const [name, prepare] of Object.entries(acts)) {
    const kill = async (at: At) => killOnce(site, await prepare(site, cast), at, name);
    for (let write = 1, hasDied = true; hasDied; write += 1) {
      const deaths: boolean[] = [];
      for (const moment of moments) deaths.push(await kill([write, moment]));
      hasDied = deaths.every(Boolean);
      total.kills += deaths.filter(Boolean).length;
      total.acts += deaths.length;
    }
  }
  return total;
}

type At = readonly [number, KillMoment];

async function killOnce(
  site: KillableSite,
  { by, request, hasHappened, entries }: Ready,
  at: At,
  name: string,
): Promise<boolean> {
  const { database } = site;
  const where = `${name}, ${at[1]} write ${at[0]}`;
  const before = await logLength(database.table);
  database.dieAt(...at);
  const first = await site.call(by, ...request);
  const hasDied = database.revive();
  if (hasDied) await site.restart();
  else expect(first.status, where).toBeLessThan(300);
  const isDone = await hasHappened();
  expect((await logLength(database.table)) - before, where).toBe(isDone ? entries : 0);
  const again = await site.call(by, ...request);
  expect(again.status, where).toBeLessThan(300);
  expect(await hasHappened(), where).toBe(true);
  expect((await logLength(database.table)) - before, where).toBe(entries);
  return hasDied;
}

/** Whether there is such an item. */
export const has = async (table: Table, key: Key): Promise<boolean> =>
  (await getItem(table, key)) !== undefined;

/** All of them, or none. */
export async function together(parts: Readonly<Record<string, boolean>>): Promise<boolean> {
  const [first = false] = Object.values(parts);
  expect(parts).toEqual(Object.fromEntries(Object.keys(parts).map((name) => [name, first])));
  return first;
}

/** The body of an answer that is none of a failure. */
export async function bodyOfSuccess<T>(answer: Promise<{ status: number; body: unknown }>): Promise<T> {
  const { status, body } = await answer;
  if (status === 0 || status >= 300) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
  return body as T;
}
