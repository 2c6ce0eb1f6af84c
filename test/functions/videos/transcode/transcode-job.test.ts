import type { CreateJobCommandInput, Output, ProbeResult, Track } from '@aws-sdk/client-mediaconvert';
import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ladderOf } from '#functions/videos/transcode/ladder.ts';
import { sourceFactsOf, type PictureFacts, type SourceFacts } from '#functions/videos/source-facts.ts';
import { storyboardIntervalS, transcodeJob } from '#functions/videos/transcode/transcode-job.ts';

const picture = (widthPx: number, heightPx: number, framesPerSecond = 30): PictureFacts => ({
  widthPx,
  heightPx,
  framesPerSecond,
  turn: 'AUTO',
});

const jobOf = (source?: SourceFacts): CreateJobCommandInput =>
  transcodeJob({
    inputUris: ['s3://media/uploads/u1/film.mov'],
    outputPrefix: 's3://media/videos/v1/',
    roleArn: 'arn:aws:iam::000000000000:role/transcoder',
    queueArn: 'arn:aws:mediaconvert:us-east-1:000000000000:queues/videos',
    priority: -1,
    requestToken: 'v1-1',
    userMetadata: { video_id: 'v1' },
    ...(source && { source }),
  });

const groupsOf = (job: CreateJobCommandInput) => job.Settings?.OutputGroups ?? [];
const renditionsOf = (job: CreateJobCommandInput): Output[] => groupsOf(job)[0]?.Outputs ?? [];
const sizesOf = (job: CreateJobCommandInput): string[] =>
  renditionsOf(job).map(({ VideoDescription: video }) => `${video?.Width}x${video?.Height}`);
const film: SourceFacts = { durationS: 90, picture: picture(1920, 1080), hasSound: true };

describe('the ladder', () => {
  it.each([
    ['1080p', picture(1920, 1080), ['1920x1080', '1280x720', '854x480', '640x360']],
    ['4K', picture(3840, 2160), ['1920x1080', '1280x720', '854x480', '640x360']],
    ['a phone held upright', picture(1080, 1920), ['1080x1920', '720x1280', '480x854', '360x640']],
    ['4:3', picture(640, 480), ['640x480', '480x360']],
    ['cinema', picture(1920, 800), ['1920x800', '1280x534', '854x356', '640x266']],
    ['a square', picture(720, 720), ['720x720', '480x480', '360x360']],
    ['between two rungs', picture(1066, 600), ['852x480', '640x360']],
    ['odd sides', picture(853, 479), ['852x478', '640x360']],
    ['a cropped 1080p', picture(1912, 1072), ['1912x1072', '1280x718', '854x478', '640x358']],
    ['below the lowest', picture(321, 181), ['320x180']],
  ])('fits %s', (_name, source, sizes) => {
    expect(sizesOf(jobOf({ picture: source, hasSound: true }))).toEqual(sizes);
  });

  it('never exceeds its source, has even sides, and keeps the aspect ratio', () => {
    const side = integer({ min: 64, max: 4096 });
    assert(
      property(side, side, (width, height) => {
        const rungs = ladderOf(picture(width, height));
        expect(rungs.length).toBeGreaterThan(0);
        for (const { size } of rungs) {
          expect((size.widthPx % 2) + (size.heightPx % 2)).toBe(0);
          if (Math.min(size.widthPx, size.heightPx) <= 32) continue;
          expect(size.widthPx).toBeLessThanOrEqual(width);
          expect(size.heightPx).toBeLessThanOrEqual(height);
          expect(Math.abs(size.widthPx - (width * size.heightPx) / height)).toBeLessThanOrEqual(
            1 + width / height + 0.01,
          );
        }
        expect(rungs.map(({ name }) => name)).toEqual(
          rungs.map(({ name }) => name).toSorted((a, b) => b - a),
        );
      }),
    );
  });

  it('of an unknown source fits any source without enlarging it', () => {
    const outputs = renditionsOf(jobOf());
    expect(outputs.map(({ NameModifier }) => NameModifier)).toEqual(['_1080p', '_720p', '_480p', '_360p']);
    for (const { VideoDescription } of outputs)
      expect(VideoDescription?.ScalingBehavior).toBe('FIT_NO_UPSCALE');
  });
});

