import { beforeAll, expect } from 'vitest';
import type { Channel } from '#shared/channels/channels.ts';
import type { BrowserStream } from '#shared/live/browser-stream.ts';
import { SMALL_VIEWPORT, type Visitor } from '../browser.ts';
import { broadcastOf, goLive, videosOf } from './broadcaster-page.ts';
import { playedFile, watchPlaylist, type PlaylistLog } from './camera-broadcast.ts';
import { limitCamera } from './camera-page.ts';
import { isSoak } from '../../runner/effort.ts';
import { CAMERA, countingCamera, type CameraShape } from '../../media/fake-camera.ts';
import { seenFrames, watchFrames } from '../../media/counter-picture.ts';
import type { Person } from '../../site/people.ts';
import type { TestOptions } from '../../site/running-site.ts';
import { newFolder } from '../../runner/temporary-folder.ts';
import { useWorld, type World } from '../world.ts';

/** For several simultaneous broadcasts on the machine. */
export const SMALL_CAMERA: CameraShape = { size: '320x180', cellPx: 40, framesPerS: isSoak ? 30 : 10 };
/** Longer than any broadcast of a test, because the camera's file restarts at its end. */
const CAMERA_S = isSoak ? 780 : 150;

/** A world whose browser has a camera that counts, with a streamer and a signed-out viewer. */
export interface CameraWorld {
  readonly world: World;
  readonly person: Person;
  readonly streamer: Visitor;
  readonly viewer: Visitor;
  /** Folder for the test's files. */
  readonly folder: string;
  /** Opens another tab with the streamer's session and storage. */
  newTab(): Promise<Visitor['page']>;
  /** Returns the attribute `data-<name>` of the viewer's player. */
  player(name: 'state' | 'stalls'): Promise<string | null>;
  /** Opens the channel as the viewer. */
  open(): Promise<void>;
  /** Goes live with chunks, and waits until the viewer sees it; notes each version of the playlist. */
  goLive(title: string, withinMs?: number): Promise<WatchedBroadcast>;
  /** Waits until a broadcast has ended. Returns what it is then. */
  untilEnded(streamId: string, withinMs?: number): Promise<BrowserStream>;
  /** The only video of the streamer, in one file, as a player fetches it. */
  replayFile(): Promise<string>;
  /**
   * Collects the frame counters in the viewer's player until there are as many different ones as the camera produces in
   * so many seconds. Times out after a minute by default.
   */
  framesOf(seconds: number, withinMs?: number): Promise<number[]>;
  /** Collects two seconds of frames once new ones appear in the viewer's player. */
  expectNewFrames(): Promise<number[]>;
  /** Returns whether the broadcast arrives, according to the channel. */
  ingest(): Promise<Channel['ingest']>;
}

export interface WatchedBroadcast {
  readonly streamId: string;
  readonly playlist: PlaylistLog;
}

export interface CameraWorldOptions extends TestOptions {
  /** @default a small one, which needs little of the machine */
  readonly camera?: CameraShape;
}

export function cameraWorld(
  username: string,
  { camera = SMALL_CAMERA, ...options }: CameraWorldOptions = {},
): CameraWorld {
  const visible = () => countingCamera(camera, CAMERA_S);
  const world = useWorld(options, visible);
  const folder = newFolder();
  let streamer: Visitor;
  let viewer: Visitor;
  let person: Person;
  beforeAll(async () => {
    person = await world.person(username);
    streamer = await world.visitor(person);
    viewer = await world.visitor();
    if (camera === CAMERA) return;
    await limitCamera(streamer.page.context(), { frameRate: camera.framesPerS });
    for (const { page } of [streamer, viewer]) await page.setViewportSize(SMALL_VIEWPORT);
  });
  const player = (name: string) => viewer.page.locator('[data-player]').getAttribute(`data-${name}`);
  const open = async () => void (await viewer.page.goto(`/channel/${username}`));
  const latestCounter = async () => (await seenFrames(viewer.page)).at(-1)?.counter ?? 0;
  const framesOf = async (seconds: number, timeout = 60_000): Promise<number[]> => {
    await watchFrames(viewer.page, camera.cellPx);
    let counters: number[] = [];
    const seen = async () => {
      counters = (await seenFrames(viewer.page)).map(({ counter }) => counter);
      return new Set(counters).size;
    };
    await expect.poll(seen, { timeout }).toBeGreaterThanOrEqual(seconds * camera.framesPerS);
    return counters;
  };
  return {
    world,
    folder,
    player,
    get person() {
      return person;
    },
    get streamer() {
      return streamer;
    },
    get viewer() {
      return viewer;
    },
    newTab: () => streamer.page.context().newPage(),
    open,
    goLive: async (title, timeout = 60_000) => {
      const streamId = await goLive(streamer.page, title);
      const playlist = watchPlaylist(`${world.site.url}/api/browser-stream/${streamId}/live.m3u8`);
      await open();
      await expect.poll(() => player('state'), { timeout }).toBe('playing');
      return { streamId, playlist };
    },
    untilEnded: async (streamId, timeout = 60_000) => {
      await expect.poll(async () => (await broadcastOf(person, streamId)).status, { timeout }).toBe('ended');
      return broadcastOf(person, streamId);
    },
    replayFile: async () => {
      const [replay, ...others] = await videosOf(person);
      expect(others).toEqual([]);
      return playedFile(folder, world.site.url + replay?.playback_url);
    },
    framesOf,
    expectNewFrames: async () => {
      const before = await latestCounter();
      await expect.poll(latestCounter, { timeout: 60_000 }).not.toBe(before);
      return framesOf(2);
    },
    ingest: async () => {
      const channel = await fetch(`${world.site.url}/api/streamers/${username}`);
      return ((await channel.json()) as Channel).ingest;
    },
  };
}
