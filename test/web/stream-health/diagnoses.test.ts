import { describe, expect, it } from 'vitest';
import type { ArrivingStream, ReportedStream, StreamHealth } from '#shared/live/stream-health.ts';
import { conditionOf, diagnosesOf } from '#web/features/stream-health/diagnoses.ts';
import type { Diagnosis, RecorderFacts } from '#web/features/stream-health/rule.ts';
import { encoderText, figuresOf } from '#web/features/stream-health/figures.tsx';
import { OBS } from '#test/support/fixtures/streams.ts';

const START = '2026-01-01T20:00:00.000Z';
const ARRIVING: ArrivingStream = {
  video_bits_per_second: 2_500_000,
  audio_bits_per_second: 160_000,
  frames_per_second: 30,
  keyframe_interval_s: 2,
};
const rates = (...bits: readonly number[]): StreamHealth['rates'] =>
  bits.map((bits_per_second, second) => ({
    at: new Date(Date.parse(START) + second * 1000).toISOString(),
    bits_per_second,
    frames_per_second: 30,
  }));

interface Change {
  readonly arriving?: Partial<ArrivingStream>;
  readonly said?: Partial<ReportedStream>;
  readonly health?: Partial<StreamHealth>;
}

/** OBS as it should be, except for a change. */
const obs = ({ arriving, said, health }: Change = {}): StreamHealth => ({
  source: 'software',
  started_at: START,
  receiving_since: START,
  said: { ...OBS, ...said },
  arriving: { ...ARRIVING, ...arriving },
  rates: rates(...Array.from({ length: 20 }, () => 2_660_000)),
  pieces: null,
  viewers_delay_s: 4,
  audience: [],
  ...health,
});
const camera = (health: Partial<StreamHealth> = {}): StreamHealth => ({
  ...obs({ said: { encoder: null, video_bits_per_second: null } }),
  source: 'camera',
  pieces: { stored: 60, late: 0, missing: 0 },
  ...health,
});
const RECORDER: RecorderFacts = {
  isWaiting: false,
  waitingChunks: 1,
  quality: {
    bitsPerSecond: 2_500_000,
    framesPerSecond: 30,
    heightPx: 720,
    isReduced: false,
    isDeviceSlow: false,
  },
  lostChunks: 0,
};

const REDUCED = {
  bitsPerSecond: 2_500_000,
  framesPerSecond: 30,
  heightPx: 720,
  isReduced: true,
  isDeviceSlow: false,
};

const ids = (health: StreamHealth, recorder?: RecorderFacts) =>
  diagnosesOf(health, recorder).map(({ id }) => id);
/** As it reads, wherever its lines may break. */
const spaced = (text: string): string => text.replaceAll('\u{a0}', ' ');
const plain = (diagnosis: Diagnosis | undefined) =>
  diagnosis && { ...diagnosis, problem: spaced(diagnosis.problem), advice: spaced(diagnosis.advice) };
const first = (health: StreamHealth, recorder?: RecorderFacts) => diagnosesOf(health, recorder)[0];

