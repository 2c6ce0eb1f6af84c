import { afterEach, expect, it, vi } from 'vitest';
import { createEmitter } from '#web/lib/async/emitter.ts';
import { endAll } from '#web/lib/listen.ts';
import { shareTopics } from '#web/lib/realtime/topics.ts';

afterEach(() => void vi.restoreAllMocks());

const fail = () => {
  throw new Error('Broken');
};

it('a listener that throws is logged, and stops no other', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const emitter = createEmitter<[string]>();
  const received: string[] = [];
  emitter.subscribe(fail);
  emitter.subscribe((value) => received.push(value));
  emitter.emit('wind');
  expect(received).toEqual(['wind']);
  expect(log).toHaveBeenCalledOnce();
});

it('an end that throws stops no other', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const ended = vi.fn<() => void>();
  endAll([fail, ended])();
  expect(ended).toHaveBeenCalledOnce();
});

it('a listener to a topic that throws stops no other', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const listenTo = shareTopics();
  const received: unknown[] = [];
  let deliver: (event: unknown) => void = () => {};
  const open = async ({ onEvent }: { onEvent: (event: unknown) => void }) => {
    deliver = onEvent;
    return () => {};
  };
  const ends = [
    listenTo('fans', open, { onEvents: fail }),
    listenTo('fans', open, { onEvents: (events) => received.push(...events) }),
  ];
  deliver({ events: [{ type: 'live' }] });
  expect(received).toEqual([{ type: 'live' }]);
  endAll(ends)();
});
