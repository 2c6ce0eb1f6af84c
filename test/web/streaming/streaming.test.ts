import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { StreamStatus } from '#shared/live/streaming.ts';
import { formFrom } from '#web/features/streaming/use-dashboard.ts';
import { NO_DETAILS, setupOf } from '#web/lib/hooks/use-stream-details.ts';
import { keepStatus, streamStatusQuery } from '#web/features/streaming/streaming.queries.ts';
import { NO_STREAM } from '#test/support/fixtures/streams.ts';

const stopped: StreamStatus = { ...NO_STREAM, keep_replay: false };
const live: StreamStatus = {
  is_live: true,
  rtmp_url: 'rtmp://localhost:1935/app/',
  stream_key: 'sk_secret',
  playback_url: '/media/a.m3u8',
  ingest: 'waiting',
  title: 'A quiet evening',
  game: 'Box Fans',
  tags: ['quiet'],
  started_at: '2026-11-20T10:00:00Z',
  keep_replay: true,
};

describe('the stream form', () => {
  // spec: 3.4
  it('sends title and game trimmed, with the tags', () => {
    expect(setupOf({ title: ' A ', game: ' Box Fans', tags: ['x'] })).toEqual({
      title: 'A',
      game: 'Box Fans',
      tags: ['x'],
    });
  });

  it.each([
    ['title', { ...NO_DETAILS, game: 'Box Fans' }],
    ['game', { ...NO_DETAILS, title: 'A' }],
    ['anything but blanks', { title: ' ', game: '\t', tags: [] }],
  ])('sends nothing without %s', (_what, form) => {
    expect(setupOf(form)).toBeNull();
  });

  it('sends the replay choice once it is known', () => {
    const form = { title: 'A', game: 'Box Fans', tags: [] };
    expect(setupOf(form)).not.toHaveProperty('keep_replay');
    expect(setupOf({ ...form, keepsReplay: false })).toMatchObject({ keep_replay: false });
  });

  it('restores the live stream', () => {
    expect(formFrom(live)).toEqual({
      title: 'A quiet evening',
      game: 'Box Fans',
      tags: ['quiet'],
      keepsReplay: true,
    });
  });
});

describe('the stream status', () => {
  const { queryKey } = streamStatusQuery();

  it('ignores an answer that was on its way when the stream was stopped', async () => {
    const cache = new QueryClient();
    const late = Promise.withResolvers<StreamStatus>();
    const asked = cache.fetchQuery({ queryKey, queryFn: () => late.promise }).catch(() => null);
    await keepStatus(cache, stopped);
    late.resolve(live);
    await asked;
    expect(cache.getQueryData(queryKey)).toEqual(stopped);
  });

  it('is removed from memory with its screen', async () => {
    const cache = new QueryClient();
    await cache.fetchQuery({ ...streamStatusQuery(), queryFn: () => Promise.resolve(live) });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(
      JSON.stringify(
        cache
          .getQueryCache()
          .getAll()
          .map(({ state }) => state.data),
      ),
    ).toBe('[]');
  });
});
