import type { Page } from 'playwright-core';
import type { StartedBrowserStream, Way } from '#shared/live/browser-stream.ts';
import {
  endStream,
  goLive,
  presetWay,
  untilDirectIsProven,
} from '#test/support/browser/camera/broadcaster-page.ts';
import { aPerson, enterAs, type Person } from '#test/support/site/people.ts';
import { processorTime } from '../support/processor-time.ts';
import type { Viewer } from '../support/viewer.ts';
import type { CameraSize } from './drawn-camera.page.ts';
import { type Broadcast, JOIN_AFTER_S, type Live, type Pipeline } from './pipeline.ts';
import { cameraLateMs, type Streamers } from './streamer.ts';

interface FanfareOptions {
  readonly url: string;
  /** The site's process. */
  readonly pid: number;
  readonly streamers: Streamers;
  readonly viewer: Viewer;
}

/**
 * Fanfare with its own pages: /go-live, and the channel for its viewers. Several broadcasts at once come from one page,
 * because a machine that runs everything cannot run several cameras and encoders.
 */
export const fanfarePipeline = (way: Way, options: FanfareOptions): Pipeline => ({
  joinAfterS: JOIN_AFTER_S[way],
  processorTime: () => processorTime(options.pid),
  goLive: (size, broadcasts) => {
    if (broadcasts === 1) return liveByPage(way, options, size, []);
    return way === 'direct' ? liveAsOne(options, size, broadcasts) : liveTogether(options, size, broadcasts);
  },
});

let people = 0;
const nextPerson = (url: string): Promise<Person> => aPerson(url, `bench${++people}`);

const broadcastOf = ({ url, viewer }: FanfareOptions, { person, id }: Begun): Broadcast => ({
  playlistUrl: `${url}/api/browser-stream/${id}/live.m3u8`,
  watch: (lengthMs) => viewer.watchPage(`${url}/channel/${person.username}`, lengthMs),
});

/** Goes live with /go-live, and sends the segments to `others` too. */
async function liveByPage(
  way: Way,
  options: FanfareOptions,
  size: CameraSize,
  others: readonly Begun[],
): Promise<Live> {
  const person = await nextPerson(options.url);
  const page = await options.streamers.open(size, options.url);
  await enterAs(page, person);
  if (others.length > 0) await repeatSegments(page, others);
  await presetWay(page, way);
  const id = await goLive(page, 'Bench', async () => {
    if (way === 'direct') await untilDirectIsProven(page);
    // Otherwise the ladder of this round would run during the next one.
    await page.getByLabel('Keep replays of my streams').uncheck();
  });
  return {
    broadcasts: [{ person, id }, ...others].map((begun) => broadcastOf(options, begun)),
    end: async () => {
      const lateMs = await cameraLateMs(page);
      await endStream(page, person.username);
      await page.close();
      await end(others);
      return { cameraLateMs: lateMs };
    },
  };
}

/** Direct: one /go-live, whose segments are sent to all broadcasts. */
async function liveAsOne(options: FanfareOptions, size: CameraSize, count: number): Promise<Live> {
  const others = await Promise.all(Array.from({ length: count - 1 }, () => begin('direct', options.url)));
  return liveByPage('direct', options, size, others);
}

/** Makes the page send each segment to further broadcasts too, as their own pages would. */
const repeatSegments = (page: Page, broadcasts: readonly Begun[]): Promise<unknown> =>
  page.addInitScript(
    (targets) => {
      globalThis.XMLHttpRequest = class extends XMLHttpRequest {
        #seq: string | undefined;
        override open(method: string, url: string | URL): void {
          this.#seq = /\/segments\/(\d+)$/.exec(String(url))?.[1];
          super.open(method, url);
        }
        override send(body?: XMLHttpRequestBodyInit | null): void {
          if (this.#seq !== undefined && body) {
            for (const { id, token } of targets) {
              const headers = { 'content-type': 'video/mp4', authorization: `Bearer ${token}` };
              const url = `/api/browser-stream/${id}/segments/${this.#seq}`;
              void fetch(url, { method: 'PUT', headers, body });
            }
          }
          super.send(body);
        }
      };
    },
    broadcasts.map(({ person, id }) => ({ id, token: person.token })),
  );

/** Compatible: one page that records and sends like /go-live. */
async function liveTogether(options: FanfareOptions, size: CameraSize, count: number): Promise<Live> {
  const begun = await Promise.all(Array.from({ length: count }, () => begin('compatible', options.url)));
  const targets = begun.map(({ person, id }) => ({
    kind: 'fanfare' as const,
    streamId: id,
    token: person.token,
  }));
  const page = await options.streamers.record(size, options.url, targets);
  return {
    broadcasts: begun.map((one) => broadcastOf(options, one)),
    end: async () => {
      const lateMs = await cameraLateMs(page);
      await page.close();
      await end(begun);
      return { cameraLateMs: lateMs };
    },
  };
}

interface Begun {
  readonly person: Person;
  readonly id: string;
}

async function begin(way: Way, url: string): Promise<Begun> {
  const person = await nextPerson(url);
  const setup = { title: 'Bench', category: 'Box Fans', way, keep_replay: false };
  const started = (await person.call('POST', '/browser-stream/start', setup)) as StartedBrowserStream;
  return { person, id: started.stream_id };
}

const end = (broadcasts: readonly Begun[]): Promise<unknown> =>
  Promise.all(broadcasts.map(({ person, id }) => person.call('POST', `/browser-stream/stop/${id}`)));
