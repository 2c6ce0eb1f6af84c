import fc from 'fast-check';
import type { AvPacket } from 'node-media-server/src/protocol/flv.js';
import { describe, expect, it } from 'vitest';
import { settingsOf } from '#infra/local/live-channels/ingest/encoder-settings.ts';
import { PacketReader } from '#infra/local/live-channels/ingest/packets/packet-reader.ts';
import {
  AUDIO,
  enhanced,
  MANY_CODECS,
  MANY_TRACKS,
  multitrack,
  ONE_TRACK,
  packetOf,
  VIDEO,
} from '#test/support/media/enhanced-packets.ts';

type Bytes = readonly number[];

const [SPS, WIDER_SPS, PPS]: readonly Bytes[] = [
  [0x67, 0x42, 0, 0x1e, 0xab],
  [0x67, 0x64, 0, 0x28, 0xac, 0x11],
  [0x68, 0xce, 0x38, 0x80],
] as const;
const [AUD, SEI]: readonly Bytes[] = [
  [0x09, 0xf0],
  [0x06, 0x05, 0x01, 0xaa, 0x80],
];
const [SLICE, IDR]: readonly Bytes[] = [
  [0x41, 0x9a, 0x02],
  [0x65, 0x88, 0x84, 0x21],
];

const withLength = (unit: Bytes, bytes = 2): Bytes => [
  ...Array.from({ length: bytes - 1 }, () => 0),
  unit.length,
  ...unit,
];
const record = (
  sps: readonly Bytes[],
  pps: readonly Bytes[],
  { reserved = 0xe0, lengthBits = 0xff } = {},
) => [
  1,
  ...(sps[0]?.slice(1, 4) ?? [66, 0, 30]),
  lengthBits,
  reserved | sps.length,
  ...sps.flatMap((unit) => withLength(unit)),
  pps.length,
  ...pps.flatMap((unit) => withLength(unit)),
];
const header = (bytes: Bytes, dts = 0): AvPacket => packetOf(VIDEO, dts, 0x17, 0, 0, 0, 0, ...bytes);
const frame = (first: number, units: readonly Bytes[], lengthBytes = 4): AvPacket =>
  packetOf(VIDEO, 0, first, 1, 0, 0, 7, ...units.flatMap((unit) => withLength(unit, lengthBytes)));
const keyframe = (...units: readonly Bytes[]): AvPacket => frame(0x17, units);
const sound = (...bytes: Bytes): AvPacket => packetOf(AUDIO, 0, 0xaf, ...bytes);

const PICTURE_HEADER = header(record([SPS!], [PPS!]));
const [CONFIG, TONE] = [sound(0, 0x12, 0x10), sound(1, 0x21, 0x10, 0x04)];
const PLAIN = [PICTURE_HEADER, CONFIG, keyframe(IDR!), TONE, frame(0x27, [SLICE!]), TONE];

function read(messages: readonly AvPacket[]): AvPacket[] {
  const reader = new PacketReader();
  return messages.flatMap((message) => reader.read(message));
}
/** Returns for example `header` and `keyframe`. */
const kinds = (messages: readonly AvPacket[]): string[] =>
  read(messages).map(
    ({ codec_type: kind, flags }) =>
      (kind === AUDIO ? ['config', 'sound'][flags] : { 2: 'header', 3: 'keyframe', 4: 'frame' }[flags]) ??
      `${flags}`,
  );

