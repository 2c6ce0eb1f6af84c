import { describe, expect, it } from 'vitest';
import { PicturePace } from '#web/features/browser-stream/direct/clock/picture-clock.ts';
import type {
  PicturePacket,
  PictureRendition,
  Segment,
} from '#web/features/browser-stream/direct/segment/packets.ts';
import {
  SegmentCutter,
  SegmentSchedule,
} from '#web/features/browser-stream/direct/segment/segment-cutter.ts';
import { filesOf } from '#web/features/browser-stream/direct/probe.ts';

const NOTHING_MUST = false;

/** Where segments begin, of pictures at these places. */
function startsOf(pictures: readonly number[]): number[] {
  const schedule = new SegmentSchedule(1000);
  return pictures.filter((ms) => schedule.begins(ms, NOTHING_MUST));
}

const everyMs = (ms: number, count: number, from = 0): number[] =>
  Array.from({ length: count }, (_, index) => from + index * ms);

describe('a segment’s start', () => {
  it('is each second, at the first due picture', () => {
    expect(startsOf(everyMs(1000 / 30, 91)).map(Math.round)).toEqual([0, 1000, 2000, 3000]);
  });

  it('keeps to the second with a camera of 12 fps', () => {
    const starts = startsOf(everyMs(1000 / 12 + 0.7, 60));
    for (const [index, start] of starts.entries()) expect(start - index * 1000).toBeLessThan(85);
    expect(starts).toHaveLength(5);
  });

  it('follows a clock jump at once, then keeps to the second again', () => {
    expect(startsOf([...everyMs(40, 30), ...everyMs(40, 60, 11_300)])).toEqual([
      0, 1000, 11_300, 12_020, 13_020,
    ]);
  });

  it('follows a change of the picture’s size, unless the segment before is too short', () => {
    const schedule = new SegmentSchedule(1000);
    schedule.begins(0, NOTHING_MUST);
    expect(schedule.begins(200, true)).toBe(false);
    expect(schedule.begins(400, true)).toBe(true);
    expect(schedule.begins(1000, NOTHING_MUST)).toBe(true);
  });
});

describe('the requested pictures', () => {
  const kept = (pictures: readonly number[], framesPerSecond: number): number => {
    const pace = new PicturePace();
    return pictures.filter((ms) => pace.wants(ms, framesPerSecond)).length;
  };

  it.each([
    [
      'all of 30, however uneven they come',
      everyMs(1000 / 30, 300).map((ms, n) => ms + (n % 3) * 6),
      30,
      300,
    ],
    ['half of 60', everyMs(1000 / 60, 600), 30, 300],
    ['half of 30 when 15 are wanted', everyMs(1000 / 30, 300), 15, 150],
    ['all of 12', everyMs(1000 / 12, 120), 30, 120],
  ])('%s', (_, pictures, framesPerSecond, wanted) => {
    expect(kept(pictures, framesPerSecond)).toBe(wanted);
  });
});

const RATE = 48_000;
const TICKS = 3000;
const config = { codec: 'avc1.64001f' };

function picture(startTicks: number, isKey = false, parameterSets = ''): PicturePacket {
  return { startTicks, isKey, data: new Uint8Array(1), parameterSets, config };
}

/** Sound from one place to another, in ticks. */
function addSound(cutter: SegmentCutter, from: number, to: number): void {
  for (
    let frame = Math.ceil((from / 90_000) * (RATE / 1024));
    (frame * 1024 * 90_000) / RATE < to;
    frame += 1
  ) {
    const config = { codec: 'mp4a.40.2', sampleRate: RATE, numberOfChannels: 2 };
    cutter.addSound({ startSamples: frame * 1024, data: new Uint8Array(1), config });
  }
}

/** Pictures from one frame to another, with a keyframe each second. */
function addPictures(
  cutter: SegmentCutter,
  from: number,
  to: number,
  renditions: readonly PictureRendition[],
): void {
  for (let frame = from; frame < to; frame += 1) {
    if (frame % 30 === 0) cutter.plan(frame * TICKS);
    for (const rendition of renditions)
      cutter.addPicture(rendition, picture(frame * TICKS, frame % 30 === 0));
  }
}

const all = (cutter: SegmentCutter): Segment[] => {
  const found: Segment[] = [];
  for (let next = cutter.next(); next; next = cutter.next()) found.push(next);
  return found;
};

const shapeOf = ({ main, small, sound, endTicks }: Segment) => ({
  main: [main[0]?.startTicks, main.length],
  small: small && [small[0]?.startTicks, small.length],
  sound: [(sound[0]?.startSamples ?? 0) / 1024, sound.length],
  endTicks,
});

