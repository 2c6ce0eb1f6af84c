/** Pages that stay open for a night: what they request, and what they keep. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { screen } from '@testing-library/dom';
import { encodeTime } from 'ulid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Channel } from '#shared/channels/channels.ts';
import type { ChatMessage } from '#shared/community/chat.ts';
import { CHAT_LIMIT_DEFAULT } from '#shared/limits.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/plain/time.ts';
import { channelTopic } from '#shared/plain/topics.ts';
import { queryClient } from '#web/lib/api/query.ts';
import { chooseSetting } from '#web/lib/hooks/browser-hooks.ts';
import type { LiveSteering, Steering } from '#web/lib/player-stage.ts';
import { aChannel, openScreen, press, type Screen } from '#test/support/browser/screen.tsx';

const listening = vi.hoisted(() => new Map<string, (event: unknown) => void>());

vi.mock(import('#web/lib/realtime/topic-socket.ts'), () => ({
  subscribeToTopic: async (_realtime, { topic }, { onEvent }) => {
    listening.set(topic, onEvent);
    return () => void listening.delete(topic);
  },
}));

vi.mock(import('#web/features/player/engine/playlist.ts'), async (original) => ({
  ...(await original()),
  fetchPlaylist: async () => ({
    kind: 'running',
    text: '',
    segments: 9,
    lengthS: 18,
    longestSegmentS: 2,
    usualSegmentS: 2,
  }),
}));

vi.mock(import('#web/features/player/engine/playback.ts'), async (original) => ({
  ...(await original()),
  canLoadSound: () => true,
  startPlayback: (_playback, { report, onSteering }) => {
    onSteering(createSteering());
    report('moving');
    return () => onSteering(null);
  },
}));

/** Two seconds behind live, and rewindable. */
function createSteering(): Steering {
  const qualities = { all: [], chosen: null, current: null };
  const live = {
    behindS: () => 0,
    aheadS: () => 2,
    playingDate: () => new Date(Date.now() - 2000),
    goLive: () => {},
    seekBy: () => {},
    seekTo: () => true,
    rewind: {
      airedMs: 0,
      earliestMs: () => Date.now() - HOUR_MS,
      liveMs: () => Date.now() - 2000,
      pictureUrl: async () => null,
    },
  } satisfies LiveSteering;
  return { subscribe: () => () => {}, qualities: () => qualities, choose: () => {}, live };
}

const NAMES = ['GaleForce', 'Zephyr', 'Mistral', 'Sirocco'];
const CHANNELS: Record<string, Channel> = Object.fromEntries(
  NAMES.map((username) => [
    username.toLowerCase(),
    aChannel({
      username,
      display_name: username,
      ingest: 'receiving',
      video_url: `https://live.example/${username}.m3u8`,
    }),
  ]),
);
const channelNamed = (name = '') => CHANNELS[name.toLowerCase()]!;
const PASS = { pass: 'pass', renew_after_ms: HOUR_MS };

async function open(address: string): Promise<Screen> {
  const page = await openScreen(address, {
    answers: {
      'GET /streamers/{username}': ({ params }) => channelNamed(params['username']),
      'GET /chat/{id}': ({ params }) => messagesOf(params['id']).slice(-CHAT_LIMIT_DEFAULT),
      'GET /realtime': { endpoint: 'wss://live.example/event', region: 'local' },
      'POST /passes/lists': PASS,
      'POST /passes/{kind}/{id}': PASS,
      'POST /presence/{id}': ({ params }) => ({
        channel: Object.values(CHANNELS).find(({ id }) => id === params['id'])!,
        report_after_ms: 30_000,
        report_probability: 1,
      }),
    },
  });
  // The ages of messages would be rendered each minute, which takes long.
  chooseSetting('chat-time', 'none');
  return page;
}

/** All that implement listeners: happy-dom's window and nodes do so apart. */
const LISTENING = [window, Object.getPrototypeOf(Node.prototype) as EventTarget];

