import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { H264, useMedia } from '#test/support/media/transcoder-media.ts';
import { SOON, TranscoderStage, videoJob } from '#test/support/stand-ins/transcoder-stage.ts';
import {
  processesWith,
  startStandInToKill,
  type StandInToKill,
} from '#test/support/stand-ins/stand-in-to-kill.ts';
import { windowJob } from '#test/support/stand-ins/transcoder-window.ts';

const media = useMedia();

describe('the jobs', () => {
  let stage: TranscoderStage;
  let inputUri: string;
  beforeEach(async () => {
    stage = new TranscoderStage();
    await stage.start();
    inputUri = await stage.putFile(
      await media('video.mp4', { size: '640x360', seconds: 8, rate: 30, codecs: H264 }),
    );
  });
  afterEach(() => stage.remove());

  it('restart after an orderly stop and start', async () => {
    const id = await stage.create(videoJob(inputUri, 'out/stopped/'));
    await expect.poll(async () => (await stage.job(id)).CurrentPhase, SOON).toBe('TRANSCODING');
    await stage.transcoder.close();
    expect(await processesOf(stage.dataDir)).toEqual([]);
    await stage.restart();
    expect(await stage.ended(id)).toMatchObject({ Status: 'COMPLETE', RetryCount: 1 });
    expect(stage.statuses(id).filter((status) => status !== 'STATUS_UPDATE')).toEqual([
      'PROGRESSING',
      'PROGRESSING',
      'COMPLETE',
    ]);
    await expect.poll(() => readdirSync(join(stage.dataDir, 'transcoder'))).toEqual([]);
  });

  it('restart after kill -9, without a remaining ffmpeg', async () => {
    await stage.transcoder.close();
    const killed = await startToKill(stage);
    const id = await stage.create(videoJob(inputUri, 'out/killed/'));
    const later = await stage.create(windowJob(inputUri, 'out/later'));
    await expect.poll(() => processesOf(stage.dataDir), SOON).not.toEqual([]);
    await killed.kill();
    await expect.poll(() => processesOf(stage.dataDir), SOON).toEqual([]);
    await stage.restart();
    expect((await stage.ended(id)).Status).toBe('COMPLETE');
    expect((await stage.ended(later)).Status).toBe('COMPLETE');
  });

  it('report their end again after a restart', async () => {
    const id = await stage.create(windowJob(inputUri, 'out/heard'));
    await stage.ended(id);
    await stage.restart();
    expect(stage.statuses(id).filter((status) => status === 'COMPLETE')).toHaveLength(2);
  });
});

/** The processes that work on a folder. */
const processesOf = (dataDir: string): Promise<string[]> => processesWith(join(dataDir, 'transcoder'));

/** Starts the transcoder in a process of its own and leads the stage's client there. */
async function startToKill(stage: TranscoderStage): Promise<StandInToKill> {
  const started = await startStandInToKill({
    module: 'transcoder/transcoder.ts',
    start: 'startTranscoder',
    dataDir: stage.dataDir,
    options: { storageEndpoint: stage.storage.endpoint },
  });
  stage.mediaConvert = stage.client(undefined, started.endpoint);
  return started;
}
