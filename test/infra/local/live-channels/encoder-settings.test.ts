import type { AvPacket } from 'node-media-server/src/protocol/flv.js';
import Flv from 'node-media-server/src/protocol/flv.js';
import { expect, it } from 'vitest';
import { settingsOf } from '#infra/local/live-channels/ingest/encoder-settings.ts';

const [AUDIO, VIDEO] = [8, 9];

/** Returns a packet as the server reads it from the encoder. */
function packetOf(kind: number, ...bytes: readonly (number | string)[]): AvPacket {
  const data = Buffer.concat(
    bytes.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.of(part))),
  );
  const packets: AvPacket[] = [];
  const flv = new Flv();
  flv.onPacketCallback = (packet) => packets.push({ ...packet, data });
  flv.parserData(Flv.createHeader(true, true));
  flv.parserData(
    Flv.createMessage({ codec_type: kind, codec_id: 0, dts: 0, flags: 0, size: data.length, data }),
  );
  return packets[0]!;
}

const h264 = (profile: number): AvPacket => packetOf(VIDEO, 0x17, 0, 0, 0, 0, 1, profile, 0, 31, 0xff);

it.each<[string, AvPacket, object]>([
  ['H.264 High', h264(100), { videoCodec: 'avc', avcProfile: 'High', avcLevel: '3.1' }],
  ['H.264 in 10 bits', h264(110), { avcProfile: 'High 10' }],
  ['H.264 4:4:4', h264(244), { avcProfile: 'High 4:4:4 Predictive' }],
  ['HEVC by Enhanced RTMP', packetOf(VIDEO, 0x90, 'hvc1', 1, 1), { videoCodec: 'hevc' }],
  ['AV1', packetOf(VIDEO, 0x90, 'av01', 0x81, 0), { videoCodec: 'av1' }],
  ['VP9', packetOf(VIDEO, 0x91, 'vp09', 0, 0), { videoCodec: 'vp9' }],
  ['an unknown codec', packetOf(VIDEO, 0x90, 'vvc1', 0, 0), { videoCodec: 'vvc1' }],
  ['HEVC by its former number', packetOf(VIDEO, 0x1c, 0, 0, 0, 0), { videoCodec: 'hevc' }],
  ['FLV’s own picture', packetOf(VIDEO, 0x12, 0, 0), { videoCodec: 'h263' }],
  ['MP3', packetOf(AUDIO, 0x2f, 0xff, 0xfb), { audioCodec: 'mp3' }],
  ['Opus', packetOf(AUDIO, 0x90, 'Opus', 0), { audioCodec: 'opus' }],
])('names %s', (_, packet, expected) => {
  expect(settingsOf({}, packet)).toMatchObject(expected);
});
