import { TranscoderBusyError } from '#functions/base/errors.ts';
import { cleanFiles } from './clean-files.service.ts';
import { giveUpLadder } from './ladder.service.ts';
import type { VideoDeps } from '../transcode.adapters.ts';
import { refusalOfSource } from '../refusals.ts';
import type { Fault } from '#shared/base/api-error.ts';
import type { Video } from '#shared/videos/videos.ts';
import type { SourceFacts } from '../source-facts.ts';
import type { UploadKey } from '../upload.ts';
import { GIVE_UP_MS, LEASE_MS, leased, postponed, withSubmittedJob, type Work } from '../work.ts';

/**
 * Creates the job of a video. Postpones the work when MediaConvert is busy, so that the tick retries it. Does nothing
 * when another process has the work.
 */
export async function submitVideo(deps: VideoDeps, work: Work): Promise<void> {
  const { videos, works, clock } = deps;
  const claimed = await works.claim(work, clock() + LEASE_MS);
  if (!claimed) return;
  try {
    if (!isWanted(work, await videos.find(work.videoId))) return void (await works.remove(claimed));
    if (clock() - work.sinceMs > GIVE_UP_MS)
      return await failVideo(deps, claimed, { reason: 'video_failed' });
    await startJob(deps, claimed);
  } catch (error) {
    await works.replace(claimed, postponed(claimed, clock()));
    // The queue expects this error.
    if (!(error instanceof TranscoderBusyError)) deps.report('videos.submit', error);
  }
}

/** Creates another job for work whose job has failed or is gone. */
export async function submitAgain(deps: VideoDeps, work: Work): Promise<void> {
  const again: Work = { ...work, kind: 'submit', dueMs: deps.clock() };
  if (await deps.works.replace(work, again)) await submitVideo(deps, again);
}

/** Whether the upload's video or the replay's ladder is still missing. */
const isWanted = ({ ladder }: Work, video: Video | null): boolean =>
  ladder ? video?.playback_url === ladder.playbackUrl : video?.status === 'processing';

async function startJob(deps: VideoDeps, work: Work): Promise<void> {
  const { works, transcoder, clock } = deps;
  const { channelId, videoId, filesPrefix, jobs, sinceMs, ladder } = work;
  const upload = { channelId, uploadId: videoId };
  const source = work.source ?? (await transcoder.probe(upload));
  // Our own films are known to be valid.
  const whyNot = ladder ? undefined : refusalOfSource(source);
  if (!source || whyNot) return failVideo(deps, work, whyNot?.faults[0] ?? { reason: 'video_unreadable' });
  if (!ladder) await chargeDuration(deps, upload, source);
  // A newer recording of a replay needs another job.
  const token = [videoId, ...(ladder ? [sinceMs] : []), jobs].join('-');
  const files = { upload, ...(ladder && { inputs: ladder.inputs }) };
  const jobId = await transcoder.start({ ...files, filesPrefix, token, source });
  const watching = withSubmittedJob({ ...work, source }, jobId, clock());
  if (!(await works.replace(work, watching))) await settleJob(deps, work, jobId);
}

/** Counts the video's duration against today's budgets, once. Throws `too_many_requests`. */
export const chargeDuration = async (
  { budgets }: Pick<VideoDeps, 'budgets'>,
  { channelId, uploadId }: UploadKey,
  source: SourceFacts | undefined,
): Promise<void> => {
  const { durationS: amount } = source ?? {};
  if (amount !== undefined) await budgets.take('videos', { channelId, itemId: uploadId, amount });
};

/** The work changed while its job was created: its first event arrived, or the video was deleted. */
async function settleJob(deps: VideoDeps, work: Work, jobId: string): Promise<void> {
  const { videos, works, transcoder, clock } = deps;
  const current = await works.find(work.videoId);
  if (current?.jobId === jobId) return;
  await transcoder.cancel(jobId);
  if (await videos.find(work.videoId)) return;
  const clean: Work = { ...work, kind: 'clean', jobId, dueMs: clock() };
  await works.put(clean);
  await cleanFiles(deps, clean);
}

/** Marks the video failed and deletes its files. A replay stays as it was recorded. */
export async function failVideo(deps: VideoDeps, work: Work, failure: Fault): Promise<void> {
  if (work.ladder) return giveUpLadder(deps, work, work.ladder, failure.reason);
  const clean: Work = { ...leased(work, deps.clock()), kind: 'clean', attempts: 0 };
  if (await deps.videos.setFailed(work.videoId, failure, clean)) await cleanFiles(deps, clean);
}
