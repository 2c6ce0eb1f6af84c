/** An encoder like OBS with several video and audio tracks over Enhanced RTMP, compared with plain RTMP. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import Flv, { type AvPacket } from 'node-media-server/src/protocol/flv.js';
import { expect, it, onTestFinished } from 'vitest';
import { AUDIO, enhanced, multitrack, ONE_TRACK, VIDEO } from '#test/support/media/enhanced-packets.ts';
import { cachedMedia } from '#test/support/media/cached-files.ts';
import { ffmpeg } from '#test/support/media/transcoder-media.ts';
import { playlist, segments, STREAM_POLL, useLiveStage } from '#test/support/stand-ins/live-stream.ts';
import { publish } from '#test/support/stand-ins/rtmp-client.ts';

const run = promisify(execFile);
const stage = useLiveStage();
const FILM_S = 8;

async function film(size: string, hertz: number): Promise<AvPacket[]> {
  const sources = [`testsrc2=size=${size}:rate=30`, `sine=frequency=${hertz}:sample_rate=48000`];
  const codecs = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 30 -c:a aac -f flv'.split(' ');
  const args = [...sources.flatMap((source) => ['-f', 'lavfi', '-i', source]), ...codecs];
  const flv = new Flv();
  const packets: AvPacket[] = [];
  flv.onPacketCallback = (packet) =>
    packets.push({ ...packet, data: Buffer.from(packet.data.subarray(0, packet.size)) });
  flv.parserData(readFileSync(await cachedMedia(ffmpeg, [...args, '-t', `${FILM_S}`], '.flv')));
  return packets.filter(({ codec_type: kind }) => kind === AUDIO || kind === VIDEO);
}

/** In real time, with the headers repeated before each keyframe. */
async function send(url: string, packets: readonly AvPacket[]): Promise<void> {
  const { port, pathname } = new URL(url);
  const encoder = await publish(Number(port), pathname.split('/').at(-1) ?? '');
  onTestFinished(() => void encoder.stop());
  const begunMs = Date.now();
  for (const { codec_type: type, dts: time, data } of packets) {
    const aheadMs = time - (Date.now() - begunMs);
    if (aheadMs > 0) await delay(aheadMs);
    encoder.send({ type, time, data });
  }
}

it('plays the first of several pictures and sounds', async () => {
  const main = await film('640x360', 440);
  const second = await film('320x180', 880);
  const others = second.map((packet) => multitrack(packet, { layout: ONE_TRACK, id: 1 }));
  const headers = main.filter(({ flags, codec_type }) => flags === (codec_type === VIDEO ? 2 : 0));
  const sent = main
    .flatMap((packet) =>
      packet.flags === 3 ? [...headers.map((header) => ({ ...header, dts: packet.dts })), packet] : [packet],
    )
    .map((packet) => (packet.codec_type === VIDEO ? enhanced(packet) : packet));
  const { url, playbackUrl, arn } = await stage.newChannel();
  const ended = send(
    url,
    [...sent, ...others].toSorted((a, b) => a.dts - b.dts),
  );
  await expect.poll(() => stage.site.eventNames(arn), STREAM_POLL).toEqual(['Stream Start']);
  await expect.poll(async () => (await segments(playbackUrl)).length, STREAM_POLL).toBeGreaterThanOrEqual(4);
  expect(await playlist(playbackUrl)).not.toContain('DISCONTINUITY');
  const entries = ['-show_entries', 'stream=codec_name,width', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...entries, playbackUrl]);
  expect(new Set(stdout.trim().split(/\s+/))).toEqual(new Set(['aac', 'h264,640']));
  await ended;
});
