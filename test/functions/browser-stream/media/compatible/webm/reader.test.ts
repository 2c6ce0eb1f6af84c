import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkChunk } from '#functions/browser-stream/media/compatible/webm/chunk-check.ts';
import { type Chunk, findCluster } from '#functions/browser-stream/media/compatible/webm/chunk-buffer.ts';
import {
  EbmlError,
  readBlockGroup,
  readSimpleBlock,
} from '#functions/browser-stream/media/compatible/webm/ebml.ts';
import {
  continueReading,
  resumeAt,
  START,
  type Block,
  type ReaderState,
} from '#functions/browser-stream/media/compatible/webm/reader.ts';
import { NotARecordingError } from '#functions/browser-stream/media/compatible/webm/stream-header.ts';
import { recording, RECORDING_NAMES, slicesOf } from '#test/support/media/recorded-stream.ts';
import { framesIn } from '#test/support/media/webm-elements.ts';
import { tries } from '#test/support/runner/effort.ts';

/** Reads chunk after chunk, keeping between them only what can be stored. */
function readAll(
  chunks: readonly Chunk[],
  from: ReaderState = START,
): { blocks: Block[]; state: ReaderState } {
  const blocks: Block[] = [];
  let state = from;
  for (const { seq } of chunks.slice(from.nextSeq)) {
    let isBroken = true;
    while (isBroken) {
      const reading = continueReading(state, chunks.slice(state.at.seq, seq + 1));
      ({ isBroken } = reading);
      state = JSON.parse(JSON.stringify(reading.state)) as ReaderState;
      blocks.push(...reading.blocks);
    }
  }
  return { blocks, state };
}

const reported = ({ kind, timestampMs, data }: Pick<Block, 'kind' | 'timestampMs' | 'data'>) =>
  `${kind} ${timestampMs} ${data.length} ${data.at(-1)}`;

describe.each(RECORDING_NAMES)('the recording %s', (name) => {
  const { bytes, chunks, elements } = recording(name);
  const expected = elements.filter(({ kind }) => kind !== 'cluster');

  it('yields every frame and packet with its time', () => {
    const { blocks } = readAll(chunks);
    expect(blocks.map(reported)).toEqual(expected.map((element) => reported(element as unknown as Block)));
    expect(blocks.filter((block) => block.kind === 'video').map(({ isKeyframe }) => isKeyframe)).toEqual(
      framesIn(elements).map(({ isKeyframe }) => isKeyframe),
    );
  });

  it('reports in which chunks a block begins and ends', () => {
    const { blocks } = readAll(chunks);
    const spanning = blocks.filter(({ fromSeq, seq }) => fromSeq !== seq);
    expect(spanning.length).toBeGreaterThan(0);
    expect(spanning.every(({ fromSeq, seq }) => seq === fromSeq + 1)).toBe(true);
  });

  it('is read alike however it is sliced', () => {
    const whole = readAll(chunks).blocks.map(reported);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 40 }),
        (cuts) => {
          const sliced = slicesOf(
            bytes,
            cuts.toSorted((a, b) => a - b),
          );
          expect(readAll(sliced).blocks.map(reported)).toEqual(whole);
        },
      ),
      { numRuns: tries(30) },
    );
  });

  it('is read alike when its header comes byte by byte', () => {
    const cuts = Array.from({ length: 400 }, (_, index) => index + 1);
    const { blocks } = readAll(slicesOf(bytes, cuts));
    expect(blocks).toHaveLength(expected.length);
  });

  it('needs little state between two chunks', () => {
    const { state } = readAll(chunks.slice(0, 4));
    expect(JSON.stringify(state).length).toBeLessThan(500);
    expect(state.nextSeq - state.at.seq).toBeLessThanOrEqual(1);
  });

  it('counts its sound samples without a gap, whatever their times say', () => {
    const audio = readAll(chunks).blocks.filter((block) => block.kind === 'audio');
    expect(audio.map(({ startSample }) => startSample)).toEqual(audio.map((_, index) => index * 2880));
  });
});

describe('a missing chunk', () => {
  const { chunks, elements } = recording('keyframes-default');

  it('loses data up to the next cluster only, and shifts no later time', () => {
    const before = readAll(chunks.slice(0, 3));
    const after = readAll(chunks, resumeAt(before.state, 4));
    const start = chunks.slice(0, 4).reduce((sum, { bytes }) => sum + bytes.length, 0);
    const cluster = elements.find(({ kind, at }) => kind === 'cluster' && at >= start);
    const expected = elements.filter(({ kind, at }) => kind !== 'cluster' && at > (cluster?.at ?? Infinity));
    expect(after.blocks.map(reported)).toEqual(
      expected.map((element) => reported(element as unknown as Block)),
    );
  });

  it('leaves the position of later sound unchanged', () => {
    const whole = readAll(chunks).blocks.filter((block) => block.kind === 'audio');
    const places = new Map(whole.map(({ timestampMs, startSample }) => [timestampMs, startSample]));
    const after = readAll(chunks, resumeAt(readAll(chunks.slice(0, 3)).state, 4)).blocks;
    const audio = after.filter((block) => block.kind === 'audio');
    expect(audio.length).toBeGreaterThan(100);
    expect(audio.map(({ startSample }) => startSample)).toEqual(
      audio.map(({ timestampMs }) => places.get(timestampMs)),
    );
  });
});