describe('Enhanced RTMP', () => {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
  const otherTrack = fc.record({
    id: fc.integer({ min: 1, max: 255 }),
    fourCc: fc.constantFrom('avc1', 'hvc1', 'mp4a', 'Opus', 'xyz1'),
    body: bytes,
  });
  const wrapping = fc.record({
    layout: fc.constantFrom(MANY_TRACKS, MANY_CODECS),
    before: fc.array(otherTrack, { maxLength: 2 }),
    after: fc.array(otherTrack, { maxLength: 2 }),
    extensions: fc.array(
      bytes.filter(({ length }) => length > 0),
      { maxLength: 2 },
    ),
  });
  const wraps = fc.oneof(
    wrapping.map((options) => (packet: AvPacket) => multitrack(packet, options)),
    wrapping.map(
      ({ extensions }) =>
        (packet: AvPacket) =>
          enhanced(packet, extensions),
    ),
    fc.constant((packet: AvPacket) => multitrack(packet, { layout: ONE_TRACK })),
    fc.constant((packet: AvPacket) => packet),
  );

  it('returns the default track as plain FLV, whatever surrounds it', () => {
    fc.assert(
      fc.property(fc.array(wraps, { minLength: PLAIN.length, maxLength: PLAIN.length }), (wrappings) => {
        const sent = PLAIN.map((packet, index) => wrappings[index]!(packet));
        expect(read(sent)).toEqual(read(PLAIN));
      }),
    );
  });

  it('treats frames without a composition time as those with zero', () => {
    const units = withLength(IDR!, 4);
    const sent = packetOf(VIDEO, 0, 0x93, 'avc1', Buffer.from(units));
    expect(read([PICTURE_HEADER, sent])).toEqual(
      read([PICTURE_HEADER, packetOf(VIDEO, 0, 0x17, 1, 0, 0, 0, Buffer.from(units))]),
    );
  });

  it('ignores messages of other tracks', () => {
    const others = fc.tuple(fc.constantFrom(...PLAIN), fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(fc.array(others, { maxLength: 20 }), (among) => {
        const sent = [...PLAIN];
        for (const [packet, id] of among)
          sent.splice(id % sent.length, 0, multitrack(packet, { layout: ONE_TRACK, id }));
        expect(read(sent)).toEqual(read(PLAIN));
      }),
    );
  });

  it.each<[string, AvPacket]>([
    ['colour information', packetOf(VIDEO, 0, 0x94, 'avc1', 2, 0, 9, 'colorInfo')],
    ['a command', packetOf(VIDEO, 0, 0xd0, 0)],
    ['a command of plain FLV', packetOf(VIDEO, 0, 0x57, 0)],
    ['the end of the picture', packetOf(VIDEO, 0, 0x92, 'avc1')],
    ['the end of the picture in plain FLV', packetOf(VIDEO, 0, 0x17, 2, 0, 0, 0)],
    ['the end of the sound', packetOf(AUDIO, 0, 0x92, 'mp4a')],
    ['the order of channels', packetOf(AUDIO, 0, 0x94, 'mp4a', 1, 2, 0, 0, 0, 3)],
    ['an unknown type', packetOf(VIDEO, 0, 0x9f, 'avc1', 1, 2, 3)],
    ['an unknown layout', packetOf(VIDEO, 0, 0x96, 0x31, 'avc1', 0, 1, 2, 3)],
    ['a name that is none', packetOf(AUDIO, 0, 0x91, 1, 2, 3, 4, 5, 6)],
    ['data of AMF 3', { ...packetOf(18, 0, 0, 2, 0, 1, 'x'), codec_type: 15, flags: 0 }],
    ['nothing', packetOf(VIDEO, 0)],
  ])('returns nothing for %s', (_, message) => {
    expect(read([...PLAIN, message])).toEqual(read(PLAIN));
  });

  it.each<[string, AvPacket, object]>([
    ['HEVC', packetOf(VIDEO, 0, 0x91, 'hvc1', 0, 0, 0, 1), { videoCodec: 'hevc' }],
    [
      'HEVC as the default track',
      packetOf(VIDEO, 0, 0x96, 1, 'hvc1', 0, 0, 0, 4, 0, 0, 0, 1),
      { videoCodec: 'hevc' },
    ],
    ['AV1', packetOf(VIDEO, 0, 0x90, 'av01', 0x81), { videoCodec: 'av1' }],
    ['VP9', packetOf(VIDEO, 0, 0xa1, 'vp09', 0), { videoCodec: 'vp9' }],
    ['VP8', packetOf(VIDEO, 0, 0xa1, 'vp08', 0), { videoCodec: 'vp8' }],
    ['Opus', packetOf(AUDIO, 0, 0x95, 0x01, 'Opus', 0, 1), { audioCodec: 'opus' }],
    ['FLAC', packetOf(AUDIO, 0, 0x90, 'fLaC', 0), { audioCodec: 'flac' }],
    ['AC-3', packetOf(AUDIO, 0, 0x91, 'ac-3', 0), { audioCodec: 'ac-3' }],
    ['E-AC-3', packetOf(AUDIO, 0, 0x97, 0, 0, 0x01, 'ec-3', 0), { audioCodec: 'e-ac-3' }],
    ['MP3', packetOf(AUDIO, 0, 0x91, '.mp3', 0xff), { audioCodec: 'mp3' }],
    ['AAC', enhanced(CONFIG), { audioCodec: 'aac', sampleRate: 44_100, channels: 2 }],
    ['H.264', enhanced(PICTURE_HEADER), { videoCodec: 'avc', avcProfile: 'Baseline', avcLevel: '3.0' }],
  ])('names %s', (_, message, settings) => {
    const [packet] = read([message]);
    expect(settingsOf({}, packet)).toEqual(settings);
  });
});