describe('a recorded segment', () => {
  it('contains both renditions between two keyframes, and its sound', () => {
    const cutter = new SegmentCutter(RATE);
    cutter.setSmall(true);
    addPictures(cutter, 0, 61, ['main', 'small']);
    addSound(cutter, 0, 182_000);
    expect(all(cutter).map(shapeOf)).toEqual([
      { main: [0, 30], small: [0, 30], sound: [0, 47], endTicks: 90_000 },
      { main: [90_000, 30], small: [90_000, 30], sound: [47, 47], endTicks: 180_000 },
    ]);
  });

  it('waits for its sound and its small rendition', () => {
    const cutter = new SegmentCutter(RATE);
    cutter.setSmall(true);
    addPictures(cutter, 0, 31, ['main']);
    addSound(cutter, 0, 80_000);
    expect(cutter.next()).toBeNull();
    addSound(cutter, 80_000, 91_000);
    expect(cutter.next()).toBeNull();
    for (let frame = 0; frame < 31; frame += 1)
      cutter.addPicture('small', picture(frame * TICKS, frame === 0));
    expect(cutter.next()?.small).toHaveLength(30);
  });

  it('omits a small rendition that does not begin with it', () => {
    const cutter = new SegmentCutter(RATE);
    cutter.setSmall(true);
    addPictures(cutter, 0, 31, ['main']);
    for (let frame = 5; frame < 31; frame += 1)
      cutter.addPicture('small', picture(frame * TICKS, frame === 5));
    addSound(cutter, 0, 91_000);
    expect(cutter.next()?.small).toBeNull();
  });

  it('begins later when the encoder omitted the requested keyframe', () => {
    const cutter = new SegmentCutter(RATE);
    addPictures(cutter, 0, 30, ['main']);
    cutter.plan(90_000);
    expect(cutter.addPicture('main', picture(93_000))).toBe(false);
    expect(cutter.addPicture('main', picture(96_000, true))).toBe(true);
    addSound(cutter, 0, 97_000);
    expect(cutter.next()).toMatchObject({ endTicks: 96_000 });
  });

  it('is complete as soon as a delaying encoder is flushed', () => {
    const cutter = new SegmentCutter(RATE);
    cutter.setSmall(true);
    addPictures(cutter, 0, 20, ['main', 'small']);
    addPictures(cutter, 20, 30, ['main']);
    addSound(cutter, 0, 182_000);
    cutter.plan(90_000);
    cutter.emptied('main', 90_000);
    expect(cutter.next()).toBeNull();
    cutter.emptied('small', 90_000);
    expect(all(cutter).map(shapeOf)).toEqual([
      { main: [0, 30], small: [0, 20], sound: [0, 47], endTicks: 90_000 },
    ]);
    addPictures(cutter, 30, 61, ['main', 'small']);
    expect(all(cutter).map(shapeOf)).toEqual([
      { main: [90_000, 30], small: [90_000, 30], sound: [47, 47], endTicks: 180_000 },
    ]);
  });

  it('is not cut at keyframes that were not requested', () => {
    const cutter = new SegmentCutter(RATE);
    addPictures(cutter, 0, 10, ['main']);
    cutter.addPicture('main', picture(30_000, true));
    addPictures(cutter, 11, 31, ['main']);
    addSound(cutter, 0, 91_000);
    expect(cutter.next()?.main).toHaveLength(30);
  });

  it('starts at an unrequested keyframe with other parameters', () => {
    const cutter = new SegmentCutter(RATE);
    addPictures(cutter, 0, 15, ['main']);
    expect(cutter.addPicture('main', picture(45_000, true, 'other colours'))).toBe(true);
    addPictures(cutter, 16, 31, ['main']);
    addSound(cutter, 0, 91_000);
    expect(all(cutter).map(shapeOf)).toMatchObject([
      { main: [0, 15], endTicks: 45_000 },
      { main: [45_000, 15], endTicks: 90_000 },
    ]);
  });

  it('holds its last picture when the parameters change again too soon', () => {
    const cutter = new SegmentCutter(RATE);
    addPictures(cutter, 0, 15, ['main']);
    cutter.addPicture('main', picture(45_000, true, 'other colours'));
    const added = [16, 17, 18, 22, 23, 24].map((frame) =>
      cutter.addPicture(
        'main',
        picture(frame * TICKS, frame > 18, frame === 16 || frame > 18 ? 'first' : ''),
      ),
    );
    expect(added).toEqual([false, false, false, false, true, true]);
    addSound(cutter, 0, 91_000);
    expect(all(cutter).map(shapeOf)).toMatchObject([
      { main: [0, 15], endTicks: 45_000 },
      { main: [45_000, 1], endTicks: 69_000 },
    ]);
  });

  it('continues past the second when it has just started', () => {
    const cutter = new SegmentCutter(RATE);
    addPictures(cutter, 0, 27, ['main']);
    cutter.addPicture('main', picture(81_000, true, 'other colours'));
    addPictures(cutter, 28, 61, ['main']);
    addSound(cutter, 0, 181_000);
    expect(all(cutter).map(({ endTicks }) => endTicks)).toEqual([81_000, 180_000]);
  });

  it('omits a small rendition whose parameters change in it', () => {
    const cutter = new SegmentCutter(RATE);
    cutter.setSmall(true);
    addPictures(cutter, 0, 31, ['main']);
    for (let frame = 0; frame < 31; frame += 1)
      cutter.addPicture('small', picture(frame * TICKS, frame % 15 === 0, frame === 15 ? 'other' : ''));
    addSound(cutter, 0, 91_000);
    expect(cutter.next()?.small).toBeNull();
  });

  it('ends with its last sound when the clock jumps', () => {
    const cutter = new SegmentCutter(RATE);
    addPictures(cutter, 0, 15, ['main']);
    cutter.plan(900_000);
    cutter.addPicture('main', picture(900_000, true));
    addSound(cutter, 0, 45_000);
    addSound(cutter, 900_000, 903_000);
    expect(cutter.next()).toMatchObject({ endTicks: 24 * 1920, sound: { length: 24 } });
  });

  it('holds its last picture while sound continues and the next is late', () => {
    const cutter = new SegmentCutter(RATE);
    addPictures(cutter, 0, 15, ['main']);
    cutter.plan(180_000);
    cutter.addPicture('main', picture(180_000, true));
    addSound(cutter, 0, 183_000);
    expect(cutter.next()).toMatchObject({ endTicks: 180_000, sound: { length: 94 } });
  });

  it('holds its last picture for two seconds at most', () => {
    const cutter = new SegmentCutter(RATE);
    addPictures(cutter, 0, 15, ['main']);
    cutter.plan(450_000);
    cutter.addPicture('main', picture(450_000, true));
    addSound(cutter, 0, 453_000);
    expect(cutter.next()).toMatchObject({ endTicks: 116 * 1920, sound: { length: 116 } });
    addPictures(cutter, 151, 165, ['main']);
    expect(cutter.last()?.sound[0]?.startSamples).toBe(235 * 1024);
  });

  it('is not a rest that the server would refuse', () => {
    const cutter = new SegmentCutter(RATE);
    addPictures(cutter, 0, 5, ['main']);
    addSound(cutter, 0, 15_000);
    expect(cutter.last()).toBeNull();
  });

  it('is the rest at the end', () => {
    const cutter = new SegmentCutter(RATE);
    addPictures(cutter, 0, 20, ['main']);
    addSound(cutter, 0, 60_000);
    expect(cutter.next()).toBeNull();
    const last = cutter.last();
    expect(last && shapeOf(last)).toEqual({ main: [0, 20], small: null, sound: [0, 32], endTicks: 61_440 });
  });

  it('ends with its sound, although its last picture came late', () => {
    const cutter = new SegmentCutter(RATE);
    addPictures(cutter, 0, 10, ['main']);
    cutter.addPicture('main', picture(60_000));
    addSound(cutter, 0, 63_000);
    expect(cutter.last()).toMatchObject({ endTicks: 33 * 1920, sound: { length: 33 } });
  });
});

describe('a segment’s files', () => {
  const box = (type: string, size = 8): number[] => {
    return [0, 0, 0, size, ...new TextEncoder().encode(type), ...Array.from({ length: size - 8 }, () => 0)];
  };
  const file = ['ftyp', 'moov', 'styp', 'sidx', 'moof', 'mdat'].flatMap((type) => box(type, 12));

  it('are found one by one', () => {
    expect(filesOf(new Uint8Array([...file, ...file]))?.map(({ length }) => length)).toEqual([72, 72]);
  });

  it.each([
    ['nothing', []],
    ['a header alone', [...box('ftyp'), ...box('moov')]],
    ['no header', [...box('moof'), ...box('mdat')]],
    ['a box that is cut', file.slice(0, -1)],
    ['a box without a size', [...file, 0, 0, 0, 0, 1, 2, 3, 4]],
    ['a stranger', [...file, ...box('free')]],
  ])('do not include %s', (_, bytes) => {
    expect(filesOf(new Uint8Array(bytes))).toBeNull();
  });
});
