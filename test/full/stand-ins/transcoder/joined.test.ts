import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCountingFilm } from '#test/support/media/films/counting-film.ts';
import { countersOf, samplesOf } from '#test/support/media/joined-media.ts';
import { ffprobe, H264, useMedia } from '#test/support/media/transcoder-media.ts';
import { useTranscoderStage, videoJob } from '#test/support/stand-ins/transcoder-stage.ts';

const stage = useTranscoderStage();
const media = useMedia();

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const facts = (durationS: number) =>
  ({
    durationS,
    hasSound: true,
    picture: { widthPx: 320, heightPx: 180, framesPerSecond: 30, turn: 'AUTO' },
  }) as const;

/** Share of the sound that is silent. */
const silentShare = (samples: Float32Array): number =>
  samples.filter((_, index) =>
    samples.subarray(index, index + 480).every((sample) => Math.abs(sample) < 0.005),
  ).length / samples.length;

describe('a job of several inputs', () => {
  it('joins them in order: each picture once, with sound, in one size', async () => {
    const films = [
      { seconds: 2 },
      { seconds: 1.5, from: 60, size: '180x320', hertz: 660 },
      { seconds: 2, from: 105, size: '160x90', hertz: 880 },
    ];
    const inputs: string[] = [];
    for (const [index, film] of films.entries())
      inputs.push(await stage.put(`part-${index}.mp4`, readFileSync(await makeCountingFilm(film))));
    const job = await stage.ended(await stage.create(videoJob(inputs, 'out/joined/', facts(5.5))));
    expect(job).toMatchObject({ Status: 'COMPLETE', JobPercentComplete: 100 });
    const directory = await stage.download('out/joined/');
    const path = join(directory, 'video_180p.m3u8');
    expect(await ffprobe(path)).toMatchObject({
      durationS: expect.closeTo(5.5, 1),
      video: { width: 320, height: 180, rate: '30/1' },
    });
    const counters = await countersOf(path);
    expect(counters.slice(0, 60)).toEqual(upTo(60));
    // With black borders, the second one's counter is in another position.
    expect(counters.slice(105)).toEqual(upTo(165).slice(105));
    const samples = await samplesOf(path);
    expect(samples.length / 48_000).toBeCloseTo(5.5, 1);
    expect(silentShare(samples)).toBeLessThan(0.03);
    expect(await stage.files('out/joined/')).toEqual(
      expect.arrayContaining(['video.m3u8', 'poster.0000001.jpg', 'storyboard.0000002.jpg']),
    );
    expect(stage.eventsOf(job.Id!).at(-1)?.detail).toMatchObject({
      outputGroupDetails: [{ outputDetails: [{ durationInMs: expect.closeTo(5500, -2) }] }, {}, {}],
    });
  });

  it('fails when an input lacks the outputs’ sound', async () => {
    const [sounding, silent] = [
      await stage.putFile(await media('sounding.mp4', { seconds: 1, codecs: H264 })),
      await stage.putFile(await media('mute.mp4', { seconds: 1, sound: false, codecs: H264 })),
    ];
    const job = await stage.ended(await stage.create(videoJob([sounding, silent], 'out/mute/', facts(2))));
    expect(job).toMatchObject({ Status: 'ERROR', ErrorCode: 1021 });
  });

  it('has at most 150 inputs, each with the audio selector', async () => {
    const job = videoJob(['s3://none/a', 's3://none/b'], 'out/many/');
    const { Inputs = [] } = job.Settings ?? {};
    const asked = (inputs: typeof Inputs) =>
      stage.create({ ...job, Settings: { ...job.Settings, Inputs: inputs } });
    await expect(asked(Array.from({ length: 151 }, () => Inputs[0]!))).rejects.toThrow(/inputs/);
    await expect(
      asked([Inputs[0]!, { FileInput: 's3://none/b', TimecodeSource: 'ZEROBASED' }]),
    ).rejects.toThrow(/audio selector/);
  });
});
