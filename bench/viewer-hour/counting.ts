import type { Page } from 'playwright-core';
import { routeOf } from '../counted/tally.ts';

/** What a page requested and received. */
export interface PageTraffic {
  /** Requests to the API by route, without playlists and segments. */
  readonly requests: ReadonlyMap<string, number>;
  /** All responses of the CDN: the API, playlists, files; of these, segments and pictures (`media`). */
  readonly cdn: { readonly requests: number; readonly bytes: number; readonly media: number };
  /** By topic, without keep-alives. */
  readonly deliveries: ReadonlyMap<string, Delivered>;
  /** Of its socket, since the page was opened. */
  readonly opened: { readonly connects: number; readonly subscribes: number };
}

interface Delivered {
  readonly times: number;
  /** Pieces of 5 kB, each of which AppSync bills as an operation. */
  readonly pieces: number;
}

interface Frame {
  readonly type: string;
  readonly id?: string;
  readonly channel?: string;
  readonly event?: string;
}

const PIECE_BYTES = 5000;
const NO_SIZES = { responseBodySize: 0, responseHeadersSize: 0 };

/** Counts the page's requests and deliveries after `begin` was called; connects and subscribes from now on. */
export function counting(page: Page): { readonly begin: () => void; readonly seen: () => PageTraffic } {
  const requests = new Map<string, number>();
  const deliveries = new Map<string, Delivered>();
  const topics = new Map<string, string>();
  const cdn = { requests: 0, bytes: 0, media: 0 };
  let isCounting = false;
  let connects = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!isCounting || !pathname.startsWith('/api/') || pathname.includes('.m3u8')) return;
    const what = `${request.method()} ${routeOf(pathname)}`;
    requests.set(what, (requests.get(what) ?? 0) + 1);
  });
  page.on('requestfinished', async (request) => {
    if (!isCounting || !/^https?:/.test(request.url())) return;
    cdn.requests += 1;
    if (new URL(request.url()).pathname.startsWith('/media/')) cdn.media += 1;
    // Sizes are not available while a page is closed.
    const { responseBodySize, responseHeadersSize } = await request.sizes().catch(() => NO_SIZES);
    cdn.bytes += responseBodySize + responseHeadersSize;
  });
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const { type, id = '', channel = '' } = JSON.parse(String(payload)) as Frame;
      if (type === 'connection_init') connects += 1;
      if (type === 'subscribe') topics.set(id, routeOf(channel));
    });
    socket.on('framereceived', ({ payload }) => {
      const { type, id = '', event = '' } = JSON.parse(String(payload)) as Frame;
      if (!isCounting || type !== 'data') return;
      const topic = topics.get(id) ?? id;
      const { times, pieces } = deliveries.get(topic) ?? { times: 0, pieces: 0 };
      const more = Math.ceil(Buffer.byteLength(event) / PIECE_BYTES);
      deliveries.set(topic, { times: times + 1, pieces: pieces + more });
    });
  });
  return {
    begin: () => (isCounting = true),
    seen: () => ({ requests, cdn: { ...cdn }, deliveries, opened: { connects, subscribes: topics.size } }),
  };
}
