import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followMutation } from '#web/features/follows/use-follow.tsx';
import { changeCount, displayedCount } from '#web/lib/own-count.ts';
import { bellMutation } from '#web/features/follows/bell-button.tsx';
import { followedChannelsQuery, followStatusQuery } from '#web/features/follows/follows.queries.ts';
import { stubBrowser } from '../support/browser.ts';

describe('the shown follower count', () => {
  it('includes a click until the server reports another count', () => {
    const change = changeCount(10, null, 1);
    expect(displayedCount(10, change)).toBe(11);
    expect(displayedCount(11, change)).toBe(11);
    expect(displayedCount(25, change)).toBe(25);
  });

  it('returns to the server’s count after undo or refusal', () => {
    const change = changeCount(10, changeCount(10, null, 1), -1);
    expect(displayedCount(10, change)).toBe(10);
  });

  it('restarts from a newer count of the server', () => {
    const change = changeCount(11, changeCount(10, null, 1), -1);
    expect(displayedCount(11, change)).toBe(10);
  });

  it('is never negative', () => {
    expect(displayedCount(0, changeCount(0, null, -1))).toBe(0);
  });
});

describe('the Follow button', () => {
  const ID = '01J00000000000000000000001';
  const { queryKey } = followStatusQuery(ID);
  const server = vi.fn<(method: string) => Promise<Response>>();
  let cache: QueryClient;
  let click: (wanted: boolean) => Promise<unknown>;

  beforeEach(() => {
    stubBrowser(`/channel/x`);
    server.mockReset();
    vi.stubGlobal('fetch', (_url: string, { method }: { method: string }) => server(method));
    cache = new QueryClient();
    cache.setQueryData(queryKey, { isFollowing: false, bell: false });
    // A new observer for each click, as each render makes new options.
    click = (wanted) => new MutationObserver(cache, followMutation(cache, ID)).mutate(wanted);
  });
  afterEach(() => vi.unstubAllGlobals());

  const visible = () => cache.getQueryData(queryKey)?.isFollowing;
  const answer = (isFollowing: boolean) => Response.json({ isFollowing });

  it('changes before the server answers', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.mockReturnValue(promise);
    const done = click(true);
    await expect.poll(() => visible()).toBe(true);
    resolve(answer(true));
    await done;
    expect(visible()).toBe(true);
    expect(server.mock.calls).toEqual([['POST']]);
  });

  it('changes back when the server refuses', async () => {
    server.mockImplementation(async () => new Response('{}', { status: 500 }));
    await expect(click(true)).rejects.toThrow('Status 500');
    expect(visible()).toBe(false);
  });

  it('ends with the last click, however long each takes', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.mockReturnValueOnce(promise).mockResolvedValue(answer(false));
    const clicks = [click(true), click(false)];
    await expect.poll(() => server).toHaveBeenCalledTimes(1);
    resolve(answer(true));
    await Promise.all(clicks);
    expect(server.mock.calls).toEqual([['POST'], ['DELETE']]);
    expect(visible()).toBe(false);
  });

  it('ignores a status that was requested before', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.mockImplementation((method) => (method === 'GET' ? promise : Promise.resolve(answer(true))));
    const asked = cache.fetchQuery({ ...followStatusQuery(ID), staleTime: 0 }).catch(() => {});
    await click(true);
    resolve(answer(false));
    await asked;
    expect(visible()).toBe(true);
  });
});

describe('the bell', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('does not cancel the first load of the followed channels', async () => {
    stubBrowser('/channel/x');
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
    const cache = new QueryClient();
    const { promise: channels, resolve } = Promise.withResolvers<never>();
    const load = cache.fetchQuery({ ...followedChannelsQuery(), queryFn: () => channels });
    await new MutationObserver(cache, bellMutation(cache, 'gale')).mutate(true);
    const found = { followedChannels: ['gale'], channels: [], bells: [] };
    resolve(found as never);
    expect(await load).toEqual(found);
  });
});
