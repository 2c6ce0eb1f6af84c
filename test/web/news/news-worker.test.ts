/** The service worker of news, run as it is served, in a world of its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const CODE = readFileSync(join(import.meta.dirname, '../../../web/public/news-worker.js'), 'utf8');
const ORIGIN = 'https://fans.example';
const NEWS = {
  title: 'Rosa is live',
  body: 'Evening',
  path: '/channel/rosa',
  tag: 'a',
  lang: 'ar',
  dir: 'rtl',
};

type Listener = (event: object) => void;

const page = (path: string, focused = false) => ({
  url: ORIGIN + path,
  focused,
  postMessage: vi.fn<(message: string) => void>(),
  focus: vi.fn<() => Promise<void>>(async () => {}),
});

let listeners: Map<string, Listener>;
let pages: ReturnType<typeof page>[];
const visible = vi.fn<(title: string, options: object) => Promise<void>>(async () => {});
const opened = vi.fn<(url: string) => Promise<void>>(async () => {});

beforeEach(() => {
  vi.clearAllMocks();
  listeners = new Map();
  pages = [];
  const self = {
    location: { origin: ORIGIN },
    skipWaiting: async () => {},
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    clients: { matchAll: async () => pages, openWindow: opened },
    registration: { showNotification: visible },
  };
  runInNewContext(CODE, { self, URL });
});

/** Fires an event, and waits for what it waits for. */
async function fire(name: string, event: object): Promise<void> {
  const waits: Promise<unknown>[] = [];
  listeners.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
  await Promise.all(waits);
}

const push = (news: object) => fire('push', { data: { json: () => news } });
const click = async (path: string) => {
  const close = vi.fn<() => void>();
  await fire('notificationclick', { notification: { data: { path }, close } });
  expect(close).toHaveBeenCalledOnce();
};

describe('a push message', () => {
  it('is shown in place of an older one, and reaches open pages', async () => {
    pages = [page('/about')];
    await push(NEWS);
    expect(visible.mock.calls).toEqual([
      [
        'Rosa is live',
        expect.objectContaining({
          body: 'Evening',
          tag: 'a',
          lang: 'ar',
          dir: 'rtl',
          data: { path: '/channel/rosa' },
        }),
      ],
    ]);
    expect(pages[0]!.postMessage).toHaveBeenCalledWith('news');
  });

  it('is not shown to a user who looks at its page, but to one in another window', async () => {
    pages = [page('/channel/rosa', true)];
    await push(NEWS);
    expect(visible).not.toHaveBeenCalled();
    pages = [page('/channel/rosa', false), page('/', true)];
    await push(NEWS);
    expect(visible).toHaveBeenCalledOnce();
  });
});

describe('a click on a notification', () => {
  it('focuses or opens its page', async () => {
    pages = [page('/channel/rosa')];
    await click('/channel/rosa');
    expect(pages[0]!.focus).toHaveBeenCalledOnce();
    await click('/channel/gale');
    expect(opened.mock.calls).toEqual([[`${ORIGIN}/channel/gale?notified=`]]);
  });

  it('opens no other site', async () => {
    await click('https://evil.example/');
    await click('//evil.example/');
    expect(opened).not.toHaveBeenCalled();
  });
});

it('the worker handles no requests of pages', () => {
  expect([...listeners.keys()].toSorted()).toEqual([
    'install',
    'notificationclick',
    'push',
    'pushsubscriptionchange',
  ]);
});
