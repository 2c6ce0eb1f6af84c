import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ListStreamsCommand, UpdateChannelCommand } from '@aws-sdk/client-ivs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LOCAL_RECORDING_CONFIGURATION_ARN } from '#infra/local/live-channels/live-channels.ts';
import { LOCAL_RECORDINGS } from '#infra/local/storage/site-buckets.ts';
import {
  createChannel,
  ivsClient,
  removeFolder,
  startLiveSite,
  temporaryFolder,
} from '#test/support/stand-ins/live-site.ts';
import {
  encode,
  processesOf,
  STREAM_POLL,
  startLiveChannelsToKill,
} from '#test/support/stand-ins/live-stream.ts';
import { useRecordingsStage } from '#test/support/stand-ins/recordings-stage.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const run = promisify(execFile);
const stage = useRecordingsStage(1_500);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const statuses = (arn: string): unknown[] =>
  stage.recordingEvents(arn).map(({ detail }) => detail['recording_status']);

async function recorded(arn: string): Promise<{ prefix: string; durationMs: number; detail: object }> {
  await expect.poll(() => statuses(arn), STREAM_POLL).toEqual(['Recording Start', 'Recording End']);
  const detail = stage.recordingEvents(arn)[1]?.detail ?? {};
  return {
    prefix: String(detail['recording_s3_key_prefix']),
    durationMs: Number(detail['recording_duration_ms']),
    detail,
  };
}

/** Downloads the playlists and segments of a recording, so that ffprobe can read them like a player. */
async function fetchMedia(prefix: string): Promise<string> {
  const folder = newFolder();
  for (const key of await stage.bucket.keys(`${prefix}/media/hls/`)) {
    const path = join(folder, key.slice(prefix.length));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, await stage.bucket.bytes(key));
  }
  return join(folder, 'media/hls/master.m3u8');
}

/** Decodes everything. Returns the number of frames, and the first and last second. */
async function decode(playlist: string): Promise<{ frames: number; seconds: number }> {
  const entries = ['-count_frames', '-show_entries', 'stream=nb_read_frames:format=duration'];
  const args = ['-v', 'error', '-select_streams', 'v:0', ...entries, '-of', 'json', playlist];
  const { stdout } = await run('ffprobe', args);
  const { streams, format } = JSON.parse(stdout);
  return { frames: Number(streams[0].nb_read_frames), seconds: Number(format.duration) };
}

