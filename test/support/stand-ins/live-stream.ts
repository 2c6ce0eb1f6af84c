import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished } from 'vitest';
import type { LocalRecordings } from '#infra/local/live-channels/live-channels.ts';
import { startEncoder, type Encoder } from '../media/encoder.ts';
import {
  createChannel,
  removeFolder,
  startLiveSite,
  temporaryFolder,
  type LiveSite,
  type NewChannel,
} from './live-site.ts';
import { processesWith, startStandInToKill, type StandInToKill } from './stand-in-to-kill.ts';

/** For `expect.poll`: reactions to a stream's start or end. */
export const STREAM_POLL = { timeout: 45_000, interval: 50 };

export interface LiveStage {
  /** Runs from before the first test to after the last. */
  readonly site: LiveSite;
  newChannel(): Promise<NewChannel>;
  /** Creates a channel with a playable stream. */
  goLive(): Promise<NewChannel & { readonly encoder: Encoder }>;
  /** Adds a key that must not be in the log. */
  watchKey(key: string | undefined): void;
}

/** Starts one site for all tests of a file. After each test no stream key may be in its log. */
export function useLiveStage(): LiveStage {
  let site: LiveSite;
  const keys: string[] = [];
  beforeAll(async () => {
    site = await startLiveSite(temporaryFolder());
  });
  afterEach(() => {
    const log = readFileSync(join(site.dataDir, 'rtmp.log'), 'utf8');
    for (const key of keys) expect(log, 'a stream key in the log').not.toContain(key);
  });
  afterAll(async () => {
    await site.close();
    removeFolder(site.dataDir);
  });
  const newChannel = async (): Promise<NewChannel> => {
    const made = await createChannel(site.ivs);
    keys.push(made.streamKey.value ?? '');
    return made;
  };
  return {
    get site() {
      return site;
    },
    newChannel,
    goLive: async () => {
      const channel = await newChannel();
      const encoder = encode(channel.url);
      await expect.poll(() => site.eventNames(channel.arn), STREAM_POLL).toEqual(['Stream Start']);
      return { ...channel, encoder };
    },
    watchKey: (key = '') => keys.push(key),
  };
}

/** Starts an encoder that is stopped after the test. */
export function encode(...args: Parameters<typeof startEncoder>): Encoder {
  const encoder = startEncoder(...args);
  onTestFinished(async () => void (await encoder.stop()));
  return encoder;
}

export async function playlist(url: string): Promise<string> {
  return (await fetch(url)).text();
}

export async function segments(playbackUrl: string): Promise<string[]> {
  return (await playlist(playbackUrl)).split('\n').filter((line) => line.endsWith('.ts'));
}

/** The processes that work for a site (`PID COMMAND`), found by the folder in their arguments. */
export const processesOf = (dataDir: string): Promise<string[]> => processesWith(join(dataDir, 'media'));

/** IVS's stand-in, in a process of its own. */
export const startLiveChannelsToKill = (
  dataDir: string,
  recordings?: LocalRecordings,
): Promise<StandInToKill> =>
  startStandInToKill({
    module: 'live-channels/live-channels.ts',
    start: 'startLiveChannels',
    dataDir,
    options: { rtmpPort: 0, host: 'localhost', playbackOrigin: 'http://localhost', recordings },
  });
