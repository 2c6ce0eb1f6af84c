import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextEntry } from '#functions/moderation/transparency/chain.ts';
import type { LogEntry } from '#shared/plain/moderation/public-log.ts';
import { checkLog, entriesQuery } from '#web/features/moderation/transparency/transparency.queries.ts';
import { stubBrowser } from '../../support/browser.ts';

beforeEach(() => stubBrowser('/transparency'));
afterEach(() => vi.unstubAllGlobals());

/** A log of so many entries, as the API answers it. */
function serveLog(length: number): void {
  vi.stubGlobal('fetch', async (address: string) => {
    const asked = new URL(address, 'http://localhost').searchParams;
    const [cursor, limit] = [Number(asked.get('cursor')), Number(asked.get('limit'))];
    const seqs = Array.from({ length: Math.min(limit, length - cursor) }, (_, at) => cursor + at + 1);
    return Response.json(seqs.map((seq) => ({ seq })));
  });
}

function chainOf(length: number): LogEntry[] {
  const act = { act: 'dismiss', subject: 'video', reason: null, until: null } as const;
  const sealed = { concerned: 'bea', moderator: 'ada', case_id: null };
  const log: LogEntry[] = [];
  while (log.length < length) log.push(nextEntry(log.at(-1), { ...act, sealed }, 0).entry);
  return log;
}

it.each([1, 50, 51, 120])('a log of %i entries is read from newest to oldest', async (length) => {
  serveLog(length);
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...entriesQuery(length), pages: 9 });
  const seqs = pages.flat().map(({ seq }) => seq);
  expect(seqs).toEqual(Array.from({ length }, (_, at) => length - at));
});

it('a check requests up to the newest known entry, past older cached answers', async () => {
  const log = chainOf(130);
  const queries: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { search, searchParams } = new URL(address, 'http://localhost');
    queries.push(search);
    const from = Number(searchParams.get('cursor'));
    return Response.json(log.slice(from, from + Number(searchParams.get('limit'))));
  });
  const { state, rewritten } = await checkLog(new Map([[130, log.at(-1)!.hash]]), () => {});
  expect({ seq: state.seq, broken: state.broken, rewritten }).toEqual({
    seq: 130,
    broken: undefined,
    rewritten: [],
  });
  expect(queries).toEqual(['?cursor=0&limit=100', '?cursor=100&limit=30']);
});

it('a check detects a missing entry', async () => {
  serveLog(0);
  expect((await checkLog(new Map([[3, 'a hash']]), () => {})).rewritten).toEqual([3]);
});
