import type { S3Client } from '@aws-sdk/client-s3';
import { lazyPort } from '#functions/base/async/lazy-port.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { deleteCommentsUnder } from '#functions/comments/index.ts';
import { removeCounter } from '#functions/counters/index.ts';
import { readEmotes } from '#functions/chat/index.ts';
import { forgetShowing, isPictureOfFan } from '#functions/fans/index.ts';
import { channelsRepository } from '#functions/channels/index.ts';
import { removeVideoStatistics } from '#functions/statistics/index.ts';
import { logFailure } from '#functions/log/log.ts';
import { budgetsOf, type LimitsEnvironment } from '#functions/limits/limits.adapters.ts';
import type { Visibility } from '#shared/videos/videos.ts';
import { uploadsRepository } from './uploads/uploads.repository.ts';
import { videosRepository } from './table/videos.repository.ts';
import { workRepository } from './table/work.repository.ts';

type Variable = `${'UPLOADS' | 'MEDIA' | 'RECORDINGS'}_BUCKET` | 'TRANSCODER_ROLE_ARN' | 'VIDEOS_QUEUE_ARN';

/** A deleted video or broadcast with its last visibility. */
export interface DeletedSource {
  /** The video's id and that of its broadcast. */
  readonly ids: readonly string[];
  readonly visibility: Visibility;
}

export interface VideoDeps extends ReturnType<typeof transcodeAdapters> {
  /** Deletes the clips of a deleted source. False when time ran out. @default none exist */
  readonly deleteClipsOf?: (source: DeletedSource, hasTime: () => boolean) => Promise<boolean>;
}

/**
 * The AWS adapters of transcoding, which the first request loads lazily. `s3` must not add checksums to signed URLs.
 * @default the Lambda's client
 */
export const transcodeAdapters = (
  table: Table,
  environment: Readonly<Record<Variable, string>> & LimitsEnvironment,
  s3?: () => S3Client,
) => ({
  videos: videosRepository(table),
  works: workRepository(table),
  uploads: uploadsRepository(table),
  uploadFiles: lazyPort(async () => {
    const { uploadFiles } = await import('./uploads/uploads.s3.ts');
    return uploadFiles({ client: s3, bucket: environment.UPLOADS_BUCKET });
  }),
  mediaFiles: lazyPort(async () => {
    const { mediaFiles } = await import('./media.s3.ts');
    return mediaFiles({
      client: s3,
      bucket: environment.MEDIA_BUCKET,
      recordingsBucket: environment.RECORDINGS_BUCKET,
    });
  }),
  transcoder: lazyPort(async () => {
    const [{ mediaConvert }, { uploadFileOf }] = await Promise.all([
      import('./transcode/videos.mediaconvert.ts'),
      import('./uploads/uploads.s3.ts'),
    ]);
    return mediaConvert({
      openUpload: uploadFileOf({ client: s3, bucket: environment.UPLOADS_BUCKET }),
      report: logFailure,
      uploadsBucket: environment.UPLOADS_BUCKET,
      mediaBucket: environment.MEDIA_BUCKET,
      roleArn: environment.TRANSCODER_ROLE_ARN,
      queueArn: environment.VIDEOS_QUEUE_ARN,
    });
  }),
  channels: channelsRepository(table),
  fans: {
    /** Removes a deleted video from the fans. */
    forgetVideo: (id: string) => forgetShowing(table, { kind: 'video', id }),
    /** Whether a fan of the channel uses a picture. Eventually consistent. */
    isPictureOf: (channelId: string, url: string) => isPictureOfFan(table, channelId, url),
  },
  /** Whether an emote of the channel has a picture. */
  isPictureOfEmote: async (channelId: string, url: string): Promise<boolean> =>
    (await readEmotes(table, channelId)).emotes.some((emote) => emote.url === url),
  /** Removes the counter of a deleted video, and its statistics. */
  forgetViews: async ({ id, channelId }: { readonly id: string; readonly channelId: string }) => {
    await Promise.all([removeCounter(table, `VIDEO#${id}`), removeVideoStatistics(table, channelId, id)]);
  },
  /** Deletes the comments under a deleted video. False when time ran out. */
  deleteComments: (id: string, hasTime: () => boolean) =>
    deleteCommentsUnder(table, { kind: 'video', id }, hasTime),
  budgets: budgetsOf(table, environment),
  clock: Date.now,
  /** Logs a failure that does not fail the request. */
  report: logFailure,
});
