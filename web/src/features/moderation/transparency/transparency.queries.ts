import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { checkChain, CHAIN_START, type ChainState } from '#shared/plain/moderation/check-chain.ts';
import { call } from '#web/lib/api/api.ts';

const PIECE = 100;
const PAGE_SIZE = 50;

export const logSummaryQuery = () =>
  queryOptions({
    queryKey: ['transparency'],
    queryFn: ({ signal }) => call('GET /transparency', { signal }),
    meta: { failureLog: 'Error fetching the public log' },
  });

export const entriesQuery = (seq: number) =>
  infiniteQueryOptions({
    queryKey: ['transparency', 'entries', seq],
    queryFn: async ({ pageParam, signal }) => {
      const cursor = Math.max(0, pageParam - PAGE_SIZE);
      const query = { cursor, limit: pageParam - cursor };
      return (await call('GET /transparency/entries', { query, signal })).toReversed();
    },
    initialPageParam: seq,
    getNextPageParam: (_page, _pages, from) => (from > PAGE_SIZE ? from - PAGE_SIZE : null),
    meta: { failureLog: 'Error fetching the entries of the public log' },
  });

export interface CheckedLog {
  readonly state: ChainState;
  /** Entry numbers with changed hashes. */
  readonly rewritten: readonly number[];
}

/**
 * Reads the log page by page up to the newest known entry and verifies the chain. Pages end at that entry, so that no
 * older cached response can match.
 */
export async function checkLog(
  kept: ReadonlyMap<number, string>,
  onPiece: (seq: number) => void,
): Promise<CheckedLog> {
  let state = CHAIN_START;
  const rewritten: number[] = [];
  const newest = Math.max(0, ...kept.keys());
  while (state.seq < newest) {
    const limit = Math.min(PIECE, newest - state.seq);
    const entries = await call('GET /transparency/entries', { query: { cursor: state.seq, limit } });
    state = await checkChain(entries, state);
    rewritten.push(
      ...entries.filter(({ seq, hash }) => (kept.get(seq) ?? hash) !== hash).map(({ seq }) => seq),
    );
    onPiece(state.seq);
    if (entries.length < limit || state.broken) break;
  }
  // A truncated end leaves no gap.
  rewritten.push(...[...kept.keys()].filter((seq) => seq > state.seq && !state.broken));
  return { state, rewritten };
}
