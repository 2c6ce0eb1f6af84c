import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Flv, { type AvPacket } from 'node-media-server/src/protocol/flv.js';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { HlsPackager } from '#infra/local/live-channels/ingest/hls-packager.ts';
import {
  enhanced,
  multitrack,
  ONE_TRACK,
  packetOf,
  unwrapped,
} from '#test/support/media/enhanced-packets.ts';
import { cachedMedia, cachedFile } from '#test/support/media/cached-files.ts';
import { ffmpeg } from '#test/support/media/transcoder-media.ts';

/** Until the playlist has a segment of what came after a change. */
const PAUSE = 'pause' as const;
const AUDIO = 8;
const VIDEO = 9;

const run = promisify(execFile);
const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** Returns three seconds of video with a keyframe each second, and a tone. */
async function packets(
  size: string,
  { offsetMs = 0, tracks = [AUDIO, VIDEO], sampleRate = 44_100 } = {},
): Promise<AvPacket[]> {
  return parse(await film(size, '.flv', sampleRate))
    .filter(({ codec_type: kind }) => tracks.includes(kind))
    .map((packet) => ({ ...packet, dts: packet.dts + offsetMs }));
}

function film(size: string, ending: string, sampleRate = 44_100): Promise<string> {
  const sound = ['-f', 'lavfi', '-i', `sine=sample_rate=${sampleRate}`];
  const sources = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=20`, ...sound];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '20', '-c:a', 'aac', '-t', '3'];
  return cachedMedia(ffmpeg, [...sources, ...codecs, '-pix_fmt', 'yuv420p'], ending);
}

/** Returns video whose size changes like that of a rotated phone: within the frames, without a new header. */
async function turned(): Promise<AvPacket[]> {
  const films = [await film('160x90', '.ts'), await film('90x160', '.ts')];
  return parse(
    await cachedFile(['turned', ...films], '.flv', (path) =>
      ffmpeg('-i', `concat:${films.join('|')}`, '-c', 'copy', path),
    ),
  );
}

/** Returns for example `aac` and `h264 160x90`. */
async function streamsIn(file: string): Promise<string[]> {
  const show = ['-v', 'error', '-show_entries', 'stream=codec_name,width,height', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', [...show, file]);
  const lines = new Set(stdout.trim().split(/\s+/));
  return [...lines].map((line) => line.replace(/^(\w+),(\d+),(\d+)$/, '$1 $2x$3'));
}

function parse(file: string): AvPacket[] {
  const parsed: AvPacket[] = [];
  const flv = new Flv();
  flv.onPacketCallback = (packet) =>
    parsed.push({ ...packet, data: Buffer.from(packet.data.subarray(0, packet.size)) });
  flv.parserData(readFileSync(file));
  return parsed.filter(({ codec_type: kind }) => kind === AUDIO || kind === VIDEO);
}

/** Returns the same audio marked as another codec: its FLV tag starts with these bytes. */
const soundAs = (packet: AvPacket, codec_id: number, start: string): AvPacket => {
  if (packet.codec_type !== AUDIO) return packet;
  const data = Buffer.concat([Buffer.from(start, 'latin1'), packet.data.subarray(2)]);
  return { ...packet, codec_id, data, size: data.length };
};

/** Adds further video and audio tracks with other codecs and sizes, as some encoders do. */
const withOtherTracks = (packet: AvPacket): AvPacket[] => {
  const { body } = unwrapped(packet);
  if (packet.codec_type === AUDIO) return [packet, multitrack(packet, { layout: ONE_TRACK, id: 1 })];
  const others = [{ id: 1, fourCc: 'avc1', body: Buffer.from(body.toReversed()) }];
  return [multitrack(packet, { after: others }), packetOf(VIDEO, packet.dts, 0x96, 0x01, 'hvc1', 2, body)];
};

/** Repeats the headers before each keyframe: differently encoded, and empty. */
function withHeadersInOtherForms(sent: readonly AvPacket[]): AvPacket[] {
  const header = sent.find(({ flags, codec_type }) => codec_type === VIDEO && flags === 2);
  const sound = sent.find(({ flags, codec_type }) => codec_type === AUDIO && flags === 0);
  let keyframes = 0;
  return sent.flatMap((packet) => {
    if (packet.flags !== 3) return [packet];
    const again = [header!, sound!].map(({ data, codec_type, size }) => {
      const bytes = Buffer.concat([data.subarray(0, size), Buffer.alloc(keyframes)]);
      if (codec_type === VIDEO) bytes[10] = (bytes[10] ?? 0) & (keyframes % 2 ? 0x1f : 0xff);
      return packetOf(codec_type, packet.dts, bytes);
    });
    keyframes += 1;
    const empty = [packetOf(VIDEO, packet.dts, 0x17, 0, 0, 0, 0), packetOf(AUDIO, packet.dts, 0xaf, 0)];
    const noPicture = packetOf(VIDEO, packet.dts, 0x17, 1, 0, 0, 0, 0, 0, 0, 2, 0x09, 0xf0);
    return [...again, ...empty, noPicture, packet];
  });
}

/** Returns what viewers get of these packets: the playlist, and the tracks and length of each segment. */
async function packaged(sent: readonly (AvPacket | typeof PAUSE)[]) {
  const directory = mkdtempSync(join(tmpdir(), 'fanfare-packager-'));
  directories.push(directory);
  const failures: string[] = [];
  const packager = new HlsPackager({
    directory,
    streamId: 'st-1',
    onLive: () => {},
    onFailure: (reason) => failures.push(reason),
  });
  const playlistFile = join(directory, 'index.m3u8');
  const hasChanged = () =>
    existsSync(playlistFile) && readFileSync(playlistFile, 'utf8').includes('#EXT-X-DISCONTINUITY\n');
  for (const packet of sent)
    if (packet === PAUSE) await vi.waitUntil(hasChanged, { timeout: 20_000 });
    else packager.write(packet);
  await packager.end();
  const playlist = readFileSync(playlistFile, 'utf8');
  const names = playlist.split('\n').filter((line) => line.endsWith('.ts'));
  const firstOf = (part: string) => names.find((name) => part.includes(name));
  return {
    failures,
    /** ffmpeg's errors when it decodes each segment separately. */
    complaints: () =>
      ffmpeg(
        ...names.flatMap((name) => ['-i', join(directory, name)]),
        ...names.flatMap((_, index) => ['-map', `${index}`]),
        '-f',
        'null',
        '-',
      ),
    /** The tracks before each discontinuity, and after the last. */
    parts: await Promise.all(
      playlist.split('#EXT-X-DISCONTINUITY').map(async (part) => {
        const first = firstOf(part);
        return first && (await streamsIn(join(directory, first))).toSorted();
      }),
    ),
    seconds: [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds)),
    aheadMs:
      Math.max(
        ...[...playlist.matchAll(/#EXT-X-PROGRAM-DATE-TIME:(\S+)/g)].map(([, date = '']) => Date.parse(date)),
      ) - Date.now(),
    ends: playlist.match(/#EXT-X-ENDLIST/g)?.length,
  };
}

describe.concurrent('an encoder that changes midway', () => {
  const WIDE = '160x90';
  const both = ['aac', 'h264 160x90'];

  it.each([
    {
      name: 'rotates its picture',
      sent: async () => [...(await packets(WIDE)), ...(await packets('90x160', { offsetMs: 3000 }))],
      parts: [both, ['aac', 'h264 90x160']],
    },
    {
      name: 'rotates its picture without a new header',
      sent: turned,
      parts: [both, ['aac', 'h264 90x160']],
    },
    {
      name: 'switches its microphone on',
      sent: async () => [
        ...(await packets(WIDE, { tracks: [VIDEO] })),
        ...(await packets(WIDE, { offsetMs: 3000 })),
      ],
      parts: [['h264 160x90'], both],
    },
    {
      name: 'switches its camera on',
      sent: async () => [
        ...(await packets(WIDE, { tracks: [AUDIO] })),
        ...(await packets(WIDE, { offsetMs: 3000 })),
      ],
      parts: [['aac'], both],
    },
    {
      name: 'switches its camera off and on',
      sent: async () => [
        ...(await packets(WIDE)),
        ...(await packets(WIDE, { offsetMs: 3100, tracks: [AUDIO] })),
        ...(await packets(WIDE, { offsetMs: 6200, tracks: [AUDIO] })),
        ...(await packets(WIDE, { offsetMs: 9300, tracks: [AUDIO] })),
        PAUSE,
        ...(await packets(WIDE, { offsetMs: 12_400 })),
      ],
      parts: [both, ['aac'], both],
    },
    {
      name: 'restarts its clock',
      sent: async () => [...(await packets(WIDE, { offsetMs: 20_000 })), ...(await packets(WIDE))],
      parts: [both, both],
    },
    {
      name: 'reaches the end of its clock',
      sent: () => packets(WIDE, { offsetMs: 2 ** 32 - 1500 }),
      parts: [both, both],
    },
    {
      name: 'changes the rate of its sound',
      sent: async () => [
        ...(await packets(WIDE)),
        ...(await packets(WIDE, { offsetMs: 3000, sampleRate: 22_050 })),
      ],
      parts: [both, both],
    },
    {
      name: 'sets its clock forward by a minute',
      sent: async () => [...(await packets(WIDE)), ...(await packets(WIDE, { offsetMs: 63_000 }))],
      parts: [both, both],
    },
  ])('is played before and after it $name', async ({ sent, parts }) => {
    const played = await packaged(await sent());
    expect(played).toMatchObject({ parts, failures: [], ends: 1 });
    expect(await played.complaints()).toBe('');
    expect(Math.max(...played.seconds)).toBeLessThan(5);
    expect(played.aheadMs).toBeLessThan(30_000);
  });

  it.each([
    ['Opus', 9, '\u{91}Opus'],
    ['G.711', 7, '\u{72}'],
  ])('publishes only video if the audio is %s', async (_, codec, start) => {
    const sent = (await packets(WIDE)).map((packet) => soundAs(packet, codec, start));
    const played = await packaged(sent);
    expect(played).toMatchObject({ parts: [['h264 160x90']], failures: [] });
    expect(await played.complaints()).toBe('');
  });

  it.each([
    ['sound', AUDIO],
    ['picture', VIDEO],
  ])('is played although the clock of its %s is 8 s ahead', async (_, ahead) => {
    const sent = [...(await packets(WIDE)), ...(await packets(WIDE, { offsetMs: 3000 }))];
    const played = await packaged(
      sent.map((packet) => (packet.codec_type === ahead ? { ...packet, dts: packet.dts + 8000 } : packet)),
    );
    expect([played.parts.at(-1), played.failures]).toEqual([both, []]);
    expect(played.seconds.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(3);
  });

  it('continues the same stream if it repeats its headers or its timestamps are slightly uneven', async () => {
    const [first, again] = [await packets(WIDE), await packets(WIDE, { offsetMs: 3000 })];
    const uneven = again.map((packet, index) => ({ ...packet, dts: packet.dts - (index % 5) * 10 }));
    expect((await packaged([...first, ...uneven])).parts).toEqual([both]);
  });

  it.each<[string, (packets: AvPacket[]) => AvPacket[]]>([
    ['codecs by their four characters', (sent) => sent.map((packet) => enhanced(packet))],
    ['several pictures and sounds', (sent) => sent.flatMap(withOtherTracks)],
    ['its headers again in other forms', withHeadersInOtherForms],
  ])('is played in one part if it sends %s', async (_, change) => {
    const sent = change(await packets(WIDE));
    const played = await packaged(sent);
    expect(played).toMatchObject({ parts: [both], failures: [] });
    expect(await played.complaints()).toBe('');
    expect(Math.min(...played.seconds)).toBeGreaterThan(0.5);
    expect(played.seconds.reduce((sum, seconds) => sum + seconds, 0)).toBeCloseTo(3, 0);
  });

  it('keeps its picture after a restart although an empty header came before it', async () => {
    const first = await packets(WIDE, { offsetMs: 20_000 });
    const empty = packetOf(VIDEO, 23_000, 0x17, 0, 0, 0, 0);
    const again = (await packets(WIDE)).filter(({ flags }) => flags !== 0 && flags !== 2);
    expect((await packaged([...first, empty, ...again])).parts).toEqual([both, both]);
  });

  it('loses no part to late audio when the clock jumps', async () => {
    const [before, after] = [await packets(WIDE, { offsetMs: 20_000 }), await packets(WIDE)];
    const late = before.filter(({ codec_type: kind }) => kind === AUDIO).slice(-3);
    const sent = [...before.filter((packet) => !late.includes(packet)), ...after.slice(0, 4), ...late];
    expect((await packaged([...sent, ...after.slice(4)])).parts).toEqual([both, both]);
  });
});
