import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BrokenSegmentError } from '#functions/browser-stream/media/segment/boxes.ts';
import { type CheckedSegment, checkSegment } from '#functions/browser-stream/media/segment/check-segment.ts';
import { concatBytes, makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { fragmentTracks } from '#test/support/media/joined-media.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const LIMITS = { minMs: 200, maxMs: 4000, maxMainBytes: 2_500_000, maxSmallBytes: 600_000 };
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30'];
const TONE = ['-f', 'lavfi', '-i', 'sine=f=440:r=48000'];

const check = (body: Uint8Array, seq = 0): CheckedSegment => checkSegment(body, seq, LIMITS);
const refusal = (body: Uint8Array): string => {
  try {
    check(body);
  } catch (error) {
    if (error instanceof BrokenSegmentError) return error.message;
    throw error;
  }
  throw new Error('It was taken');
};

const SEGMENTS = makeSegments();
const SMALL = makeSegments({ size: '160x90' });

const folder = newFolder();
let files = 0;

/** A hash of each picture, or of each frame of sound, as ffmpeg decodes them; throws where it complains. */
function decoded(parts: readonly Uint8Array[], stream: 'v' | 'a'): string[] {
  const path = join(folder, `${(files += 1)}.mp4`);
  writeFileSync(path, concatBytes(...parts));
  const options = ['-v', 'error', '-xerror', '-i', path, '-map', `0:${stream}`, '-f', 'framemd5', '-'];
  const text = execFileSync('ffmpeg', options, { encoding: 'utf8' });
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith('#') ? [] : (line.split(',').at(-1)?.trim() ?? [])));
}

