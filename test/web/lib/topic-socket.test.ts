/** The page's client of AppSync Events, against the stand-in that Amplify's client passes too. */
import { Sha256 } from '@aws-crypto/sha256-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appsyncPublisher } from '#functions/realtime/realtime.appsync.ts';
import { LOCAL_REGION, localCredentials } from '#infra/local/aws/credentials.ts';
import { startRealtime, type LocalRealtime } from '#infra/local/realtime/realtime.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';
import { subscribeToTopic } from '#web/lib/realtime/topic-socket.ts';

const credentials = localCredentials(newFolder());
const PASS = 'a pass';
let authorize: (token: string) => boolean;
let realtime: LocalRealtime;
let sockets: WebSocket[];
const ends: (() => void)[] = [];

const start = (port: number, keepAliveMs = 60_000) =>
  startRealtime({
    credentials,
    port,
    keepAliveMs,
    host: 'localhost',
    authorize: async ({ authorizationToken }) => ({
      isAuthorized: authorize(authorizationToken),
      ttlOverride: 0,
    }),
  });

beforeEach(async () => {
  authorize = (token) => token.startsWith(PASS);
  sockets = [];
  const Socket = WebSocket;
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal(
    'WebSocket',
    class extends Socket {
      constructor(...options: ConstructorParameters<typeof Socket>) {
        super(...options);
        sockets.push(this);
      }
    },
  );
  realtime = await start(0);
});

afterEach(async () => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await realtime.close();
});

const publish = (channel: string, event: object) =>
  appsyncPublisher({
    url: realtime.httpUrl,
    region: async () => LOCAL_REGION,
    credentials,
    sha256: Sha256,
  })(channel, [event]);

async function subscribe(topic: string, pass = PASS) {
  const received: unknown[] = [];
  const onBroken = vi.fn<() => void>();
  const leave = await subscribeToTopic(
    { endpoint: realtime.url, region: LOCAL_REGION },
    { topic, pass },
    { onEvent: (event) => received.push(event), onBroken },
  );
  ends.push(leave);
  return { received, onBroken, leave };
}

describe('the socket of a page', () => {
  it('receives the events of its topics in order', async () => {
    const [ada, grace] = await Promise.all([subscribe('/channels/ada'), subscribe('/channels/grace')]);
    for (let n = 0; n < 5; n++) await publish('/channels/ada', { n, text: 'Überall “Fans” 🌀' });
    await publish('/channels/grace', { n: 7 });
    await expect.poll(() => grace.received).toEqual([{ n: 7 }]);
    expect(ada.received).toEqual([0, 1, 2, 3, 4].map((n) => ({ n, text: 'Überall “Fans” 🌀' })));
    expect(sockets).toHaveLength(1);
  });

  it('works where there is no window, as in the smoke test', async () => {
    vi.stubGlobal('window', undefined);
    const ada = await subscribe('/channels/ada');
    await publish('/channels/ada', { n: 1 });
    await expect.poll(() => ada.received).toEqual([{ n: 1 }]);
  });

  it('receives nothing of a topic after its end, and closes with the last', async () => {
    const ada = await subscribe('/channels/ada');
    const grace = await subscribe('/channels/grace');
    ada.leave();
    ada.leave();
    await publish('/channels/ada', { n: 1 });
    await publish('/channels/grace', { n: 2 });
    await expect.poll(() => grace.received).toEqual([{ n: 2 }]);
    expect(ada.received).toEqual([]);
    grace.leave();
    await expect.poll(() => sockets[0]?.readyState).toBe(WebSocket.CLOSED);
    expect(grace.onBroken).not.toHaveBeenCalled();
    await subscribe('/channels/ada');
    expect(sockets).toHaveLength(2);
  });

  it('is refused with a wrong pass', async () => {
    await expect(subscribe('/channels/ada', 'wrong')).rejects.toThrow('closed');
    await subscribe('/channels/ada');
  });

  it('keeps its other topics where one is refused', async () => {
    const ada = await subscribe('/channels/ada');
    await expect(subscribe('/channels/grace', 'wrong')).rejects.toThrow('UnauthorizedException');
    await expect(subscribe('/secrets/grace')).rejects.toThrow('UnauthorizedException');
    await publish('/channels/ada', { n: 1 });
    await expect.poll(() => ada.received).toEqual([{ n: 1 }]);
    expect(ada.onBroken).not.toHaveBeenCalled();
  });

  it('reports each topic once where the server ends it, and opens again', async () => {
    const both = [await subscribe('/channels/ada'), await subscribe('/channels/grace')];
    const { port } = realtime;
    await realtime.close();
    for (const { onBroken } of both) await expect.poll(() => onBroken.mock.calls).toHaveLength(1);
    for (const { leave } of both) leave();
    realtime = await start(port);
    const ada = await subscribe('/channels/ada');
    await publish('/channels/ada', { n: 1 });
    await expect.poll(() => ada.received).toEqual([{ n: 1 }]);
  });

  it('breaks as soon as the browser is offline', async () => {
    const ada = await subscribe('/channels/ada');
    window.dispatchEvent(new Event('offline'));
    expect(ada.onBroken).toHaveBeenCalledOnce();
  });

  it('connects to the sockets’ host of AppSync', async () => {
    const addresses: unknown[] = [];
    vi.stubGlobal(
      'WebSocket',
      class {
        constructor(address: string, protocols: string[]) {
          const [, header = ''] = protocols[1]!.split('header-');
          addresses.push(address, JSON.parse(Buffer.from(header, 'base64url').toString()));
        }
        addEventListener() {}
        removeEventListener() {}
        close() {}
      },
    );
    const endpoint = 'https://abc.appsync-api.eu-central-1.amazonaws.com/event';
    const opening = subscribeToTopic(
      { endpoint, region: 'eu-central-1' },
      { topic: '/channels/ada', pass: PASS },
      { onEvent: () => {}, onBroken: () => {} },
    );
    window.dispatchEvent(new Event('offline'));
    await expect(opening).rejects.toThrow('closed');
    expect(addresses).toEqual([
      'wss://abc.appsync-realtime-api.eu-central-1.amazonaws.com/event/realtime',
      { host: 'abc.appsync-api.eu-central-1.amazonaws.com', Authorization: PASS },
    ]);
  });
});

describe('a socket that is silent', () => {
  /** Fake sockets, because real ones do not follow a fake clock. */
  class SilentSocket extends EventTarget {
    readonly close = vi.fn<() => void>();
    readonly send = vi.fn<(text: string) => void>();
  }
  let silent: SilentSocket;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', function create() {
      silent = new SilentSocket();
      return silent;
    });
  });
  const receive = (message: object) =>
    silent.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));

  it('before its answer is given up', async () => {
    const refused = subscribe('/channels/ada').catch((error: unknown) => String(error));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await refused).toContain('does not answer');
    expect(silent.close).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('for longer than between two signs of life is broken', async () => {
    const opening = subscribe('/channels/ada');
    receive({ type: 'connection_ack', connectionTimeoutMs: 300_000 });
    receive({ type: 'subscribe_success', id: '1' });
    const { onBroken } = await opening;
    await vi.advanceTimersByTimeAsync(60_000);
    receive({ type: 'ka' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onBroken).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onBroken).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });
});
