import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { sanctionsQuery } from '#web/features/chat/rooms.queries.ts';
import { stubBrowser } from '../../support/browser.ts';

afterEach(() => vi.unstubAllGlobals());

it('all muted users of a chat are listed, page by page', async () => {
  stubBrowser('/channel/ada');
  const answers: Readonly<Record<string, object>> = {
    '': { sanctions: [{ username: 'bea', until: null }], next: 'after bea' },
    'after bea': { sanctions: [], next: 'after nobody' },
    'after nobody': { sanctions: [{ username: 'cleo', until: null }], next: null },
  };
  vi.stubGlobal('fetch', async (address: string) => {
    const asked = new URL(address, 'http://localhost').searchParams;
    return Response.json(answers[asked.get('after') ?? '']);
  });
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...sanctionsQuery('ada'), pages: 9 });
  expect(pages.flatMap(({ sanctions }) => sanctions).map(({ username }) => username)).toEqual([
    'bea',
    'cleo',
  ]);
});
