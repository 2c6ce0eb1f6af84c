import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  CreateStreamKeyCommand,
  DeleteChannelCommand,
  DeleteStreamKeyCommand,
  GetStreamSessionCommand,
  ListStreamsCommand,
  StopStreamCommand,
  UpdateChannelCommand,
} from '@aws-sdk/client-ivs';
import { describe, expect, it } from 'vitest';
import {
  encode,
  playlist,
  segments,
  STREAM_POLL,
  useLiveStage,
} from '#test/support/stand-ins/live-stream.ts';

const run = promisify(execFile);
const stage = useLiveStage();

describe('an encoder with the current stream key', () => {
  it('is played as HLS while it streams, and its playlist is removed afterwards', async () => {
    const { site } = stage;
    const beganMs = Date.now();
    const { arn: channelArn, playbackUrl, encoder } = await stage.goLive();
    await expect
      .poll(async () => (await segments(playbackUrl)).length, STREAM_POLL)
      .toBeGreaterThanOrEqual(3);

    const { streams } = await site.ivs.send(new ListStreamsCommand({}));
    const [stream] = streams ?? [];
    expect(streams).toEqual([
      {
        channelArn,
        streamId: expect.any(String),
        state: 'LIVE',
        health: 'HEALTHY',
        viewerCount: 0,
        startTime: expect.any(Date),
      },
    ]);
    expect(Number(stream?.startTime)).toBeGreaterThanOrEqual(beganMs);
    expect(Number(stream?.startTime)).toBeLessThanOrEqual(Date.now());
    const starving = await site.ivs.send(new ListStreamsCommand({ filterBy: { health: 'STARVING' } }));
    expect(starving.streams).toEqual([]);

    const probe = ['-v', 'error', '-show_entries', 'stream=codec_name,width', '-of', 'csv=p=0', playbackUrl];
    const { stdout } = await run('ffprobe', probe);
    expect(new Set(stdout.trim().split(/\s+/))).toEqual(new Set(['aac', 'h264,640']));

    await encoder.stop();
    await expect.poll(() => site.eventNames(channelArn), STREAM_POLL).toEqual(['Stream Start', 'Stream End']);
    expect(await playlist(playbackUrl)).toContain('#EXT-X-ENDLIST');
    expect((await site.ivs.send(new ListStreamsCommand({}))).streams).toEqual([]);
    await expect.poll(async () => (await fetch(playbackUrl)).status, STREAM_POLL).toBe(404);
    await expect.poll(() => readdirSync(site.liveChannels.mediaDir)).not.toContain(channelArn.split('/')[1]);
  });

  it('is split into independent, dated and cacheable segments of a second', async () => {
    const { playbackUrl } = await stage.goLive();
    await expect
      .poll(async () => (await segments(playbackUrl)).length, STREAM_POLL)
      .toBeGreaterThanOrEqual(3);
    const answer = await fetch(playbackUrl);
    expect(answer.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
    expect(answer.headers.get('cache-control')).toBe('max-age=1');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const text = await answer.text();
    const durations = [...text.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds));
    for (const seconds of durations) expect(seconds).toBeCloseTo(1, 1);
    expect(text).toContain('#EXT-X-INDEPENDENT-SEGMENTS');
    expect(text).toContain('#EXT-X-TARGETDURATION:1\n');
    const firstTime = /#EXT-X-PROGRAM-DATE-TIME:(\S+)/.exec(text)?.[1]?.replace('+0000', 'Z') ?? '';
    const [stream] = (await stage.site.ivs.send(new ListStreamsCommand({}))).streams ?? [];
    expect(Math.abs(Date.parse(firstTime) - (stream?.startTime?.getTime() ?? 0))).toBeLessThan(3_000);

    const name = text.split('\n').find((line) => line.endsWith('.ts')) ?? '';
    expect(name).toBe(`${stream?.streamId}-00000.ts`);
    const segment = await fetch(new URL(name, playbackUrl), { method: 'HEAD' });
    expect(segment.status).toBe(200);
    expect(segment.headers.get('content-type')).toBe('video/mp2t');
    expect(segment.headers.get('cache-control')).toBe('max-age=31536000, immutable');
    expect(segment.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('raises the events that EventBridge delivers', async () => {
    const { arn, encoder } = await stage.goLive();
    await encoder.stop();
    await expect.poll(() => stage.site.eventNames(arn), STREAM_POLL).toHaveLength(2);
    const [start, end] = stage.site.events.filter(({ resources }) => resources.includes(arn));
    const detail = { channel_name: 'ada', stream_id: expect.stringMatching(/^st-[A-Za-z0-9]+$/) };
    const raised = { source: 'aws.ivs', 'detail-type': 'IVS Stream State Change', resources: [arn] };
    expect(start).toEqual({ ...raised, detail: { ...detail, event_name: 'Stream Start' } });
    expect(end).toEqual({ ...raised, detail: { ...start?.detail, event_name: 'Stream End' } });
  });

  it('has a session with its encoder settings in IVS’s format while it streams', async () => {
    const { site } = stage;
    const { arn: channelArn, channel, encoder } = await stage.goLive();
    const { streamSession } = await site.ivs.send(new GetStreamSessionCommand({ channelArn }));
    expect(streamSession).toEqual({
      streamId: expect.stringMatching(/^st-/),
      startTime: expect.any(Date),
      channel,
      ingestConfiguration: {
        video: {
          codec: 'avc',
          avcProfile: expect.any(String),
          avcLevel: expect.stringMatching(/^[1-6]\.\d$/),
          encoder: expect.stringMatching(/^Lavf/),
          targetBitrate: expect.any(Number),
          targetFramerate: 30,
          videoWidth: 640,
          videoHeight: 360,
        },
        audio: { codec: 'aac', channels: 1, sampleRate: 48_000, targetBitrate: expect.any(Number) },
      },
      truncatedEvents: [
        { name: 'Stream Start', type: 'IVS Stream State Change', eventTime: expect.any(Date) },
      ],
    });
    const { streamId } = streamSession ?? {};
    await site.ivs.send(new GetStreamSessionCommand({ channelArn, streamId }));
    const missing = { name: 'ResourceNotFoundException' };
    const asked = (id: string | undefined) =>
      site.ivs.send(new GetStreamSessionCommand({ channelArn, streamId: id }));
    await expect(asked(`st-${'0'.repeat(26)}`)).rejects.toMatchObject(missing);
    await encoder.stop();
    await expect
      .poll(() => asked(streamId).catch((error: Error) => error.name), STREAM_POLL)
      .toBe(missing.name);
  });

  it('may append stream settings to the key, as OBS does', async () => {
    const { arn, url } = await stage.newChannel();
    encode(`${url}?keyframeInterval=2&bandwidthtest=true`);
    await expect.poll(() => stage.site.eventNames(arn), STREAM_POLL).toEqual(['Stream Start']);
  });

  it('goes live without sound', async () => {
    const { arn, url } = await stage.newChannel();
    encode(url, { sound: false });
    await expect.poll(() => stage.site.eventNames(arn), STREAM_POLL).toEqual(['Stream Start']);
  });

  it('may return at once as a new stream', async () => {
    const { arn, url, playbackUrl, encoder } = await stage.goLive();
    const [first] = await segments(playbackUrl);
    await encoder.stop();
    await expect.poll(() => stage.site.eventNames(arn), STREAM_POLL).toHaveLength(2);
    encode(url);
    await expect
      .poll(() => stage.site.eventNames(arn), STREAM_POLL)
      .toEqual(['Stream Start', 'Stream End', 'Stream Start']);
    expect(first).toMatch(/^st-/);
    expect(await segments(playbackUrl)).not.toContain(first);
    expect(await playlist(playbackUrl)).not.toContain('#EXT-X-ENDLIST');
  });

  it('prevents changing or deleting its channel', async () => {
    const { arn } = await stage.goLive();
    const conflict = {
      name: 'ConflictException',
      exceptionMessage: expect.stringContaining('live'),
      $metadata: { httpStatusCode: 409 },
    };
    await expect(stage.site.ivs.send(new DeleteChannelCommand({ arn }))).rejects.toMatchObject(conflict);
    const update = new UpdateChannelCommand({ arn, name: 'x' });
    await expect(stage.site.ivs.send(update)).rejects.toMatchObject(conflict);
  });
});

describe('the RTMP port', () => {
  it('refuses an encoder with a wrong key or application', async () => {
    const { arn, url } = await stage.newChannel();
    const settings = '?keyframeInterval=2';
    const strangers = [`${url}x`, `${url}x${settings}`, url.replace('/app/', '/live/')].map((at) =>
      encode(at),
    );
    // They would otherwise send forever.
    expect(await Promise.all(strangers.map(({ exit }) => exit))).not.toContain(0);
    expect(strangers[0]?.complaints()).toContain('Server error: The stream key is wrong');
    expect(stage.site.eventNames(arn)).toEqual([]);
  });

  it('refuses a player, even with the key', async () => {
    const { url } = await stage.goLive();
    await expect(run('ffprobe', ['-v', 'error', url])).rejects.toThrow('Server error');
  });

  it('lets an encoder reconnect whose previous connection is dead', async () => {
    const { arn, url } = await stage.newChannel();
    const dead = encode(url);
    await expect.poll(() => stage.site.eventNames(arn), STREAM_POLL).toEqual(['Stream Start']);
    dead.freeze();
    await delay(2000);
    encode(url);
    await expect
      .poll(() => stage.site.eventNames(arn), STREAM_POLL)
      .toEqual(['Stream Start', 'Stream End', 'Stream Start']);
  });

  it('refuses a second encoder with the same key', async () => {
    const { arn, url, playbackUrl } = await stage.goLive();
    expect(await encode(url).exit).not.toBe(0);
    const before = (await segments(playbackUrl)).length;
    await expect
      .poll(async () => (await segments(playbackUrl)).length, STREAM_POLL)
      .toBeGreaterThan(before + 1);
    expect(await playlist(playbackUrl)).not.toContain('DISCONTINUITY');
    expect(stage.site.eventNames(arn)).toEqual(['Stream Start']);
  });

  it('refuses a stopped encoder with the deleted key, while a new key works', async () => {
    const { ivs, eventNames } = stage.site;
    const { arn: channelArn, url, streamKey, channel, encoder } = await stage.goLive();
    await ivs.send(new DeleteStreamKeyCommand({ arn: streamKey.arn }));
    const { streams } = await ivs.send(new ListStreamsCommand({}));
    expect(streams?.map(({ channelArn: live }) => live)).toEqual([channelArn]);

    await ivs.send(new StopStreamCommand({ channelArn }));
    expect(eventNames(channelArn)).toEqual(['Stream Start', 'Stream End']);
    expect(await encoder.exit).not.toBe(0);
    expect(await encode(url).exit).not.toBe(0);

    const { streamKey: next } = await ivs.send(new CreateStreamKeyCommand({ channelArn }));
    stage.watchKey(next?.value);
    encode(`rtmp://${channel.ingestEndpoint}/app/${next?.value}`);
    await expect
      .poll(() => eventNames(channelArn), STREAM_POLL)
      .toEqual(['Stream Start', 'Stream End', 'Stream Start']);
  });

  it('refuses a peer that does not speak RTMP, without affecting others', async () => {
    const { playbackUrl } = await stage.goLive();
    const noise = connect(stage.site.liveChannels.rtmpPort, '127.0.0.1');
    const closed = new Promise((resolve) => noise.on('close', resolve));
    noise.on('error', () => {});
    noise.resume();
    // A handshake, then a `connect` command without its required object.
    noise.write(Buffer.alloc(1 + 1536 + 1536, 3));
    noise.write(Buffer.from([3, 0, 0, 0, 0, 0, 10, 20, 0, 0, 0, 0, 2, 0, 7, ...Buffer.from('connect')]));
    await closed;
    const before = (await segments(playbackUrl)).length;
    await expect.poll(async () => (await segments(playbackUrl)).length, STREAM_POLL).toBeGreaterThan(before);
  });
});