/** Counts the listeners of the window and of what is in the page, from now on. */
function countListeners(): () => number {
  const added = new Map<EventTarget, Map<string, Set<unknown>>>();
  for (const owner of LISTENING) {
    const { addEventListener, removeEventListener } = owner;
    const add = function (this: EventTarget, ...args: Parameters<typeof addEventListener>) {
      const [type, listener, options] = args;
      const target = this ?? window;
      const byType = added.get(target) ?? new Map<string, Set<unknown>>();
      added.set(target, byType);
      const listeners = byType.get(type) ?? new Set();
      byType.set(type, listeners.add(listener));
      const { once = false, signal } = typeof options === 'object' ? options : {};
      const forget = () => void listeners.delete(listener);
      signal?.addEventListener('abort', forget);
      if (once) addEventListener.call(target, type, forget, { once });
      return addEventListener.apply(target, args);
    };
    const remove = function (this: EventTarget, ...args: Parameters<typeof removeEventListener>) {
      const target = this ?? window;
      added.get(target)?.get(args[0])?.delete(args[1]);
      return removeEventListener.apply(target, args);
    };
    vi.spyOn(owner, 'addEventListener').mockImplementation(add);
    vi.spyOn(owner, 'removeEventListener').mockImplementation(remove);
  }
  // The signal of a request ends with it.
  const isKept = (target: EventTarget) =>
    target instanceof Node ? target.isConnected : !(target instanceof AbortSignal);
  return () =>
    [...added]
      .filter(([target]) => isKept(target))
      .flatMap(([, byType]) => [...byType.values()])
      .reduce((sum, { size }) => sum + size, 0);
}

// As browsers do, and happy-dom does not.
RemotePlayback.prototype.cancelWatchAvailability = async () => {};

let listeners: () => number;
/** By the ids of their channels. */
let written: Map<string, ChatMessage[]>;

beforeEach(() => {
  // Scheduling by React stays real.
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  listeners = countListeners();
  written = new Map();
  writeMessages(CHAT_LIMIT_DEFAULT);
  // Without a layout nothing has a size, and each position in the chat would count as near its top.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([] as unknown as DOMRectList);
  // Those of happy-dom end by the real clock.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'get').mockImplementation(() => Date.now() / 1000);
});
afterEach(() => void vi.useRealTimers());

const messagesOf = (id = '') => written.get(id) ?? [];

/** Writes messages in every chat. */
function writeMessages(count: number): void {
  for (const { id } of Object.values(CHANNELS)) {
    const events = Array.from({ length: count }, () => {
      const messages = messagesOf(id);
      const message = {
        id: encodeTime(Date.now()) + String(messages.length).padStart(16, '0'),
        username: 'Ada',
        message: 'A fine breeze',
        timestamp: new Date().toISOString(),
      };
      written.set(id, [...messages, message]);
      return { type: 'message', message };
    });
    listening.get(channelTopic(id))?.({ events });
  }
}

/** What is due within a step is rendered at once. */
const STEP_MS = 2 * MINUTE_MS;
const flush = () => new Promise((resolve) => setImmediate(resolve));

async function pass(ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += STEP_MS) {
    vi.advanceTimersByTime(STEP_MS);
    for (let turn = 0; turn < 2; turn += 1) await flush();
  }
}

