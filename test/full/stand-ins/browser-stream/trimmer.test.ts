import { FilePathSource, Input, MP4 } from 'mediabunny';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { cutWindow, type CutWindow } from '#functions/browser-stream/media/compatible/cutter.ts';
import { BrokenOutputError } from '#functions/browser-stream/media/compatible/job-output.ts';
import { boxesOf } from '#functions/browser-stream/media/mp4-boxes.ts';
import { opusPacketSamples } from '#functions/browser-stream/media/compatible/opus.ts';
import type { Window } from '#functions/browser-stream/media/compatible/timeline.ts';
import {
  trimWindow,
  type TrimmedSegment,
  type TrimmedWindow,
} from '#functions/browser-stream/media/compatible/trimmer.ts';
import { chunksOf, runBroadcast } from '#test/support/api/broadcast/broadcast-run.ts';
import {
  countersOf,
  fragmentTracks,
  knownCountersOf,
  runJob,
  samplesOf,
} from '#test/support/media/joined-media.ts';
import {
  recording,
  RECORDING_NAMES,
  retimed,
  type Recording,
  type RecordingName,
} from '#test/support/media/recorded-stream.ts';
import { elementsOf, framesIn } from '#test/support/media/webm-elements.ts';
import { bestLag, errorAround } from '#test/support/media/sound/sound-compare.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const MAX_SEGMENT_MS = 4000;
const SAMPLES_PER_MS = 48;
const TICKS_PER_MS = 90;

interface Joined {
  readonly path: string;
  readonly windows: readonly Window[];
  readonly cuts: readonly CutWindow[];
  readonly trimmed: readonly TrimmedWindow[];
  readonly segments: readonly TrimmedSegment[];
}

/** Returns a whole broadcast as viewers get it, each window transcoded separately; `missing` chunks never arrive. */
async function broadcast(
  source: Pick<Recording, 'chunks'>,
  missing: readonly number[] = [],
): Promise<Joined> {
  const directory = newFolder();
  const { chunks } = source;
  const arrivals = chunks.map(({ seq }) => ({ seq, atMs: (seq + 1) * 2000 }));
  const { windows } = await runBroadcast(
    chunks,
    arrivals.filter(({ seq }) => !missing.includes(seq)),
    { endedAtMs: 60_000 },
  );
  const cuts: CutWindow[] = [];
  const trimmed: TrimmedWindow[] = [];
  for (const window of windows) {
    const cut = await cutWindow(window, chunksOf(chunks, window));
    const output = await runJob(cut.webm);
    cuts.push(cut);
    trimmed.push(await trimWindow(output, cut.alignment, MAX_SEGMENT_MS));
  }
  const segments = trimmed.flatMap((each) => each.segments);
  const path = join(directory, 'joined.mp4');
  await writeFile(path, Buffer.concat([trimmed[0]!.init, ...segments.map(({ bytes }) => bytes)]));
  return { path, windows, cuts, trimmed, segments };
}

const wholes = new Map<RecordingName, Promise<Joined>>();

/** Returns the whole broadcast of a recording, cached. */
function joinedOf(name: RecordingName): Promise<Joined> {
  const made = wholes.get(name) ?? broadcast(recording(name));
  wholes.set(name, made);
  return made;
}

async function codecsOf(path: string): Promise<(string | null)[]> {
  using input = new Input({ source: new FilePathSource(path), formats: [MP4] });
  return Promise.all((await input.getTracks()).map((track) => track.getCodecParameterString()));
}

const fixture = (name: RecordingName): string =>
  fileURLToPath(new URL(`../../../support/media/recordings/${name}.webm`, import.meta.url));