describe('an OBS stream', () => {
  it('with the right settings has no diagnosis', () => {
    expect(ids(obs())).toEqual([]);
    expect(conditionOf(obs(), [])).toBe('well');
  });

  it('with OBS’s default keyframes shows the delay and the setting to change', () => {
    const health = obs({ arriving: { keyframe_interval_s: 8.333 }, health: { viewers_delay_s: 25 } });
    expect(plain(first(health))).toEqual({
      id: 'keyframes',
      severity: 'bad',
      problem: 'Your encoder sends a keyframe every 8.3 sec, so viewers are 25 sec behind.',
      advice: 'In OBS, set Output → Keyframe Interval to 2 s.',
    });
  });

  it.each([
    [null, 'about 25 sec'],
    // Reported before the setting changed.
    [4, 'about 25 sec'],
    [31.4, '31.4 sec'],
  ])('with a viewer delay of %s s shows %s', (viewers_delay_s, words) => {
    const health = obs({ arriving: { keyframe_interval_s: 8.333 }, health: { viewers_delay_s } });
    expect(plain(first(health))?.problem).toContain(`viewers are ${words} behind`);
  });

  it.each<[string, Change, string[]]>([
    ['a keyframe every 2 s', {}, []],
    ['a keyframe every 3 s', { arriving: { keyframe_interval_s: 3 } }, []],
    ['a keyframe every 4 s', { arriving: { keyframe_interval_s: 4 } }, ['keyframes']],
    ['HEVC', { said: { video_codec: 'hevc' } }, ['video-codec']],
    ['AV1 and Opus', { said: { video_codec: 'av1', audio_codec: 'opus' } }, ['video-codec', 'audio-codec']],
    ['10 bits a colour', { said: { video_profile: 'High 10' } }, ['video-profile']],
    ['4:4:4', { said: { video_profile: 'High 4:4:4 Predictive' } }, ['video-profile']],
    ['no picture', { arriving: { video_bits_per_second: 0, frames_per_second: 0 } }, ['no-picture']],
    ['a single keyframe', { arriving: { keyframe_interval_s: null } }, ['no-keyframe']],
    [
      'a single keyframe so far',
      { arriving: { keyframe_interval_s: null }, health: { rates: rates(2e6, 2e6) } },
      [],
    ],
    ['no sound', { arriving: { audio_bits_per_second: 0 } }, ['no-sound']],
    ['sound of an unknown bitrate', { arriving: { audio_bits_per_second: null } }, []],
    [
      '9 Mbit/s',
      { arriving: { video_bits_per_second: 9e6 }, said: { video_bits_per_second: 9e6 } },
      ['too-many-bits'],
    ],
    ['less than half of what is set', { arriving: { video_bits_per_second: 1_300_000 } }, ['slow-uplink']],
    [
      'less than 720 lines need',
      { arriving: { video_bits_per_second: 800_000 }, said: { video_bits_per_second: 800_000 } },
      ['few-bits'],
    ],
    [
      'as little, of 360 lines',
      { arriving: { video_bits_per_second: 800_000 }, said: { video_bits_per_second: 800_000, height: 360 } },
      [],
    ],
    [
      'as little, of an unknown size',
      { arriving: { video_bits_per_second: 800_000 }, said: { video_bits_per_second: null, height: null } },
      [],
    ],
    ['20 of 30 frames', { arriving: { frames_per_second: 20 } }, ['few-frames']],
    ['29 of 30 frames', { arriving: { frames_per_second: 29 } }, []],
    [
      'rates with holes',
      { health: { rates: rates(...Array.from({ length: 20 }, (_, n) => (n % 5 ? 2e6 : 3e5))) } },
      ['unsteady'],
    ],
    [
      'one hole',
      { health: { rates: rates(...Array.from({ length: 20 }, (_, n) => (n === 12 ? 3e5 : 2e6))) } },
      [],
    ],
    ['too few rates to say', { health: { rates: rates(1, 2e6, 1, 2e6) } }, []],
  ])('with %s', (_, change, expected) => {
    expect(ids(obs(change))).toEqual(expected);
  });

  it('that cannot be played is named before its first picture', () => {
    const waiting = { receiving_since: null, arriving: null, rates: [] };
    const health = obs({ said: { video_codec: 'hevc' }, health: waiting });
    expect(plain(first(health))?.problem).toBe(
      "Your encoder sends HEVC (H.265), which can't be streamed here. H.264 is required.",
    );
    expect(conditionOf(health, diagnosesOf(health))).toBe('bad');
    expect(conditionOf(obs({ health: waiting }), diagnosesOf(obs({ health: waiting })))).toBe('waiting');
  });

  it('shows viewers’ problems before possible ones', () => {
    const arriving = { video_bits_per_second: 800_000, keyframe_interval_s: 4, frames_per_second: 10 };
    const severities = diagnosesOf(obs({ arriving, said: { video_bits_per_second: 900_000 } }));
    expect(severities.map(({ id, severity }) => [id, severity])).toEqual([
      ['few-frames', 'bad'],
      ['keyframes', 'mild'],
      ['few-bits', 'mild'],
    ]);
    expect(conditionOf(obs(), severities)).toBe('bad');
  });

  it('without measurements has no diagnosis', () => {
    const health = obs({ health: { arriving: null } });
    expect([ids(health), conditionOf(health, [])]).toEqual([[], 'measuring']);
  });

  it('that waits or is offline says so', () => {
    const waiting = obs({ health: { arriving: null, receiving_since: null, said: null } });
    expect(conditionOf(waiting, diagnosesOf(waiting))).toBe('waiting');
    expect(conditionOf({ ...waiting, source: null }, [])).toBe('off');
  });
});