describe('headers', () => {
  it.each<[string, Bytes]>([
    ['other reserved bits', record([SPS!], [PPS!], { reserved: 0, lengthBits: 3 })],
    ['bytes after it', [...record([SPS!], [PPS!]), 0xfd, 0xf8, 0xf8, 0]],
    ['the same set twice', record([SPS!, SPS!], [PPS!, PPS!])],
    ['another importance of the set', record([[0x27, ...SPS!.slice(1)]], [[0x28, ...PPS!.slice(1)]])],
    ['zeros after the sets', record([[...SPS!, 0]], [[...PPS!, 0, 0]])],
    ['other units among the sets', record([AUD!, SPS!, SEI!], [PPS!])],
    ['another profile than the set', record([SPS!], [PPS!]).with(1, 100)],
    ['no set', record([], [])],
    ['no set of the picture', record([SPS!], [])],
    ['an end too early', record([SPS!], [PPS!]).slice(0, -2)],
    ['another version', record([SPS!], [PPS!]).with(0, 0)],
    ['nothing', []],
  ])('are not new with %s', (_, bytes) => {
    const sent = [PICTURE_HEADER, keyframe(IDR!), header(bytes), keyframe(IDR!)];
    expect(kinds(sent)).toEqual(['header', 'keyframe', 'keyframe']);
    const first = [header(bytes), PICTURE_HEADER, keyframe(IDR!)];
    expect(read(first).at(-2)?.data).toEqual(read(sent)[0]?.data);
  });

  it('are not new in another order', () => {
    const sets = [SPS!, WIDER_SPS!];
    const sent = [header(record(sets, [PPS!])), keyframe(IDR!), header(record(sets.toReversed(), [PPS!]))];
    expect(kinds(sent)).toEqual(['header', 'keyframe']);
  });

  it('are not new if the sets of each keyframe differ from the previous ones', () => {
    const again = [PICTURE_HEADER, keyframe(WIDER_SPS!, PPS!, IDR!)];
    expect(kinds([...again, ...again, ...again])).toEqual([
      'header',
      'header',
      'keyframe',
      'keyframe',
      'keyframe',
    ]);
  });

  it.each<[string, AvPacket[]]>([
    ['another size', [header(record([WIDER_SPS!], [PPS!]))]],
    ['another set of the picture', [header(record([SPS!], [[...PPS!, 0x80]]))]],
    ['another size within the keyframe', [keyframe(WIDER_SPS!, PPS!, IDR!)]],
    ['another size before the keyframe', [keyframe(AUD!, WIDER_SPS!, PPS!), keyframe(IDR!)]],
    ['another size in two messages', [keyframe(WIDER_SPS!), keyframe(PPS!), keyframe(IDR!)]],
  ])('are new with %s', (_, changed) => {
    expect(kinds([PICTURE_HEADER, keyframe(IDR!), ...changed]).slice(2)).toContain('header');
  });

  it.each<[string, Bytes]>([
    ['bytes after it', [0x12, 0x10, 0x56, 0xe5, 0]],
    ['the rate in full', [0x17, 0x80, 0x56, 0x22, 0x10]],
    ['higher frequencies apart', [0x2a, 0x12, 0x08, 0]],
    ['nothing', []],
    ['an end too early', [0x12]],
    ['a rate that is none', [0x16, 0x90]],
  ])('of sound are not new with %s', (_, config) => {
    expect(kinds([CONFIG, TONE, sound(0, ...config), TONE])).toEqual(['config', 'sound', 'sound']);
  });

  it.each<[string, Bytes]>([
    ['another rate', [0x11, 0x90]],
    ['other channels', [0x12, 0x08]],
    ['another kind', [0x0a, 0x10]],
  ])('of sound are new with %s', (_, config) => {
    expect(kinds([CONFIG, TONE, sound(0, ...config)])).toEqual(['config', 'sound', 'config']);
  });

  it('of audio that players do not support are dropped', () => {
    // Frames of 960 samples, and xHE-AAC.
    for (const config of [
      [0x12, 0x14],
      [0xf9, 0x46, 0x40],
    ])
      expect(kinds([sound(0, ...config), TONE])).toEqual([]);
  });
});