const kept = () => ({
  timers: vi.getTimerCount(),
  listeners: listeners(),
  // The chat keeps a limited number of messages.
  elements: document.querySelectorAll('*').length - document.querySelectorAll('[role=log] *').length,
  queries: queryClient.getQueryCache().getAll().length,
  sockets: listening.size,
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What the page keeps in memory, without what the test notes of it. */
function heapBytes({ api }: Screen): number {
  api.requests.length = 0;
  // happy-dom notes the queries that found an element until the element changes.
  for (const element of document.querySelectorAll('*')) {
    element.toggleAttribute('data-changed', true);
    element.toggleAttribute('data-changed', false);
  }
  vi.clearAllMocks();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Compiled code and happy-dom grow by half of it. A page that keeps 80 bytes of each half second grows by more. */
const GROWTH_MAX_BYTES = 2_500_000;

const MESSAGES_PER_HOUR = 15;

/** The requests of an hour with some messages, by their routes. */
async function requestsOfAnHour({ api }: Screen): Promise<Record<string, number>> {
  const before = api.requests.length;
  for (let written = 0; written < MESSAGES_PER_HOUR; written += 1) {
    writeMessages(1);
    await pass(HOUR_MS / MESSAGES_PER_HOUR);
  }
  const routes = api.requests.slice(before).map(({ route }) => route);
  return Object.fromEntries(
    [...new Set(routes)].map((route) => [route, routes.filter((one) => one === route).length]),
  );
}

async function expectNoGrowth(page: Screen): Promise<Record<string, number>> {
  await pass(20 * MINUTE_MS);
  const first = kept();
  const early = await requestsOfAnHour(page);
  const firstBytes = heapBytes(page);
  await pass(5.5 * HOUR_MS);
  expect(heapBytes(page) - firstBytes).toBeLessThan(GROWTH_MAX_BYTES);
  const late = await requestsOfAnHour(page);
  expect(kept()).toEqual(first);
  expect(Object.keys(late).toSorted()).toEqual(Object.keys(early).toSorted());
  // One more or less falls on the hour.
  for (const [route, count] of Object.entries(late))
    expect(Math.abs(count - (early[route] ?? 0)), route).toBeLessThanOrEqual(1);
  // It repeats the newest page at times, and asks for no history.
  expect(late['GET /chat/{id}'] ?? 0).toBeLessThan(MESSAGES_PER_HOUR);
  return late;
}

const setHidden = (): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
};

async function untilListening(count: number): Promise<void> {
  await expect.poll(() => listening.size).toBe(count);
}

describe('after eight hours', { tags: ['slow'], timeout: 10 * MINUTE_MS }, () => {
  it('a live channel requests and keeps as much as before', async () => {
    const page = await open('/channel/GaleForce');
    await screen.findByRole('button', { name: 'Fan tools' });
    await untilListening(2);
    const requests = await expectNoGrowth(page);
    expect(requests['POST /presence/{id}']).toBeGreaterThan(20);
  });

  it('a live channel in sleep mode does', async () => {
    vi.stubGlobal('AudioContext', SilentContext);
    vi.stubGlobal('GainNode', SilentNode);
    vi.stubGlobal('MediaMetadata', Object);
    vi.stubGlobal('navigator', Object.assign(navigator, { mediaSession: { setActionHandler: () => {} } }));
    const page = await open('/channel/GaleForce');
    document.body.firstElementChild!.id = 'root';
    localStorage.setItem('sleep.settings', JSON.stringify({ minutes: 480 }));
    await press(page, 'Fan tools');
    await page.user.click(await screen.findByRole('menuitem', { name: 'Sleep mode' }));
    await screen.findByRole('dialog', { name: 'Sleep mode' });
    await untilListening(2);
    await expectNoGrowth(page);
  });

  it('a wall of four does', async () => {
    const page = await open(`/wall?of=${NAMES.join(',')}`);
    await screen.findByRole('button', { name: 'Enlarge Sirocco' });
    await untilListening(5);
    const requests = await expectNoGrowth(page);
    expect(requests['POST /presence/{id}']).toBeGreaterThan(100);
  });

  it('a hidden tab does, and reports no viewer', async () => {
    const page = await open('/channel/GaleForce');
    await screen.findByRole('button', { name: 'Fan tools' });
    await untilListening(2);
    setHidden();
    const requests = await expectNoGrowth(page);
    expect(requests['POST /presence/{id}']).toBeUndefined();
  });
});

class SilentNode {
  readonly gain = { setTargetAtTime: () => {} };
  readonly connect = () => {};
}

class SilentContext {
  readonly destination = new SilentNode();
  readonly resume = async () => {};
  readonly suspend = async () => {};
  readonly close = async () => {};
}