describe('every rendition', () => {
  it('has keyframes every 2 s only, and segments of one group', () => {
    const job = jobOf(film);
    expect(groupsOf(job)[0]?.OutputGroupSettings?.HlsGroupSettings).toMatchObject({
      Destination: 's3://media/videos/v1/video',
      SegmentLength: 2,
      SegmentLengthControl: 'GOP_MULTIPLE',
    });
    for (const { VideoDescription } of renditionsOf(job)) {
      expect(VideoDescription?.CodecSettings?.H264Settings).toMatchObject({
        RateControlMode: 'QVBR',
        GopSize: 2,
        GopSizeUnits: 'SECONDS',
        GopClosedCadence: 1,
        MinIInterval: 0,
        SceneChangeDetect: 'DISABLED',
      });
    }
  });

  it('has a lower bit rate than the one above it', () => {
    const bits = renditionsOf(jobOf(film)).map(
      ({ VideoDescription }) => VideoDescription?.CodecSettings?.H264Settings?.MaxBitrate ?? 0,
    );
    expect(bits).toEqual(bits.toSorted((a, b) => b - a));
    expect(new Set(bits).size).toBe(4);
  });

  it.each<[rate: number, large: number | 'source', small: number | 'source']>([
    [24, 'source', 'source'],
    [30, 'source', 'source'],
    [50, 'source', 25],
    [60_000 / 1001, 'source', 30_000 / 1001],
    [60, 'source', 30],
    [120, 60, 30],
    [1000, 30, 30],
    [0, 30, 30],
  ])(
    'of a source of %d fps has %s fps in HD, and %s in small sizes, which cost half',
    (rate, large, small) => {
      const rates = renditionsOf(jobOf({ picture: picture(1280, 720, rate), hasSound: true })).map(
        (output) => {
          const settings = output.VideoDescription?.CodecSettings?.H264Settings ?? {};
          if (settings.FramerateControl === 'INITIALIZE_FROM_SOURCE') return 'source';
          return settings.FramerateNumerator! / settings.FramerateDenominator!;
        },
      );
      expect(rates).toEqual([large, small, small]);
    },
  );

  it('has the source’s audio as AAC, or none', () => {
    const aac = { CodecSettings: { Codec: 'AAC', AacSettings: { Bitrate: 128_000, SampleRate: 48_000 } } };
    expect(renditionsOf(jobOf(film))[0]?.AudioDescriptions).toMatchObject([aac]);
    const silent = jobOf({ ...film, hasSound: false });
    expect(renditionsOf(silent)[0]).not.toHaveProperty('AudioDescriptions');
    expect(silent.Settings?.Inputs?.[0]).not.toHaveProperty('AudioSelectors');
  });
});

describe('an HDR source', () => {
  const conversions = (source?: SourceFacts) => [
    ...new Set(
      (jobOf(source).Settings?.OutputGroups ?? [])
        .flatMap(({ Outputs = [] }) => Outputs)
        .map(({ VideoDescription }) => {
          const corrector = VideoDescription?.VideoPreprocessors?.ColorCorrector;
          return corrector && `${corrector.ColorSpaceConversion} ${corrector.HdrToSdrToneMapper}`;
        }),
    ),
  ];

  it('becomes BT.709 in every output, as does an unknown source, and others stay as they are', () => {
    expect(conversions({ ...film, picture: { ...picture(1920, 1080), isHdr: true } })).toEqual([
      'FORCE_709 PRESERVE_DETAILS',
    ]);
    expect(conversions()).toEqual(['FORCE_709 PRESERVE_DETAILS']);
    expect(conversions(film)).toEqual([undefined]);
  });
});

describe('a film that changes', () => {
  const first = (source: PictureFacts) =>
    renditionsOf(jobOf({ picture: source, hasSound: true }))[0]?.VideoDescription;
  const rateOf = (source: PictureFacts) => first(source)?.CodecSettings?.H264Settings;

  it('keeps the shape of pictures of other sizes', () => {
    expect(first(picture(1280, 720))?.ScalingBehavior).toBe('STRETCH_TO_OUTPUT');
    expect(first({ ...picture(1280, 720), mayChangeSize: true })?.ScalingBehavior).toBe('DEFAULT');
  });

  it('gets the highest of its rates', () => {
    expect(rateOf({ ...picture(1280, 720, 60), variesRate: true })).toMatchObject({
      FramerateControl: 'SPECIFIED',
      FramerateNumerator: 60_060,
      FramerateDenominator: 1001,
    });
  });

  it('repeats its pictures when they are few', () => {
    expect(rateOf(picture(1280, 720, 5))).toMatchObject({
      FramerateNumerator: 25_025,
      FramerateDenominator: 1001,
    });
    expect(rateOf(picture(1280, 720, 1 / 9))).toMatchObject({ FramerateNumerator: 24_024 });
  });
});

describe('the job’s pictures', () => {
  it('are a poster from a tenth of the video, at most 720p, and those of the seek bar', () => {
    const [, poster, storyboard] = groupsOf(jobOf(film)).map(({ OutputGroupSettings, Outputs }) => ({
      destination: OutputGroupSettings?.FileGroupSettings?.Destination,
      video: Outputs?.[0]?.VideoDescription,
    }));
    expect(poster).toMatchObject({
      destination: 's3://media/videos/v1/poster',
      video: {
        Width: 1280,
        CodecSettings: {
          FrameCaptureSettings: { FramerateNumerator: 1, FramerateDenominator: 9, MaxCaptures: 10 },
        },
      },
    });
    expect(storyboard).toMatchObject({
      destination: 's3://media/videos/v1/storyboard',
      video: { Width: 160, Height: 90, CodecSettings: { FrameCaptureSettings: { FramerateDenominator: 2 } } },
    });
  });

  it('are at most about 120, however long the video', () => {
    expect(storyboardIntervalS(10)).toBe(2);
    expect(storyboardIntervalS(3600)).toBe(30);
    expect(storyboardIntervalS(undefined)).toBe(10);
  });
});

