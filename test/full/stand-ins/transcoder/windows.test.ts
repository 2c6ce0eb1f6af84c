import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ffmpeg, ffprobe, pictureTimesS, useMedia } from '#test/support/media/transcoder-media.ts';
import { BUCKET, useTranscoderStage } from '#test/support/stand-ins/transcoder-stage.ts';
import { windowJob } from '#test/support/stand-ins/transcoder-window.ts';

const stage = useTranscoderStage();
const media = useMedia();

const RECORDED = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'];

describe('a broadcast’s window', () => {
  it('becomes one MPEG-TS with steady 30 fps, no B-frames and AAC at 48 kHz', async () => {
    const inputUri = await stage.putFile(
      await media('window.webm', { seconds: 2, rate: 24, codecs: RECORDED }),
    );
    const job = await stage.ended(await stage.create(windowJob(inputUri, 'windows/00001')));
    expect(job.Status).toBe('COMPLETE');
    expect(await stage.files('windows/')).toEqual(['00001.ts']);
    const path = join(await stage.download('windows/'), '00001.ts');
    expect(await ffprobe(path)).toMatchObject({
      video: { codec: 'h264', width: 320, height: 240, rate: '30/1', hasBFrames: 0 },
      audio: { codec: 'aac', sampleRate: '48000', channels: 2 },
    });
    const times = await pictureTimesS(path, 'all');
    expect(times).toHaveLength(60);
    const steps = times.slice(1).map((time, index) => time - times[index]!);
    expect(steps).toEqual(steps.map(() => expect.closeTo(1 / 30, 3)));
    expect(await pictureTimesS(path, 'keyframes')).toEqual([times[0]]);
    expect(stage.eventsOf(job.Id!).at(-1)?.detail).toMatchObject({
      outputGroupDetails: [
        {
          type: 'FILE_GROUP',
          outputDetails: [
            { outputFilePaths: [`s3://${BUCKET}/windows/00001.ts`], durationInMs: expect.closeTo(2000, -2) },
          ],
        },
      ],
    });
  });

  it('keeps the offset of later sound', async () => {
    const path = await withLatePicture('keeps');
    const made = await madeOf(path, 'late/1');
    const [video, audio] = [await startS(made, 'v'), await startS(made, 'a')];
    expect(video - audio).toBeCloseTo((await startS(path, 'v')) - (await startS(path, 'a')), 1);
    expect(video - audio).toBeGreaterThan(0.17);
  });

  it('drops the sound before its picture if configured', async () => {
    await stage.restart({ disturbance: { losesUncoveredSound: true } });
    const made = await madeOf(await withLatePicture('loses'), 'cut/1');
    const [video, audio] = [await startS(made, 'v'), await startS(made, 'a')];
    // An encoder's first frame contains priming samples.
    expect(Math.abs(video - audio)).toBeLessThan(0.03);
  });

  /** Two seconds whose video starts 0.2 s after the audio. */
  async function withLatePicture(name: string): Promise<string> {
    const whole = await media(`${name}.webm`, { seconds: 2, codecs: RECORDED });
    const path = join(dirname(whole), `${name}-late.webm`);
    const inputs = ['-itsoffset', '0.2', '-i', whole, '-i', whole];
    await ffmpeg(...inputs, '-map', '0:v', '-map', '1:a', '-c', 'copy', path);
    return path;
  }

  async function madeOf(path: string, name: string): Promise<string> {
    const job = await stage.ended(await stage.create(windowJob(await stage.putFile(path), name)));
    expect(job.Status).toBe('COMPLETE');
    const [folder = '', file = ''] = name.split('/');
    return join(await stage.download(`${folder}/`), `${file}.ts`);
  }
});

async function startS(path: string, stream: 'v' | 'a'): Promise<number> {
  const { startsS } = await ffprobe(path);
  return startsS[stream];
}