describe('a broadcast from the camera', () => {
  it.each<[string, Partial<StreamHealth>, Partial<RecorderFacts>, string[]]>([
    ['as it should be', {}, {}, []],
    ['without a network', {}, { isWaiting: true }, ['no-network']],
    ['with pieces that wait', {}, { waitingChunks: 6 }, ['no-network']],
    ['that lost pieces', {}, { lostChunks: 2 }, ['lost']],
    ['on a slow way up', {}, { quality: { ...REDUCED, bitsPerSecond: 600_000 } }, ['slow-uplink']],
    [
      'from a slow device',
      {},
      { quality: { ...REDUCED, framesPerSecond: 15, isDeviceSlow: true } },
      ['slow-device'],
    ],
    [
      'from a slow device that also falls behind with sending',
      {},
      { quality: { ...REDUCED, bitsPerSecond: 600_000, isDeviceSlow: true } },
      ['slow-device'],
    ],
    ['the compatible way', {}, { quality: null }, []],
    ['with holes', { pieces: { stored: 57, late: 0, missing: 3 } }, {}, ['gaps']],
    ['with many late ones', { pieces: { stored: 60, late: 9, missing: 0 } }, {}, ['late']],
    ['with one late one', { pieces: { stored: 60, late: 1, missing: 0 } }, {}, []],
  ])('%s', (_, health, recorder, expected) => {
    expect(ids(camera(health), { ...RECORDER, ...recorder })).toEqual(expected);
  });

  it.each<[string, Partial<StreamHealth>, Partial<RecorderFacts>]>([
    ['late pieces', { pieces: { stored: 60, late: 9, missing: 0 } }, {}],
    ['missing pieces', { pieces: { stored: 57, late: 0, missing: 3 } }, {}],
    ['pieces that wait', {}, { waitingChunks: 6 }],
  ])('from a slow device blames the device for %s', (_, health, recorder) => {
    const quality = { ...REDUCED, isReduced: false, isDeviceSlow: true };
    const [found] = diagnosesOf(camera(health), { ...RECORDER, ...recorder, quality });
    expect(found?.advice).toContain('This device is busy');
  });

  it('from another page is diagnosed by its stored data only', () => {
    expect(ids(camera({ pieces: { stored: 57, late: 0, missing: 3 } }))).toEqual(['gaps']);
    expect(ids(camera())).toEqual([]);
  });
});

describe('the health figures', () => {
  const read = (health: StreamHealth) =>
    Object.fromEntries(
      figuresOf(health, Date.parse(START) + 65_000).map(({ label, value, note }) => [
        label,
        spaced(note ? `${value}, ${note}` : value),
      ]),
    );

  it('compare measured and configured values', () => {
    expect(read(obs())).toEqual({
      'Connected for': '1:05',
      'Viewer delay': '4 sec',
      Bitrate: '2.7 Mbit/s, set to 2.7 Mbit/s',
      'Frame rate': '30, set to 30',
      'Keyframe interval': '2 sec',
      Audio: '160 kbit/s',
    });
    expect(encoderText(obs())).toBe('1280 × 720, OBS');
  });

  it('show a dash for unknown values, and no audio as none', () => {
    const health = obs({
      arriving: { audio_bits_per_second: 0 },
      health: { said: null, viewers_delay_s: null },
    });
    expect(read(health)).toMatchObject({ 'Viewer delay': '–', Audio: 'None', Bitrate: '2.5 Mbit/s' });
    expect(read(obs({ health: { arriving: null } }))).toMatchObject({ Bitrate: '–, set to 2.7 Mbit/s' });
  });

  it('of a camera show late and missing chunks', () => {
    expect(read(camera({ pieces: { stored: 57, late: 2, missing: 3 } }))).toMatchObject({
      'Late or missing': '8%',
    });
  });
});
