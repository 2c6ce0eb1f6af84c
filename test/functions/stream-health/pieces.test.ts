import { describe, expect, it } from 'vitest';
import { ofPieces, type StoredPiece } from '#functions/stream-health/pieces.ts';

const START_MS = 1_700_000_000_000;
const BEGINNING = { startedAtMs: START_MS, zeroMs: START_MS };

/** A second of 2.4 Mbit/s, stored 300 ms after its end. */
const segment = (seq: number, change: Partial<StoredPiece> = {}): StoredPiece => ({
  seq,
  arrivedAtMs: START_MS + (seq + 1) * 1000 + 300,
  startMs: seq * 1000,
  endMs: (seq + 1) * 1000,
  sizeBytes: 300_000,
  soundBytes: 16_000,
  framesPerSecond: 30,
  width: 1280,
  height: 720,
  ...change,
});
const upTo = (count: number): StoredPiece[] => Array.from({ length: count }, (_, seq) => segment(seq));
const inspected = (pieces: readonly StoredPiece[], atS: number) =>
  ofPieces(pieces, BEGINNING, START_MS + atS * 1000);

describe('a direct broadcast’s segments', () => {
  it('show bit rate, frame rate and size, and that all arrived in time', () => {
    const { arriving, said, pieces, receiving_since, rates } = inspected(upTo(10), 11);
    expect(arriving).toEqual({
      video_bits_per_second: 2_272_000,
      audio_bits_per_second: 128_000,
      frames_per_second: 30,
      keyframe_interval_s: 1,
    });
    expect(said).toMatchObject({ width: 1280, height: 720, audio_codec: 'aac', frames_per_second: null });
    expect(pieces).toEqual({ stored: 10, late: 0, missing: 0 });
    expect(receiving_since).toBe(new Date(START_MS).toISOString());
    expect(rates).toEqual(
      [0, 5].map((s) => ({
        at: new Date(START_MS + s * 1000).toISOString(),
        bits_per_second: 2_400_000,
        frames_per_second: 30,
      })),
    );
  });

  it('are late when they arrive later after the fastest than players wait', () => {
    const late = upTo(10).map((piece) =>
      piece.seq > 6 ? { ...piece, arrivedAtMs: piece.arrivedAtMs + 4000 } : piece,
    );
    expect(inspected(late, 15).pieces).toEqual({ stored: 10, late: 3, missing: 0 });
  });

  it('are counted when some between them are missing, without a rate', () => {
    const holes = upTo(10).filter(({ seq }) => seq !== 4 && seq !== 5);
    const { pieces, arriving } = inspected(holes, 11);
    expect(pieces).toEqual({ stored: 8, late: 0, missing: 2 });
    expect(arriving?.video_bits_per_second).toBe(2_272_000);
  });

  it('count as not received after they stopped, but keep their count', () => {
    const { arriving, receiving_since, pieces } = inspected(upTo(10), 40);
    expect([arriving, receiving_since]).toEqual([null, null]);
    expect(pieces?.stored).toBe(10);
  });

  it('show nothing before the first one', () => {
    expect(inspected([], 1)).toEqual({
      receiving_since: null,
      said: null,
      arriving: null,
      rates: [],
      pieces: null,
    });
  });
});

describe('a compatible broadcast’s chunks', () => {
  it('show their bit rate, but neither frame rate nor keyframes', () => {
    const chunks = [0, 1, 2, 3].map((seq) => ({
      seq,
      sizeBytes: 700_000,
      arrivedAtMs: START_MS + (seq + 1) * 2000 + 500,
    }));
    const { arriving, said, pieces } = inspected(chunks, 9);
    expect(arriving).toEqual({
      video_bits_per_second: 2_800_000,
      audio_bits_per_second: null,
      frames_per_second: null,
      keyframe_interval_s: null,
    });
    expect(said).toBeNull();
    expect(pieces).toEqual({ stored: 4, late: 0, missing: 0 });
  });

  it('of a page that continued it are not late', () => {
    const recording = { fromSeq: 2, fromMs: 20_000 };
    const chunks = [0, 1, 2, 3].map((seq) => ({
      seq,
      arrivedAtMs: START_MS + (seq < 2 ? 0 : 16_000) + (seq + 1) * 2000 + 400,
      sizeBytes: 600_000,
      ...(seq >= 2 && { recording }),
    }));
    expect(inspected(chunks, 25).pieces).toEqual({ stored: 4, late: 0, missing: 0 });
  });
});
