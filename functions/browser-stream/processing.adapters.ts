import type { S3Client } from '@aws-sdk/client-s3';
import { lazyPort } from '#functions/base/async/lazy-port.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { logFailure, measure } from '#functions/log/log.ts';
import { budgetsOf, type LimitsEnvironment } from '#functions/limits/limits.adapters.ts';
import { broadcastsRepository } from './table/broadcasts.repository.ts';

interface ProcessingEnvironment extends LimitsEnvironment {
  readonly UPLOADS_BUCKET: string;
  readonly MEDIA_BUCKET: string;
  readonly TRANSCODER_ROLE_ARN: string;
  readonly WINDOWS_QUEUE_ARN: string;
  readonly BROADCAST_WINDOW_MS: string;
  readonly BROADCAST_JOBS_PER_SECOND: string;
}

/** The dependencies for processing broadcasts, on AWS. Clients of S3 and MediaConvert are loaded on first use. */
export function processingAdapters(table: Table, environment: ProcessingEnvironment, s3?: () => S3Client) {
  const { UPLOADS_BUCKET: uploadsBucket, MEDIA_BUCKET: mediaBucket } = environment;
  const { TRANSCODER_ROLE_ARN: roleArn, WINDOWS_QUEUE_ARN: queueArn } = environment;
  return {
    broadcasts: broadcastsRepository(table),
    chunks: lazyPort(async () => {
      const { chunkFiles, withChunkCache } = await import('./adapters/compatible/files.s3.ts');
      return withChunkCache(chunkFiles({ client: s3, bucket: uploadsBucket }));
    }),
    windows: lazyPort(async () => {
      const { windowFiles } = await import('./adapters/compatible/files.s3.ts');
      return windowFiles({ client: s3, bucket: uploadsBucket });
    }),
    published: lazyPort(async () => {
      const { publishedFiles } = await import('./adapters/published-files.s3.ts');
      return publishedFiles({ client: s3, bucket: mediaBucket });
    }),
    films: lazyPort(async () => {
      const { filmFiles } = await import('./adapters/film-files.s3.ts');
      return filmFiles({ client: s3, bucket: uploadsBucket });
    }),
    transcoder: lazyPort(async () => {
      const { windowTranscoder } = await import('./adapters/compatible/window-jobs.mediaconvert.ts');
      return windowTranscoder({ uploadsBucket, mediaBucket, roleArn, queueArn });
    }),
    stage: {
      windowMs: Number(environment.BROADCAST_WINDOW_MS),
      jobsPerSecond: Number(environment.BROADCAST_JOBS_PER_SECOND),
    },
    budgets: budgetsOf(table, environment),
    clock: Date.now,
    report: logFailure,
    measure,
  };
}
