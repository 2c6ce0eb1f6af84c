import { describe, expect, it } from 'vitest';
import {
  withoutExpired,
  allEnded,
  endedBy,
  GRACE_MS,
  MAX_SESSIONS,
  NO_SESSIONS,
  withNewSession,
  withRefreshed,
  SESSION_LIFE_MS,
  type Refresh,
  type SessionList,
} from '#functions/auth/table/session-list.ts';

const START = Date.parse('2026-11-20T10:00:00Z');
const LATER_MS = 15 * 60_000;

const open = (list = NO_SESSIONS, id = 'one', nowMs = START) =>
  withNewSession(list, { id, device: 'Firefox on Linux' }, nowMs);

/** What a secret leads to. Throws where it leads to no other one. */
function next(list: SessionList, secret: string, nowMs: number): { list: SessionList; secret: string } {
  const turn = withRefreshed(list, 'one', secret, nowMs);
  if (!('secret' in turn)) throw new Error(turn.kind);
  return { list: 'list' in turn ? turn.list : list, secret: turn.secret };
}

const kindOf = ({ kind }: Refresh): string => kind;

describe('a refresh token', () => {
  it('is replaced by each use, which extends the session', () => {
    const first = open();
    const second = next(first.list, first.secret, START + LATER_MS);
    const third = next(second.list, second.secret, START + 2 * LATER_MS);
    expect(new Set([first.secret, second.secret, third.secret]).size).toBe(3);
    expect(third.list.sessions).toMatchObject([{ created_ms: START, used_ms: START + 2 * LATER_MS }]);
  });

  it('is stored nowhere in plain text', () => {
    const first = open();
    const second = next(first.list, first.secret, START);
    const kept = JSON.stringify([first.list, second.list]);
    for (const { secret } of [first, second]) expect(kept).not.toContain(secret);
  });

  it('used twice within the grace period leads to the same next token', () => {
    const { list, secret } = open();
    const winner = next(list, secret, START);
    const loser = withRefreshed(winner.list, 'one', secret, START + GRACE_MS);
    expect(loser).toEqual({ kind: 'repeated', secret: winner.secret });
    expect(next(winner.list, winner.secret, START + LATER_MS).list.sessions).toHaveLength(1);
  });

  it('replaced earlier ends the session, as it was stolen', () => {
    const { list, secret } = open();
    const other = open(list, 'two');
    const winner = next(other.list, secret, START);
    const turn = withRefreshed(winner.list, 'one', secret, START + GRACE_MS + 1);
    expect(turn).toMatchObject({ kind: 'reused', list: { sessions: [{ id: 'two' }] } });
  });

  it('replaced twice ends the session, even within the grace period', () => {
    const { list, secret } = open();
    const second = next(list, secret, START);
    const third = next(second.list, second.secret, START);
    expect(kindOf(withRefreshed(third.list, 'one', secret, START))).toBe('reused');
  });

  it('is invalid after its session ended', () => {
    const { list, secret } = open();
    expect(kindOf(withRefreshed(allEnded(list), 'one', secret, START))).toBe('ended');
    expect(kindOf(withRefreshed(NO_SESSIONS, 'one', secret, START))).toBe('ended');
  });
});

describe('a session', () => {
  it('ends thirty days after its last use', () => {
    const { list, secret } = open();
    const used = next(list, secret, START + SESSION_LIFE_MS - 1);
    expect(withoutExpired(used.list, START + 2 * SESSION_LIFE_MS - 2)).toHaveLength(1);
    expect(kindOf(withRefreshed(used.list, 'one', used.secret, START + 2 * SESSION_LIFE_MS - 1))).toBe(
      'ended',
    );
  });

  it('is ended by the holder of its token only', () => {
    const { list, secret } = open();
    const second = next(list, secret, START);
    expect(endedBy(second.list, 'one', 'a guess').sessions).toHaveLength(1);
    for (const held of [secret, second.secret])
      expect(endedBy(second.list, 'one', held).sessions).toHaveLength(0);
  });

  it('is ended when there are too many: the least recently used one first', () => {
    let { list } = open();
    for (let n = 1; n <= MAX_SESSIONS; n += 1) ({ list } = open(list, `later ${n}`, START + n));
    expect(list.sessions).toHaveLength(MAX_SESSIONS);
    expect(list.sessions.map(({ id }) => id)).not.toContain('one');
  });
});
