import { join } from 'node:path';
import { processorTime } from '../support/processor-time.ts';
import { startScript } from '../support/programs.ts';
import type { Viewer } from '../support/viewer.ts';
import type { BareReady } from './bare.program.ts';
import type { Broadcast, Pipeline } from './pipeline.ts';
import { cameraLateMs, type Streamers } from './streamer.ts';

const SEGMENT_S = 2;

interface BareOptions {
  readonly folder: string;
  readonly streamers: Streamers;
  readonly viewer: Viewer;
}

/** MediaRecorder → one ffmpeg process → HLS, with the recorder's, the encoder's and the player's settings of Fanfare. */
export async function startBarePipeline({
  folder,
  streamers,
  viewer,
}: BareOptions): Promise<Pipeline & { close(): Promise<void> }> {
  const program = startScript(join(import.meta.dirname, 'bare.program.ts'), [folder]);
  const { url } = await program.firstLine<BareReady>();
  const broadcastOf = (name: string): Broadcast => {
    const playlistUrl = `${url}/${name}/live.m3u8`;
    const playing = { url: playlistUrl, segmentS: SEGMENT_S, isCamera: true };
    return { playlistUrl, watch: (lengthMs) => viewer.watch(playing, lengthMs) };
  };
  let begun = 0;
  return {
    processorTime: () => processorTime(program.pid),
    goLive: async (size, count) => {
      const names = Array.from({ length: count }, () => `bench${++begun}`);
      const addresses = names.map((name) => `${url}/${name}/chunks`);
      const targets = addresses.map((url) => ({ kind: 'address' as const, url }));
      const page = await streamers.record(size, url, targets);
      return {
        broadcasts: names.map(broadcastOf),
        end: async () => {
          const lateMs = await cameraLateMs(page);
          await page.close();
          await Promise.all(addresses.map((address) => fetch(address, { method: 'DELETE' })));
          return { cameraLateMs: lateMs };
        },
      };
    },
    close: async () => void (await program.end()),
  };
}