describe('a recorded channel’s stream', () => {
  it('ends as a complete recording under IVS’s prefix', async () => {
    const { arn, url } = await stage.newChannel();
    const startedAt = new Date();
    const encoder = encode(url);
    await expect
      .poll(() => stage.site.eventNames(arn), STREAM_POLL)
      .toEqual(['Stream Start', 'Recording Start']);
    await pause(6_500);
    await encoder.stop();
    const { prefix, durationMs, detail } = await recorded(arn);

    const minutes = [startedAt, new Date()].map(
      (at) =>
        `${at.getUTCFullYear()}/${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCHours()}/${at.getUTCMinutes()}`,
    );
    const [, , account, channel, ...rest] = prefix.split('/');
    expect([account, channel]).toEqual(['000000000000', arn.split('/')[1]]);
    expect(minutes).toContain(rest.slice(0, 5).join('/'));
    expect(rest[5]).toMatch(/^[A-Za-z0-9]{12}$/);
    expect(detail).toMatchObject({
      channel_name: 'ada',
      stream_id: expect.stringMatching(/^st-/),
      recording_status_reason: '',
      recording_s3_bucket_name: 'fanfare-recordings',
      recording_session_id: expect.stringMatching(/^[A-Za-z0-9]+$/),
    });
    const playlist = await stage.bucket.text(`${prefix}/media/hls/360p30/playlist.m3u8`);
    const count = playlist.match(/\.ts$/gm)!.length;
    const [, firstDate = ''] = /#EXT-X-PROGRAM-DATE-TIME:(\S+)/.exec(playlist) ?? [];
    expect((await stage.bucket.keys(prefix)).map((key) => key.slice(prefix.length + 1))).toEqual(
      [
        'events/recording-ended.json',
        'events/recording-started.json',
        'media/hls/master.m3u8',
        'media/hls/360p30/playlist.m3u8',
        ...Array.from({ length: count }, (_, index) => `media/hls/360p30/${index}.ts`),
        'media/latest_thumbnail/thumb.jpg',
        'media/thumbnails/thumb0.jpg',
        'media/thumbnails/thumb1.jpg',
      ].toSorted(),
    );
    expect(JSON.parse(await stage.bucket.text(`${prefix}/events/recording-ended.json`))).toMatchObject({
      channel_arn: arn,
      recording_status: 'RECORDING_ENDED',
      recording_started_at: `${firstDate.slice(0, 19)}Z`,
      media: {
        hls: {
          duration_ms: durationMs,
          path: 'media/hls',
          playlist: 'master.m3u8',
          renditions: [{ path: '360p30', resolution_width: 640 }],
        },
        thumbnails: { path: 'media/thumbnails' },
        latest_thumbnail: { path: 'media/latest_thumbnail/thumb.jpg' },
      },
    });

    const media = await decode(await fetchMedia(prefix));
    expect(media.frames / 30).toBeGreaterThan(6);
    expect(Math.abs(media.frames / 30 - durationMs / 1000)).toBeLessThan(0.1);
    expect(Math.abs(media.seconds - durationMs / 1000)).toBeLessThan(0.1);
    const picture = Buffer.from(await stage.bucket.bytes(`${prefix}/media/thumbnails/thumb1.jpg`));
    expect(picture.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    const latest = await stage.bucket.bytes(`${prefix}/media/latest_thumbnail/thumb.jpg`);
    expect(Buffer.from(latest).equals(picture)).toBe(true);
    await expect.poll(() => readdirSync(join(stage.dataDir, 'recordings'))).toEqual([]);
  });

  it('can be played from its beginning while it records', async () => {
    const { arn, url } = await stage.newChannel();
    const encoder = encode(url);
    await expect.poll(() => statuses(arn), STREAM_POLL).toEqual(['Recording Start']);
    const prefix = String(stage.recordingEvents(arn)[0]?.detail['recording_s3_key_prefix']);
    const key = `${prefix}/media/hls/360p30/playlist.m3u8`;
    const playlist = () => stage.bucket.text(key).catch(() => '');
    const segments = async () => (await playlist()).match(/\.ts$/gm)?.length ?? 0;
    await expect.poll(segments, STREAM_POLL).toBeGreaterThan(0);
    const [early, count] = [await playlist(), await segments()];
    expect(early).toContain('#EXT-X-PLAYLIST-TYPE:EVENT');
    expect(early.match(/#EXT-X-PROGRAM-DATE-TIME:20/g)).toHaveLength(count);
    await expect.poll(segments, STREAM_POLL).toBeGreaterThan(count);
    const listed = (text: string) => text.split('\n').filter((line) => /^(#EXTINF|\d+\.ts)/.test(line));
    expect(listed(await playlist()).slice(0, count * 2)).toEqual(listed(early));
    const { frames } = await decode(await fetchMedia(prefix));
    expect(frames).toBeGreaterThan(30);
    await encoder.stop();
    await recorded(arn);
  });

  it('is one recording with a discontinuity when the encoder returns at once', async () => {
    // As long as an encoder needs to reconnect on a busy machine.
    await stage.restart(8_000);
    onTestFinished(() => stage.restart());
    const { arn, url } = await stage.newChannel();
    const first = encode(url);
    await expect.poll(() => stage.site.eventNames(arn), STREAM_POLL).toContain('Stream Start');
    await first.stop();
    const second = encode(url);
    await expect
      .poll(() => stage.site.eventNames(arn).filter((name) => name === 'Stream Start'), STREAM_POLL)
      .toHaveLength(2);
    await second.stop();
    const { prefix, durationMs, detail } = await recorded(arn);
    expect(detail).toMatchObject({ recording_session_stream_ids: [expect.any(String), expect.any(String)] });
    const playlist = await stage.bucket.text(`${prefix}/media/hls/360p30/playlist.m3u8`);
    expect(playlist.match(/#EXT-X-DISCONTINUITY$/gm)).toHaveLength(1);
    expect(playlist).toContain('#EXT-X-PLAYLIST-TYPE:VOD');
    expect(playlist).toContain('#EXT-X-ENDLIST');
    const listed = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, s]) => sum + Number(s), 0);
    expect(Math.abs(listed - durationMs / 1000)).toBeLessThan(0.01);
  });

  it('is two recordings when the encoder returns later', async () => {
    const { arn, url } = await stage.newChannel();
    for (const times of [1, 2]) {
      const encoder = encode(url);
      await expect
        .poll(() => statuses(arn).filter((name) => name === 'Recording Start'), STREAM_POLL)
        .toHaveLength(times);
      await encoder.stop();
      await expect
        .poll(() => statuses(arn).filter((name) => name === 'Recording End'), STREAM_POLL)
        .toHaveLength(times);
    }
    const prefixes = stage.recordingEvents(arn).map(({ detail }) => detail['recording_s3_key_prefix']);
    expect(prefixes[0]).toBe(prefixes[1]);
    expect(prefixes[2]).toBe(prefixes[3]);
    expect(prefixes[0]).not.toBe(prefixes[2]);
  });

  it('is recorded without sound', async () => {
    const { arn, url } = await stage.newChannel();
    const encoder = encode(url, { sound: false });
    await expect.poll(() => statuses(arn), STREAM_POLL).toEqual(['Recording Start']);
    await encoder.stop();
    const { prefix, durationMs } = await recorded(arn);
    const { frames } = await decode(await fetchMedia(prefix));
    expect(Math.abs(frames / 30 - durationMs / 1000)).toBeLessThan(0.1);
  });
});

describe('an interrupted recording', () => {
  it('contains everything before the RTMP process ended', async () => {
    const { arn, url } = await stage.newChannel();
    encode(url);
    await expect.poll(() => statuses(arn), STREAM_POLL).toEqual(['Recording Start']);
    await pause(2_000);
    const ingest = (await processesOf(stage.dataDir)).find((line) => line.includes('ingest-process.ts'));
    process.kill(Number.parseInt(ingest ?? '', 10), 'SIGKILL');
    const { prefix, durationMs } = await recorded(arn);
    const { frames } = await decode(await fetchMedia(prefix));
    expect(durationMs).toBeGreaterThan(2_000);
    expect(Math.abs(frames / 30 - durationMs / 1000)).toBeLessThan(0.1);
  });

  it('is completed by the next run after an orderly end', async () => {
    const { arn, url } = await stage.newChannel();
    encode(url);
    await expect.poll(() => statuses(arn), STREAM_POLL).toEqual(['Recording Start']);
    await pause(2_000);
    await stage.restart();
    await expect.poll(() => statuses(arn), STREAM_POLL).toEqual(['Recording End']);
    const { detail } = stage.recordingEvents(arn)[0]!;
    expect(detail['recording_duration_ms']).toBeGreaterThan(2_000);
    const { frames } = await decode(await fetchMedia(String(detail['recording_s3_key_prefix'])));
    expect(Math.abs(frames / 30 - Number(detail['recording_duration_ms']) / 1000)).toBeLessThan(0.1);
  });
});

describe('a site that is killed (kill -9) while it records', () => {
  it('completes the recording in the next run', async () => {
    const dataDir = temporaryFolder();
    onTestFinished(() => removeFolder(dataDir));
    copyFileSync(join(stage.dataDir, 'credentials'), join(dataDir, 'credentials'));
    const recordings = { endpoint: stage.bucket.endpoint, bucket: LOCAL_RECORDINGS };
    const killed = await startLiveChannelsToKill(dataDir, recordings);
    const ivs = ivsClient(killed.endpoint, dataDir);
    const { arn, url } = await createChannel(ivs, 'ada', LOCAL_RECORDING_CONFIGURATION_ARN);
    const encoder = encode(url);
    const startedAt = async () => {
      const { streams } = await ivs.send(new ListStreamsCommand({}));
      return streams?.[0]?.startTime;
    };
    await expect.poll(startedAt, STREAM_POLL).toBeDefined();
    const startedMs = Number(await startedAt());
    await pause(5_000);
    await killed.kill();
    const sentMs = Date.now() - startedMs;
    await encoder.exit;
    await expect.poll(() => processesOf(dataDir), STREAM_POLL).toEqual([]);

    const again = await startLiveSite(dataDir, { recordings });
    onTestFinished(() => again.close());
    await expect.poll(() => again.eventNames(arn), STREAM_POLL).toEqual(['Recording End']);
    const detail = again.events[0]?.detail ?? {};
    const durationMs = Number(detail['recording_duration_ms']);
    const { frames } = await decode(await fetchMedia(String(detail['recording_s3_key_prefix'])));
    expect(Math.abs(frames / 30 - durationMs / 1000)).toBeLessThan(0.1);
    // Without an incomplete segment, and what a busy machine had not written yet.
    expect(sentMs - durationMs).toBeLessThan(3_000);
    await expect.poll(() => readdirSync(join(dataDir, 'recordings'))).toEqual([]);
  });
});

describe('a channel without a recording configuration', () => {
  it('streams without a recording', async () => {
    const { arn, url, channel } = await stage.newChannel();
    await stage.site.ivs.send(new UpdateChannelCommand({ arn, recordingConfigurationArn: '' }));
    const encoder = encode(url);
    await expect.poll(() => stage.site.eventNames(arn), STREAM_POLL).toEqual(['Stream Start']);
    await encoder.stop();
    await expect.poll(() => stage.site.eventNames(arn), STREAM_POLL).toEqual(['Stream Start', 'Stream End']);
    expect(statuses(arn)).toEqual([]);
    expect(await stage.bucket.keys(`ivs/v1/000000000000/${channel.arn?.split('/')[1]}/`)).toEqual([]);
  });
});
