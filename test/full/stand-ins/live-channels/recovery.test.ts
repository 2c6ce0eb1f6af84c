import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { ListStreamsCommand } from '@aws-sdk/client-ivs';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createChannel,
  ivsClient,
  removeFolder,
  startLiveSite,
  temporaryFolder,
} from '#test/support/stand-ins/live-site.ts';
import {
  encode,
  playlist,
  processesOf,
  STREAM_POLL,
  startLiveChannelsToKill,
  useLiveStage,
} from '#test/support/stand-ins/live-stream.ts';

describe('after a crash', () => {
  const stage = useLiveStage();

  it('of ffmpeg it restarts, and the playlist continues after a discontinuity', async () => {
    const { arn, playbackUrl } = await stage.goLive();
    kill(await processesOf(stage.site.dataDir), arn.split('/')[1] ?? '');
    const continued =
      /^st-\w+-00000\.ts\n(?:(?!#EXT-X-DISCONTINUITY).*\n)*#EXT-X-DISCONTINUITY\n(?:#.*\n)*st-\w+-0000[1-9]\.ts$/m;
    await expect.poll(() => playlist(playbackUrl), STREAM_POLL).toMatch(continued);
    expect(stage.site.eventNames(arn)).toEqual(['Stream Start']);
  });

  it('of the RTMP process it restarts, with its streams ended and keys valid', async () => {
    const { site } = stage;
    const { arn, url, encoder } = await stage.goLive();
    kill(await processesOf(site.dataDir), 'ingest-process.ts');
    await expect.poll(() => site.eventNames(arn), STREAM_POLL).toEqual(['Stream Start', 'Stream End']);
    expect(await encoder.exit).not.toBe(0);
    await expect.poll(() => reachable(site.liveChannels.rtmpPort), STREAM_POLL).toBe(true);
    encode(url);
    await expect
      .poll(() => site.eventNames(arn), STREAM_POLL)
      .toEqual(['Stream Start', 'Stream End', 'Stream Start']);
  });

  it('of the site (kill -9) no process remains, and after a restart the encoder can return', async () => {
    const dataDir = temporaryFolder();
    onTestFinished(() => removeFolder(dataDir));
    const killed = await startLiveChannelsToKill(dataDir);
    const ivs = ivsClient(killed.endpoint, dataDir);
    const { arn, streamKey, url } = await createChannel(ivs);
    const encoder = encode(url);
    const liveCount = async (): Promise<number> =>
      (await ivs.send(new ListStreamsCommand({}))).streams?.length ?? 0;
    await expect.poll(liveCount, STREAM_POLL).toBe(1);
    await expect.poll(() => processesOf(dataDir), STREAM_POLL).toHaveLength(2);
    await killed.kill();
    await expect.poll(() => processesOf(dataDir), STREAM_POLL).toEqual([]);
    expect(await encoder.exit).not.toBe(0);

    const again = await startLiveSite(dataDir);
    onTestFinished(() => again.close());
    expect((await again.ivs.send(new ListStreamsCommand({}))).streams).toEqual([]);
    expect(readdirSync(again.liveChannels.mediaDir)).toEqual([]);
    encode(`rtmp://localhost:${again.liveChannels.rtmpPort}/app/${streamKey.value}`);
    await expect.poll(() => again.eventNames(arn), STREAM_POLL).toEqual(['Stream Start']);
  });
});

describe('a stream that cannot be packaged', () => {
  it('is a Stream Failure with its reason, and its encoder is disconnected', async () => {
    const dataDir = temporaryFolder();
    onTestFinished(() => removeFolder(dataDir));
    const path = process.env['PATH'];
    // A PATH without ffmpeg.
    process.env['PATH'] = dataDir;
    const site = await startLiveSite(dataDir).finally(() => (process.env['PATH'] = path));
    onTestFinished(() => site.close());
    const { arn, url } = await createChannel(site.ivs);
    expect(await encode(url).exit).not.toBe(0);
    await expect
      .poll(() => site.events)
      .toMatchObject([
        {
          resources: [arn],
          detail: { event_name: 'Stream Failure', reason: expect.stringContaining('ffmpeg') },
        },
      ]);
  });
});

function kill(processes: readonly string[], part: string): void {
  const found = processes.find((line) => line.includes(part));
  if (!found) throw new Error(`no process with ${part} among ${processes.join('\n')}`);
  process.kill(Number.parseInt(found, 10), 'SIGKILL');
}

function reachable(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
