import { CancelJobCommand, ProbeCommand, type ProbeResult } from '@aws-sdk/client-mediaconvert';
import type { Input } from 'mediabunny';
import {
  createJob,
  findJob,
  mediaConvertClient,
  orBusy,
  type TranscoderOptions,
} from '#functions/aws/jobs/mediaconvert.ts';
import { nullOn } from '#functions/aws/retry.ts';
import { reportOf, type JobMetadata } from './job-report.ts';
import { isLengthDoubtful, sourceFactsOf, type SourceFacts } from '../source-facts.ts';
import { storyboardIntervalS, transcodeJob } from './transcode-job.ts';
import type { Transcoder } from '../ports.ts';
import { flvFacts, isFlv, measureDurationS, openMedia, readPicture, soundDefaults } from './read-media.ts';
import type { StoredFile, UploadKey } from '../upload.ts';
import { uploadFileKey } from '../uploads/uploads.s3.ts';

/** Files that take longer are left to their job. */
const PROBE_LIMIT_MS = 15_000;
/** S3 gives a Lambda about 80 MB a second: enough for the largest file. */
const READ_LIMIT_MS = 8_000;
/** Of this, for the sizes of the pictures. */
const SIZES_LIMIT_MS = 3_000;

/** Below uploads, because a replay plays as recorded until its ladder exists. */
const LADDER_PRIORITY = -10;

export interface VideoTranscoderOptions extends TranscoderOptions {
  /** The file of an upload; `null` when there is none. */
  readonly openUpload: (key: UploadKey) => Promise<StoredFile | null>;
  /** Logs a failure that does not fail the request. */
  readonly report: (step: string, error: unknown) => void;
}

export function mediaConvert(options: VideoTranscoderOptions, client = mediaConvertClient()): Transcoder {
  const { uploadsBucket, mediaBucket, roleArn, queueArn } = options;
  const inputUri = (key: UploadKey): string => `s3://${uploadsBucket}/${uploadFileKey(key)}`;
  return {
    probe: async (key) => {
      const probe = new ProbeCommand({ InputFiles: [{ FileUrl: inputUri(key) }] });
      const abortSignal = AbortSignal.timeout(PROBE_LIMIT_MS);
      const found = await nullOn(['UnprocessableEntityException', 'NotFoundException'], () =>
        orBusy(() => client.send(probe, { abortSignal })),
      );
      const [result = {}] = found?.ProbeResults ?? [];
      const file = await options.openUpload(key);
      const probed = sourceFactsOf(result) ?? null;
      if (!file) return probed;
      return within(READ_LIMIT_MS, readFacts(result, file)).catch((error: unknown) => {
        // The job's creation probes again.
        if (probed && probed.durationS === undefined) throw error;
        options.report('videos.read', error);
        return probed;
      });
    },
    start: async ({ upload, inputs, filesPrefix, source, token }) => {
      const userMetadata = {
        video_id: upload.uploadId,
        channel_id: upload.channelId,
        storyboard_interval_s: String(storyboardIntervalS(source?.durationS)),
      } satisfies JobMetadata;
      const job = transcodeJob({
        inputUris: inputs?.map((key) => `s3://${uploadsBucket}/${key}`) ?? [inputUri(upload)],
        outputPrefix: `s3://${mediaBucket}/${filesPrefix}`,
        ...(source && { source }),
        ...(inputs && { priority: LADDER_PRIORITY }),
        roleArn,
        queueArn,
        requestToken: token,
        userMetadata,
      });
      return createJob(client, job);
    },
    find: async (Id) => {
      const job = await findJob(client, Id);
      return (job && reportOf(job)) ?? null;
    },
    cancel: async (Id) => {
      await nullOn(['ConflictException', 'NotFoundException'], () =>
        orBusy(() => client.send(new CancelJobCommand({ Id }))),
      );
    },
  };
}

/** The result of Probe, completed and corrected by reading the file. */
export async function readFacts(result: ProbeResult, file: StoredFile): Promise<SourceFacts | null> {
  if (isFlv(file.head)) return flvFacts(file);
  const probed = sourceFactsOf(result) ?? null;
  const media = probed && (await openMedia(file));
  if (!media)
    return probed?.picture ? { ...probed, picture: { ...probed.picture, mayChangeSize: true } } : probed;
  try {
    const sounds = (result.Container?.Tracks ?? []).filter(({ TrackType }) => TrackType === 'audio');
    const defaults = sounds.length > 1 ? await soundDefaults(media) : [];
    const facts = await withPicture(sourceFactsOf(result, defaults) ?? null, media);
    if (!facts || !isLengthToBeMeasured(result, facts, file)) return facts;
    const durationS = await measureDurationS(media);
    return durationS > 0 ? { ...facts, durationS } : facts;
  } finally {
    media.dispose();
  }
}

async function withPicture(facts: SourceFacts | null, media: Input): Promise<SourceFacts | null> {
  if (!facts?.picture) return facts;
  return { ...facts, picture: await readPicture(facts.picture, media, AbortSignal.timeout(SIZES_LIMIT_MS)) };
}

/** A lower bit rate is impossible for a picture: such a file states a wrong duration. */
const MIN_BITS_PER_SECOND = 20_000;

const isLengthToBeMeasured = (result: ProbeResult, facts: SourceFacts, { sizeBytes }: StoredFile): boolean =>
  isLengthDoubtful(result) || sizeBytes * 8 < (facts.durationS ?? 0) * MIN_BITS_PER_SECOND;

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`It took longer than ${ms} ms`)), ms);
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}