describe.each(RECORDING_NAMES)('the broadcast %s, transcoded in windows', (name) => {
  let joined: Joined;
  beforeAll(async () => {
    joined = await joinedOf(name);
  });

  it('has one init segment', async () => {
    const { trimmed } = joined;
    expect(trimmed.length).toBeGreaterThan(3);
    expect(trimmed.map(({ init }) => Buffer.compare(init, trimmed[0]!.init))).toEqual(trimmed.map(() => 0));
    const times = Array.from(boxesOf(trimmed[0]!.init)).filter(({ type }) => /^(mv|tk|md)hd$/.test(type));
    expect(times).toHaveLength(5);
    expect(times.map(({ body }) => body.getUint32(4))).toEqual([0, 0, 0, 0, 0]);
    expect(await codecsOf(joined.path)).toEqual(['avc1.4d400d', 'mp4a.40.2']);
  });

  it('has contiguous segments in video and audio', () => {
    const fragments = joined.segments.map(({ bytes }) => fragmentTracks(bytes));
    expect(fragments.every(({ tracks }) => tracks.length === 2)).toBe(true);
    for (const track of [0, 1]) {
      const starts = fragments.slice(1).map(({ tracks }) => tracks[track]?.startTicks);
      expect(starts).toEqual(fragments.slice(0, -1).map(({ tracks }) => tracks[track]?.endTicks));
    }
    const numbers = fragments.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  });

  it('has segments that match the times of the playlist', () => {
    const bounds = joined.segments.map(({ startMs, endMs, bytes }) => {
      const [video, audio] = fragmentTracks(bytes).tracks;
      expect(Math.abs(audio!.startTicks / SAMPLES_PER_MS - startMs)).toBeLessThan(1024 / SAMPLES_PER_MS);
      expect(Math.abs(audio!.endTicks / SAMPLES_PER_MS - endMs)).toBeLessThan(1024 / SAMPLES_PER_MS);
      return [video!.startTicks - startMs * TICKS_PER_MS, video!.endTicks - endMs * TICKS_PER_MS];
    });
    expect(bounds).toEqual(bounds.map(() => [0, 0]));
  });

  it('has the recorded sound at its seams, to the sample', async () => {
    const [source, played] = [await samplesOf(fixture(name)), await samplesOf(joined.path)];
    const anchorMs = recording(name).elements.find(({ kind }) => kind === 'audio')!.timestampMs;
    const firstSample = fragmentTracks(joined.segments[0]!.bytes).tracks[1]!.startTicks;
    const offset = firstSample - anchorMs * SAMPLES_PER_MS;
    expect(bestLag(source, played, offset)).toBe(0);
    const errorAt = (timeMs: number) =>
      errorAround(source, played, offset, timeMs * SAMPLES_PER_MS - firstSample);
    const atSeams = joined.segments.slice(1).map(({ startMs }) => errorAt(startMs));
    const between = joined.segments.flatMap(({ startMs }) =>
      [300, 400, 500].map((ms) => errorAt(startMs + ms)),
    );
    // A click or gap is as loud as the sound itself; encoding errors are a few hundredths of it.
    expect(Math.max(...atSeams)).toBeLessThan(Math.max(0.06, ...between));
  });
});

describe.each(RECORDING_NAMES)('the file of a window of %s', (name) => {
  it('starts both tracks at zero with equal lengths', async () => {
    const { chunks } = recording(name);
    const arrivals = chunks.map(({ seq }) => ({ seq, atMs: (seq + 1) * 2000 }));
    const { windows } = await runBroadcast(chunks, arrivals, { endedAtMs: 60_000 });
    for (const window of windows) {
      const { webm } = await cutWindow(window, chunksOf(chunks, window));
      const elements = elementsOf(webm);
      const [frames, packets] = [framesIn(elements), elements.filter(({ kind }) => kind === 'audio')];
      expect([frames[0]?.timestampMs, packets[0]?.timestampMs]).toEqual([0, 0]);
      const { timestampMs = 0, data = new Uint8Array() } = packets.at(-1) ?? {};
      expect(frames.at(-1)?.timestampMs).toBeGreaterThanOrEqual(timestampMs + opusPacketSamples(data) / 48);
      const defaultDuration = Buffer.from([0x23, 0xe3, 0x83]);
      expect(Buffer.from(webm).subarray(0, 4096).includes(defaultDuration)).toBe(false);
    }
  });
});

describe.each(['keyframes-1s', 'keyframes-default'] as const)('the pictures of %s', (name) => {
  it('are complete, in order and at their times', async () => {
    const joined = await joinedOf(name);
    const [recorded, visible] = [await knownCountersOf(fixture(name)), await countersOf(joined.path)];
    expect([...new Set(visible)]).toEqual([...new Set(recorded)]);
    expect(visible).toEqual(visible.toSorted((a, b) => a - b));
    const frames = framesIn(recording(name).elements);
    const takenMs = joined.cuts.flatMap(({ alignment }) =>
      alignment.frameTimesMs.map((timeMs) => alignment.startMs + timeMs),
    );
    expect(takenMs).toEqual(frames.map(({ timestampMs }) => timestampMs));
    expect(visible.length - recorded.length).toBeLessThan(frames.length * 0.03);
  });
});

