import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '#shared/community/chat.ts';
import { aMessage } from '#test/web/support/chat.ts';
import {
  type AlertsEvent,
  alertsReducer,
  type AlertsState,
  MAX_WAITING,
  NO_ALERTS,
} from '#web/pages/obs-overlays/alerts.ts';

const followers = (count: number, settings = { follows: true, goal: 0 }): AlertsEvent => ({
  type: 'followers',
  followers: count,
  settings,
});
const clips = (...ids: string[]): AlertsEvent => ({
  type: 'clips',
  clips: ids.map((id) => ({ id, title: `Clip ${id}`, clipper: 'ada' })),
});
const after = (...events: AlertsEvent[]): AlertsState => events.reduce(alertsReducer, NO_ALERTS);
const next: AlertsEvent = { type: 'next' };

describe('alerts of followers', () => {
  it('begin with the second number', () => {
    expect(after(followers(7)).queue).toEqual([]);
    expect(after(followers(7), followers(9)).queue).toEqual([{ kind: 'follow', count: 2, followers: 9 }]);
  });

  it('are not repeated by leaving and following again', () => {
    expect(after(followers(7), followers(8), next, followers(7), followers(8)).queue).toEqual([]);
  });

  it('that wait are one', () => {
    const { queue } = after(followers(1), followers(2), followers(4), followers(7), followers(8));
    expect(queue).toEqual([
      { kind: 'follow', count: 1, followers: 2 },
      { kind: 'follow', count: 6, followers: 8 },
    ]);
  });

  it('come with a goal once, and only with it where follows are off', () => {
    const goal = { kind: 'goal', goal: 10 };
    const reached = (follows: boolean) =>
      after(...[8, 9, 12, 13].map((count) => followers(count, { follows, goal: 10 })));
    expect(reached(false).queue).toEqual([goal]);
    expect(reached(true).queue.filter(({ kind }) => kind === 'goal')).toEqual([goal]);
    expect(after(followers(12, { follows: false, goal: 10 }), followers(13)).queue).not.toContainEqual(goal);
  });
});

describe('alerts of clips', () => {
  const titles = (state: AlertsState) => state.queue.map((alert) => 'title' in alert && alert.title);

  it('are for those that are new, the oldest first', () => {
    expect(titles(after(clips('b', 'a')))).toEqual([]);
    expect(titles(after(clips('b', 'a'), clips('d', 'c', 'b')))).toEqual(['Clip c', 'Clip d']);
    expect(titles(after(clips(), clips('a')))).toEqual(['Clip a']);
  });

  it('are not repeated after the newest clip was deleted', () => {
    expect(titles(after(clips('b', 'a'), clips('c', 'b'), clips('b', 'a'), clips('c', 'b')))).toEqual([
      'Clip c',
    ]);
  });
});

it('the queue is bounded, and passes', () => {
  const ids = Array.from({ length: 50 }, (_, index) => `a${String(index).padStart(2, '0')}`).toReversed();
  const full = after(clips(), clips(...ids));
  expect(full.queue).toHaveLength(MAX_WAITING);
  expect(alertsReducer(full, next).queue).toEqual(full.queue.slice(1));
  expect(after(next).queue).toEqual([]);
});

describe('alerts of raids', () => {
  const nowMs = 1_700_000_060_000;
  const seen = (...messages: ChatMessage[]): AlertsEvent => ({ type: 'messages', messages, nowMs });
  const arrival = (at: number, ageMs = 0) =>
    aMessage(at, { raid: { viewers: 12 }, timestamp: new Date(nowMs - ageMs).toISOString() });
  const alert = { kind: 'raid', username: 'ada', raid: { viewers: 12 } };

  it('come once for each raid of the chat', () => {
    const { queue } = after(
      seen(aMessage(1), arrival(2)),
      seen(arrival(2), aMessage(3)),
      seen(arrival(2), arrival(4)),
    );
    expect(queue).toEqual([alert, alert]);
  });

  it('do not come for raids that the overlay has missed', () => {
    expect(after(seen(arrival(1, 31_000))).queue).toEqual([]);
    expect(after(seen(arrival(1, 29_000))).queue).toEqual([alert]);
  });
});