describe('frames', () => {
  it.each<[string, AvPacket]>([
    ['no unit', keyframe()],
    ['empty units', keyframe([], [])],
    ['a delimiter alone', keyframe(AUD!)],
    ['information alone', keyframe(AUD!, SEI!)],
    ['known sets alone', keyframe(SPS!, PPS!)],
    ['a unit that is cut off', packetOf(VIDEO, 0, 0x17, 1, 0, 0, 0, 0, 0, 0, 9, 0x65)],
    ['no time', packetOf(VIDEO, 0, 0x17, 1, 0)],
    ['no sound', sound(1)],
  ])('are dropped with %s', (_, message) => {
    expect(read([...PLAIN, message])).toEqual(read(PLAIN));
  });

  it('keep the complete units', () => {
    const cut = packetOf(VIDEO, 0, keyframe(IDR!, [], SLICE!).data, 0, 0);
    expect(read([PICTURE_HEADER, cut])).toEqual(read([PICTURE_HEADER, keyframe(IDR!, SLICE!)]));
  });

  it.each([1, 2, 4])('are the same with length fields of %i bytes', (bytes) => {
    const lengthBits = 0xfc | (bytes - 1);
    const sent = [header(record([SPS!], [PPS!], { lengthBits })), frame(0x17, [SEI!, IDR!], bytes)];
    expect(read(sent)).toEqual(read([PICTURE_HEADER, keyframe(SEI!, IDR!)]));
  });

  it('follow their header', () => {
    expect(kinds([keyframe(IDR!), TONE, frame(0x27, [SLICE!])])).toEqual([]);
    expect(kinds([keyframe(SPS!, PPS!, IDR!)])).toEqual(['header', 'keyframe']);
  });

  it('can be read for any bytes', () => {
    const message = fc.tuple(fc.constantFrom(AUDIO, VIDEO), fc.uint8Array({ maxLength: 40 }));
    const cut = fc
      .tuple(fc.constantFrom(...PLAIN.flatMap((packet) => [packet, multitrack(packet)])), fc.nat(60))
      .map(([{ codec_type: kind, data }, length]) => [kind, data.subarray(0, length)] as const);
    fc.assert(
      fc.property(fc.array(fc.oneof(message, cut), { maxLength: 20 }), (messages) => {
        const once = read(
          messages.map(([codec_type, bytes]) => ({
            ...PICTURE_HEADER,
            codec_type,
            data: Buffer.from(bytes),
            size: bytes.length,
          })),
        );
        for (const { size, data } of once) expect(size).toBe(data.length);
        // Normalised output is unchanged when it is read again.
        expect(read(once)).toEqual(once);
      }),
      { numRuns: 500 },
    );
  });
});
