import type { S3Client } from '@aws-sdk/client-s3';
import { lazyPort } from '../base/lazy-port.ts';
import type { Table } from '../aws/table/table.ts';
import { forgetShowing, isPictureOfFan } from '../fans/index.ts';
import { channelsRepository } from '../channels/index.ts';
import { logFailure } from '../log/log.ts';
import { budgetsOf } from '../limits/limits.adapters.ts';
import type { TranscodePorts } from './ports.ts';
import { uploadsRepository } from './uploads/uploads.repository.ts';
import { videosRepository } from './table/videos.repository.ts';
import { workRepository } from './table/work.repository.ts';

export interface TranscodeEnvironment {
  readonly LIMITS: string;
  readonly UPLOADS_BUCKET: string;
  readonly MEDIA_BUCKET: string;
  readonly RECORDINGS_BUCKET: string;
  readonly TRANSCODER_ROLE_ARN: string;
  readonly VIDEOS_QUEUE_ARN: string;
}

/**
 * The AWS adapters of transcoding, which the first request loads lazily. `s3` must not add checksums to signed URLs.
 * @default the Lambda's client
 */
export const transcodeAdapters = (
  table: Table,
  environment: TranscodeEnvironment,
  s3?: () => S3Client,
): TranscodePorts => ({
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
    forgetVideo: (id) => forgetShowing(table, { kind: 'video', id }),
    isPictureOf: (channelId, url) => isPictureOfFan(table, channelId, url),
  },
  budgets: budgetsOf(table, environment),
  clock: Date.now,
  report: logFailure,
});