describe('a segment made by ffmpeg', () => {
  const checked = SEGMENTS.map((body, seq) => check(body, seq));

  it('reports its start, end and tracks, without a gap to the next', () => {
    for (const [index, { startMs, endMs, main, sound }] of checked.entries()) {
      expect(startMs).toBe(checked[index - 1]?.endMs ?? 21);
      expect(endMs - startMs).toBe(1000);
      expect(main.codecs).toMatch(/^avc1\.42C00D,mp4a\.40\.2$/);
      expect(main.picture).toEqual({ width: 320, height: 180, framesPerSecond: 30 });
      expect(sound).toMatchObject({ codecs: 'mp4a.40.2' });
      expect(sound.picture).toBeUndefined();
    }
    expect(new Set(checked.map(({ main }) => Buffer.from(main.init).toString('hex'))).size).toBe(1);
  });

  it('reaches viewers with every picture and sample unchanged', () => {
    const [first] = checked;
    const main = [first!.main.init, ...checked.map(({ main }) => main.fragment)];
    const sound = [first!.sound.init, ...checked.map(({ sound }) => sound.fragment)];
    for (const [stream, parts] of [
      ['v', main],
      ['a', main],
      ['a', sound],
    ] as const)
      expect(decoded(parts, stream)).toEqual(decoded(SEGMENTS, stream));
  });

  it('keeps the time scale of its tracks', () => {
    const tracks = checked.map(({ main }) => fragmentTracks(main.fragment));
    expect(tracks.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    for (const [index, { tracks: now }] of tracks.entries())
      for (const [track, { startTicks }] of now.entries())
        expect(startTicks).toBe(tracks[index - 1]?.tracks[track]?.endTicks ?? startTicks);
  });

  it('has the small picture with the same sound in its small rendition', () => {
    const withSmall = SEGMENTS.map((body, seq) => check(concatBytes(body, SMALL[seq]!), seq));
    const parts = [withSmall[0]!.small!.init, ...withSmall.map(({ small }) => small!.fragment)];
    expect(decoded(parts, 'v')).toEqual(decoded(SMALL, 'v'));
    expect(decoded(parts, 'a')).toEqual(decoded(SEGMENTS, 'a'));
    expect(withSmall[0]!.small?.picture).toMatchObject({ width: 160, height: 90 });
    const silent = makeSegments({ inputs: PICTURE, encoding: ['-an'] });
    expect(check(concatBytes(SEGMENTS[0]!, silent[0]!)).small).toBeDefined();
  });

  it.each([
    ['High profile', { encoding: ['-profile:v', 'high', '-preset', 'veryfast'] }],
    ['44.1 kHz in two channels', { encoding: ['-ar', '44100', '-ac', '2'] }],
    ['segments of two seconds', { seconds: 6, segmentS: 2, encoding: ['-g', '60'] }],
    ['segments of half a second', { segmentS: 0.5, encoding: ['-g', '15', '-keyint_min', '15'] }],
    ['portrait', { size: '180x320' }],
    ['a header without edit lists', { encoding: ['-use_editlist', '0', '-movflags', '+cmaf'] }],
  ])('is accepted with %s', (_, made) => {
    for (const body of makeSegments(made)) expect(() => check(body)).not.toThrow();
  });
});

describe('a segment of several fragments', () => {
  const [first, second] = [SEGMENTS[0]!, SEGMENTS[1]!];
  const headerBytes = Buffer.from(second).indexOf('styp') - 4;

  it('is one segment when the fragments are continuous', () => {
    const { startMs, endMs } = check(concatBytes(first, second.subarray(headerBytes)));
    expect([startMs, endMs]).toEqual([21, 2021]);
    const hole = concatBytes(first, SEGMENTS[2]!.subarray(headerBytes));
    expect(refusal(hole)).toContain('do not follow each other');
  });
});

describe('an invalid segment', () => {
  const [first] = makeSegments({ seconds: 1 });

  it.each([
    ['B-frames', { encoding: ['-bf', '2', '-preset', 'veryfast'] }, 'Encode it without B-frames'],
    ['no sound', { inputs: PICTURE, encoding: ['-an'] }, 'no sound'],
    ['no picture', { inputs: TONE, encoding: ['-vn'] }, 'no picture'],
    ['H.265', { encoding: ['-c:v', 'libx265', '-x265-params', 'log-level=none'] }, 'H.264 and AAC'],
    ['Opus', { encoding: ['-c:a', 'libopus'] }, 'H.264 and AAC'],
    ['HE-AAC’s six channels', { encoding: ['-ac', '6'] }, 'one or two channels'],
    ['4:4:4 colours', { encoding: ['-pix_fmt', 'yuv444p', '-profile:v', 'high444'] }, 'High profile'],
    ['interlaced pictures', { encoding: ['-flags', '+ildct', '-x264-params', 'interlaced=1'] }, 'interlaced'],
    ['pictures that are too large', { size: '2560x1440', seconds: 1, encoding: ['-crf', '45'] }, '1920×1080'],
    ['a length of ten seconds', { seconds: 10, segmentS: 10, encoding: ['-g', '300'] }, 'must last from'],
    [
      'a keyframe too late',
      { seconds: 2, segmentS: 0.5, encoding: ['-g', '60', '-hls_flags', 'split_by_time'] },
      'keyframe',
    ],
  ])('is refused for %s', (_, made, words) => {
    const last = makeSegments({ seconds: 2, ...made }).at(-1);
    expect(refusal(last!)).toContain(words);
  });

  it('is refused when sound runs on alone or the small picture has another time', () => {
    const shifted = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30:d=0.7'];
    const [early] = makeSegments({ seconds: 2, inputs: [...shifted, ...TONE] });
    expect(refusal(early!)).toContain('not of the same time');
    expect(refusal(concatBytes(SEGMENTS[0]!, SMALL[1]!))).toContain('of another time');
  });

  it('is refused for boxes that do not belong in it', () => {
    const free = Uint8Array.from([0, 0, 0, 8, ...Buffer.from('free')]);
    expect(refusal(new Uint8Array())).toContain('not an MP4 file');
    expect(refusal(concatBytes(free, first!))).toContain('not an MP4 file');
    expect(refusal(concatBytes(first!, free))).toContain('pairs of moof and mdat');
    expect(refusal(concatBytes(first!, first!, first!))).toContain('more than a file and a small one');
    expect(refusal(first!.subarray(0, -1))).toContain('not whole');
  });

  it('is refused above the size limit per second', () => {
    const limits = { ...LIMITS, maxMainBytes: first!.length - 1 };
    expect(() => checkSegment(first!, 0, limits)).toThrow('too many bytes');
  });
});
