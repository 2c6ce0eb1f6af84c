import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Way } from '#shared/live/browser-stream.ts';
import { processorTime } from '../support/processor-time.ts';
import { startScript } from '../support/programs.ts';
import type { Viewer } from '../support/viewer.ts';
import type { Playing } from '../support/viewer.page.ts';
import { BARE_SEGMENT_S } from './bare-segment.ts';
import type { BareReady } from '../support/bare-server.ts';
import type { CameraSize } from './drawn-camera.page.ts';
import { type Broadcast, JOIN_AFTER_S, type Pipeline } from './pipeline.ts';
import { cameraLateMs, type Streamers } from './streamer.ts';

const TRANSCODED_SEGMENT_S = 2;

interface BareOptions {
  readonly streamers: Streamers;
  readonly viewer: Viewer;
}

export interface BarePipeline extends Pipeline {
  close(): Promise<void>;
}

/** MediaRecorder → one ffmpeg process → HLS, with the same settings of recorder, encoder and player as in Fanfare. */
export const startBareCompatible = (
  folder: string,
  { streamers, viewer }: BareOptions,
): Promise<BarePipeline> =>
  startBare({
    way: 'compatible',
    program: ['bare.program.ts', folder],
    viewer,
    playing: { segmentS: TRANSCODED_SEGMENT_S, isCamera: true },
    record: (size, url, addresses) =>
      streamers.record(
        size,
        url,
        addresses.map((address) => ({ kind: 'address', url: `${address}/chunks` })),
      ),
    finish: (address) => fetch(`${address}/chunks`, { method: 'DELETE' }),
  });

/** mediabunny's HLS in the page → a server that lists the received files → hls.js with three settings. */
export const startBareDirect = ({ streamers, viewer }: BareOptions): Promise<BarePipeline> =>
  startBare({
    way: 'direct',
    program: ['bare-direct.program.ts'],
    viewer,
    playing: {
      segmentS: BARE_SEGMENT_S,
      settings: {
        liveSyncDuration: 2 * BARE_SEGMENT_S,
        liveMaxLatencyDuration: 10,
        maxLiveSyncPlaybackRate: 1.1,
      },
    },
    record: streamers.recordBare,
    finish: () => Promise.resolve(),
  });

interface BareKind {
  readonly way: Way;
  /** The script and its arguments. */
  readonly program: readonly [script: string, ...args: string[]];
  readonly viewer: Viewer;
  readonly playing: Omit<Playing, 'url'>;
  readonly record: (size: CameraSize, url: string, addresses: readonly string[]) => Promise<Page>;
  readonly finish: (address: string) => Promise<unknown>;
}

async function startBare({ program: [script, ...args], viewer, ...kind }: BareKind): Promise<BarePipeline> {
  const program = startScript(join(import.meta.dirname, script), args);
  const { url } = await program.firstLine<BareReady>();
  const broadcastOf = (address: string): Broadcast => {
    const playlistUrl = `${address}/live.m3u8`;
    return {
      playlistUrl,
      watch: (lengthMs) => viewer.watch({ url: playlistUrl, ...kind.playing }, lengthMs),
    };
  };
  let begun = 0;
  return {
    joinAfterS: JOIN_AFTER_S[kind.way],
    processorTime: () => processorTime(program.pid),
    goLive: async (size, count) => {
      const addresses = Array.from({ length: count }, () => `${url}/bench${++begun}`);
      const page = await kind.record(size, url, addresses);
      return {
        broadcasts: addresses.map(broadcastOf),
        end: async () => {
          const lateMs = await cameraLateMs(page);
          await page.close();
          await Promise.all(addresses.map(kind.finish));
          return { cameraLateMs: lateMs };
        },
      };
    },
    close: async () => void (await program.end()),
  };
}
