import type { StartedBrowserStream } from '../../shared/browser-stream.ts';
import { endStream, goLive } from '../../test/support/browser/broadcaster-page.ts';
import { aPerson, enterAs, type Person } from '../../test/support/site/people.ts';
import { processorTime } from '../support/processor-time.ts';
import type { Viewer } from '../support/viewer.ts';
import type { CameraSize } from './drawn-camera.page.ts';
import type { Broadcast, Live, Pipeline } from './pipeline.ts';
import { cameraLateMs, type Streamers } from './streamer.ts';

interface FanfareOptions {
  readonly url: string;
  /** The site's process. */
  readonly pid: number;
  readonly streamers: Streamers;
  readonly viewer: Viewer;
}

/**
 * Fanfare with its own pages: /go-live, and the channel for its viewers. Several broadcasts at once come from one page
 * that records and sends as /go-live does, since a machine that runs everything has no room for several of that.
 */
export const fanfarePipeline = (options: FanfareOptions): Pipeline => ({
  processorTime: () => processorTime(options.pid),
  goLive: (size, broadcasts) =>
    broadcasts === 1 ? liveByPage(options, size) : liveTogether(options, size, broadcasts),
});

let people = 0;
const nextPerson = (url: string): Promise<Person> => aPerson(url, `bench${++people}`);

const broadcastOf = ({ url, viewer }: FanfareOptions, username: string, id: string): Broadcast => ({
  playlistUrl: `${url}/api/browser-stream/${id}/live.m3u8`,
  watch: (lengthMs) => viewer.watchPage(`${url}/channel/${username}`, lengthMs),
});

async function liveByPage(options: FanfareOptions, size: CameraSize): Promise<Live> {
  const person = await nextPerson(options.url);
  const page = await options.streamers.open(size, options.url);
  await enterAs(page, person);
  const id = await goLive(page, 'Bench');
  return {
    broadcasts: [broadcastOf(options, person.username, id)],
    end: async () => {
      const lateMs = await cameraLateMs(page);
      await endStream(page, person.username);
      await page.close();
      return { cameraLateMs: lateMs };
    },
  };
}

async function liveTogether(options: FanfareOptions, size: CameraSize, count: number): Promise<Live> {
  const begun = await Promise.all(Array.from({ length: count }, () => begin(options.url)));
  const targets = begun.map(({ person, id }) => ({
    kind: 'fanfare' as const,
    streamId: id,
    token: person.token,
  }));
  const page = await options.streamers.record(size, options.url, targets);
  return {
    broadcasts: begun.map(({ person, id }) => broadcastOf(options, person.username, id)),
    end: async () => {
      const lateMs = await cameraLateMs(page);
      await page.close();
      await Promise.all(begun.map(({ person, id }) => person.call('POST', `/browser-stream/stop/${id}`)));
      return { cameraLateMs: lateMs };
    },
  };
}

async function begin(url: string): Promise<{ readonly person: Person; readonly id: string }> {
  const person = await nextPerson(url);
  const setup = { title: 'Bench', category: 'Box Fans' };
  const started = (await person.call('POST', '/browser-stream/start', setup)) as StartedBrowserStream;
  return { person, id: started.stream_id };
}