describe('the pictures of a camera that delivers in bursts', () => {
  it('are complete and in order, also at the end of a window', async () => {
    const source = recording('keyframes-1s');
    const frames = framesIn(source.elements);
    const timesMs = frames.map(({ timestampMs }) => timestampMs);
    // Of every ten frames the first five arrive with the sixth, and frames before a keyframe arrive with it.
    const sixthMs = timesMs.map((timeMs, index) => timesMs[index - (index % 10) + 5] ?? timeMs);
    for (const index of frames.keys()) if (index % 10 < 5) timesMs[index] = sixthMs[index]!;
    for (const [index, { isKeyframe }] of frames.entries())
      if (isKeyframe && index > 0) timesMs[index - 1] = timesMs[index]!;
    const heldBack = retimed(source, (_, index) => timesMs[index]!);
    const moved = framesIn(heldBack.elements).map(({ timestampMs }) => timestampMs);
    expect(moved).toEqual(moved.toSorted((a, b) => a - b));
    expect(new Set(moved).size).toBeLessThan(frames.length * 0.8);
    const visible = await countersOf((await broadcast(heldBack)).path);
    expect([...new Set(visible)]).toEqual([...new Set(await knownCountersOf(fixture('keyframes-1s')))]);
    expect(visible).toEqual(visible.toSorted((a, b) => a - b));
  });
});

describe('a broadcast with a gap', () => {
  it('decodes with the right picture and sound before and after it', async () => {
    const joined = await broadcast(recording('keyframes-1s'), [4]);
    const gap = joined.segments.findIndex(
      ({ startMs }, index) => startMs !== (joined.segments[index - 1]?.endMs ?? 0),
    );
    expect(gap).toBeGreaterThan(1);
    const source = await samplesOf(fixture('keyframes-1s'));
    const played = await samplesOf(joined.path);
    const before = joined.segments.slice(0, gap);
    const samplesBefore = before.reduce((sum, { audioFrames }) => sum + audioFrames * 1024, 0);
    const after = fragmentTracks(joined.segments[gap]!.bytes).tracks[1]!.startTicks;
    const anchorMs = recording('keyframes-1s').elements.find(({ kind }) => kind === 'audio')!.timestampMs;
    const offset = after - samplesBefore - anchorMs * SAMPLES_PER_MS;
    expect(Math.abs(bestLag(source, played, offset, samplesBefore + 24_000))).toBeLessThan(
      12 * SAMPLES_PER_MS,
    );
    const counters = await countersOf(joined.path);
    expect(counters).toEqual(counters.toSorted((a, b) => a - b));
  });
});

describe('a long window', () => {
  it('becomes several segments that each begin with a keyframe', async () => {
    const { chunks } = recording('keyframes-1s');
    const { windows } = await runBroadcast(
      chunks,
      chunks.map(({ seq }) => ({ seq, atMs: 0 })),
      { endedAtMs: 1, rules: { minimumMs: 9000, maximumMs: 20_000, inFlight: 0 } },
    );
    const [window] = windows;
    const cut = await cutWindow(window!, chunksOf(chunks, window!));
    const output = await runJob(cut.webm);
    const { segments } = await trimWindow(output, cut.alignment, MAX_SEGMENT_MS);
    expect(segments.length).toBeGreaterThan(2);
    expect(segments.map(({ startMs, endMs }) => endMs - startMs <= MAX_SEGMENT_MS)).toEqual(
      segments.map(() => true),
    );
    const bounds = segments.map(({ startMs }) => startMs);
    expect([...bounds.slice(1), window!.endMs]).toEqual(segments.map(({ endMs }) => endMs));
    const whole = await trimWindow(output, cut.alignment, Infinity);
    expect(whole.segments).toHaveLength(1);
    const frames = segments.reduce((sum, { videoFrames }) => sum + videoFrames, 0);
    expect(frames).toBe(whole.segments[0]?.videoFrames);
  });
});

describe('an unusable job output', () => {
  const alignment = { startMs: 0, endMs: 2000, frameTimesMs: [0] };

  it.each([
    ['nothing', new Uint8Array()],
    ['a text', new TextEncoder().encode('<Error>NoSuchKey</Error>'.repeat(40))],
    ['another kind of file', recording('camera').bytes],
  ])('is refused: %s', async (_, bytes) => {
    await expect(trimWindow(bytes, alignment, 4000)).rejects.toThrow(BrokenOutputError);
  });

  it('is refused when it lost the sound', async () => {
    const { chunks } = recording('camera');
    const { windows } = await runBroadcast(
      chunks,
      chunks.map(({ seq }) => ({ seq, atMs: 0 })),
      { endedAtMs: 1 },
    );
    const cut = await cutWindow(windows[0]!, chunksOf(chunks, windows[0]!));
    const output = await runJob(cut.webm, ['-an']);
    await expect(trimWindow(output, cut.alignment, 4000)).rejects.toThrow('The job made no sound');
  });
});