describe('the transcoding job', () => {
  it('names its source, role, queue and owner', () => {
    expect(jobOf(film)).toMatchObject({
      Role: 'arn:aws:iam::000000000000:role/transcoder',
      Queue: 'arn:aws:mediaconvert:us-east-1:000000000000:queues/videos',
      Priority: -1,
      ClientRequestToken: 'v1-1',
      UserMetadata: { video_id: 'v1' },
      Settings: {
        Inputs: [{ FileInput: 's3://media/uploads/u1/film.mov', VideoSelector: { Rotate: 'AUTO' } }],
      },
    });
  });

  it('of an audio file has one audio rendition and no poster', () => {
    const job = jobOf({ durationS: 60, hasSound: true });
    expect(groupsOf(job)).toHaveLength(1);
    expect(renditionsOf(job)).toMatchObject([
      { NameModifier: '_audio', OutputSettings: { HlsSettings: { AudioOnlyContainer: 'M2TS' } } },
    ]);
    expect(renditionsOf(job)[0]).not.toHaveProperty('VideoDescription');
  });

  it('refuses a source without picture and audio', () => {
    expect(() => jobOf({ hasSound: false })).toThrow(RangeError);
  });
});

describe('the result of Probe', () => {
  const video = (properties: Track['VideoProperties']): Track => ({
    TrackType: 'video',
    VideoProperties: {
      Width: 1920,
      Height: 1080,
      FrameRate: { Numerator: 30_000, Denominator: 1001 },
      ...properties,
    },
  });
  const probed = (Format: 'mp4' | 'webm' | undefined, ...Tracks: Track[]): ProbeResult => ({
    Container: { ...(Format && { Format }), Duration: 12.5, Tracks },
  });

  it('contains length, size, frame rate and audio', () => {
    expect(sourceFactsOf(probed('mp4', video({}), { TrackType: 'audio' }))).toEqual({
      durationS: 12.5,
      hasSound: true,
      picture: { widthPx: 1920, heightPx: 1080, framesPerSecond: expect.closeTo(29.97, 2), turn: 'AUTO' },
    });
  });

  it('has the displayed size: rotated, with square pixels', () => {
    const narrow = video({ Width: 720, Height: 576, SampleAspectRatio: { Numerator: 64, Denominator: 45 } });
    expect(sourceFactsOf(probed('mp4', narrow))?.picture).toMatchObject({ widthPx: 1024, heightPx: 576 });
    const lying = sourceFactsOf(probed('mp4', video({ Rotation: 90 })));
    expect(lying?.picture).toMatchObject({ widthPx: 1080, heightPx: 1920, turn: 'AUTO' });
  });

  it('sets a rotation that MediaConvert does not apply itself', () => {
    const lying = sourceFactsOf(probed('webm', video({ Rotation: 270 })));
    expect(lying?.picture).toMatchObject({ widthPx: 1080, heightPx: 1920, turn: 'DEGREES_270' });
    expect(sourceFactsOf(probed('webm', video({})))?.picture?.turn).toBe('DEGREE_0');
  });

  it.each([
    [{ TransferCharacteristics: 'ARIB_B67' }, true],
    [{ ColorPrimaries: 'ITU_2020', TransferCharacteristics: 'ITU_2020_10bit' }, true],
    [{ ColorPrimaries: 'SMPTE_EG_432_1' }, true],
    [{ ColorPrimaries: 'UNSPECIFIED', MatrixCoefficients: 'ITU_2020_NCL' }, true],
    [{ ColorPrimaries: 'SMPTE_170M', TransferCharacteristics: 'SMPTE_170M' }, undefined],
  ] as const)('with the colours %j is to become BT.709: %s', (colours, isHdr) => {
    expect(sourceFactsOf(probed('mp4', video(colours)))?.picture?.isHdr).toBe(isHdr);
  });

  it('takes picture and sound of one program', () => {
    const tracks = [
      { TrackType: 'audio', Index: 1 },
      { TrackType: 'audio', Index: 2 },
      { ...video({ Width: 640, Height: 360 }), Index: 3 },
      { ...video({}), Index: 4 },
    ] as const;
    const TrackMappings = [
      { VideoTrackIndexes: [], AudioTrackIndexes: [1] },
      { VideoTrackIndexes: [3], AudioTrackIndexes: [2] },
      { VideoTrackIndexes: [4], AudioTrackIndexes: [] },
    ];
    const facts = sourceFactsOf({ ...probed('webm', ...tracks), TrackMappings });
    expect(facts).toMatchObject({ soundTrack: 2, picture: { widthPx: 640 } });
  });

  it('is empty for an unknown format or a file without tracks', () => {
    expect(sourceFactsOf({})).toBeUndefined();
    expect(sourceFactsOf({ Container: {} })).toBeUndefined();
    expect(sourceFactsOf(probed(undefined, video({})))).toBeUndefined();
    expect(sourceFactsOf(probed('mp4', { TrackType: 'data' }))).toBeUndefined();
  });
});