describe('the search for a cluster', () => {
  const { bytes, elements } = recording('camera');
  const { header } = continueReading(START, [{ seq: 0, bytes }]).state;
  const clusters = elements.filter(({ kind }) => kind === 'cluster');

  it('finds the next cluster from any byte', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), (from) => {
        const next = clusters.find(({ at }) => at >= from);
        const found = findCluster(bytes, from, header!);
        expect(found.isFound).toBe(next !== undefined);
        expect(found.isFound ? found.at : undefined).toBe(next?.at);
      }),
      { numRuns: tries(50) },
    );
  });

  it('ignores the same four bytes inside a frame', () => {
    const decoys = [
      [0x1f, 0x43, 0xb6, 0x75],
      [0x1f, 0x43, 0xb6, 0x75, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
      [
        0x1f, 0x43, 0xb6, 0x75, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xe7, 0x81, 0x05, 0xa3, 0x87,
        0x8f,
      ],
    ].map((head) => Uint8Array.from([...head, ...Array.from({ length: 64 }, () => 0x33)]));
    for (const decoy of decoys) {
      const rest = bytes.subarray(clusters[1]!.at);
      const joined = new Uint8Array(Buffer.concat([decoy, rest]));
      expect(findCluster(joined, 0, header!)).toEqual({ at: decoy.length, isFound: true });
    }
  });

  it('waits when a cluster may begin in the last bytes', () => {
    const { at } = clusters[2]!;
    for (const more of [1, 3, 6, 13, 16, 30])
      expect(findCluster(bytes.subarray(0, at + more), at - 40, header!)).toEqual({ at, isFound: false });
  });
});

describe('a block', () => {
  const block = [0xa1, 0x86, 0x81, 0xff, 0xfe, 0x00, 0x12, 0x34];

  it('in a group is a keyframe when it refers to no other', () => {
    const expected = { track: 1, offsetMs: -2, data: Uint8Array.of(0x12, 0x34) };
    expect(readBlockGroup(Uint8Array.from(block))).toEqual({ ...expected, isKeyframe: true });
    const referring = Uint8Array.from([...block, 0xfb, 0x81, 0xdf]);
    expect(readBlockGroup(referring)).toEqual({ ...expected, isKeyframe: false });
  });

  it('with several frames or none is refused', () => {
    expect(() => readSimpleBlock(Uint8Array.of(0x81, 0, 0, 0x82, 1, 2))).toThrow(EbmlError);
    expect(() => readSimpleBlock(Uint8Array.of(0x81, 0, 0, 0x80))).toThrow(EbmlError);
    expect(() => readBlockGroup(Uint8Array.of(0xfb, 0x81, 0xdf))).toThrow(EbmlError);
  });
});

describe('invalid data', () => {
  const { chunks } = recording('camera');
  const noise = Uint8Array.from({ length: 40_000 }, (_, index) => (index * 7919 + (index >> 3)) & 0xff);

  it.each([
    ['a picture', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1)],
    ['a text', new TextEncoder().encode('<!doctype html><title>Not a video</title>')],
    ['noise', noise],
    ['an MP4', Uint8Array.of(0, 0, 0, 0x20, 0x66, 0x74, 0x79, 0x70, 0x69, 0x73, 0x6f, 0x6d)],
    ['the second chunk of a recording', recording('camera').chunks[1]!.bytes],
  ])('is refused as the first chunk: %s', (_, bytes) => {
    expect(() => continueReading(START, [{ seq: 0, bytes }])).toThrow(NotARecordingError);
  });

  it('in a later chunk loses that chunk only', () => {
    const broken = chunks.map((chunk) => (chunk.seq === 2 ? { seq: 2, bytes: noise } : chunk));
    const { blocks, state } = readAll(broken);
    const whole = readAll(chunks).blocks;
    const last = blocks.at(-1);
    expect(state.isLost).toBe(false);
    expect(last && reported(last)).toBe(reported(whole.at(-1)!));
    const known = new Set(whole.map(reported));
    expect(blocks.filter((block) => !known.has(reported(block))).length).toBeLessThanOrEqual(1);
    expect(blocks.filter(({ seq }) => seq < 2).map(reported)).toEqual(
      whole.filter(({ seq }) => seq < 2).map(reported),
    );
    expect(blocks.length).toBeGreaterThan(whole.length * 0.7);
  });

  it('is refused as a later chunk that is read alone', () => {
    const { header } = continueReading(START, [chunks[0]!]).state;
    for (const name of RECORDING_NAMES) {
      const own = recording(name).chunks;
      for (const { seq, bytes } of own) expect(() => checkChunk(seq, bytes, header)).not.toThrow();
    }
    expect(() => checkChunk(3, noise, header)).toThrow('The chunk is not part of a recording');
    expect(() => checkChunk(3, chunks[0]!.bytes, header)).toThrow('The chunk begins another recording');
    expect(() => checkChunk(0, chunks[3]!.bytes)).toThrow('The recording is not a WebM file');
    expect(() => checkChunk(0, chunks[0]!.bytes.subarray(0, 60))).toThrow('The recording lists no tracks');
  });

  it('is not read out of order', () => {
    expect(() => continueReading(START, [chunks[1]!])).toThrow(RangeError);
  });
});
