/** The steps that delete all media of a channel whose account stays. Loaded when the operator purges one. */
import type { S3Client } from '@aws-sdk/client-s3';
import { deletePersonFiles } from '#functions/auth/deletion/person-files.s3.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { type AccountStep, inOneCall } from '#functions/base/account-step.ts';
import { deleteBroadcasts } from '#functions/browser-stream/table/deletion.repository.ts';
import { changeChannel } from '#functions/channels/table/channel-changes.repository.ts';
import { deleteClipsOfChannel } from '#functions/clips/end-clip.service.ts';
import { recordingsOf } from '#functions/streaming/recordings/recording-location.ts';
import { ingestChannels } from '#functions/streaming/table/ingest-channels.repository.ts';
import { deleteVideosOfPerson } from '#functions/videos/videos.service.ts';
import type { VideoDeps } from '#functions/videos/transcode.adapters.ts';
import { clipCleanupDeps } from '../clip-cleanup.ts';

export interface PurgeNeeds {
  readonly table: Table;
  readonly videoDeps: VideoDeps;
  readonly buckets: { readonly UPLOADS_BUCKET: string; readonly MEDIA_BUCKET: string };
  /** @default the Lambda's own */
  readonly s3?: (() => S3Client) | undefined;
}

/** First what would make more files. Copies of the person's data stay. */
export const purgeSteps = ({ table, videoDeps, buckets, s3 }: PurgeNeeds): readonly AccountStep[] => [
  deleteBroadcasts(table),
  async ({ id, hasTime }) => {
    for (const arn of await ingestChannels(table).listOf(id))
      if (!(await videoDeps.mediaFiles.deleteAll(recordingsOf(arn), { hasTime }))) return false;
    return true;
  },
  async (account) => deleteClipsOfChannel(await clipCleanupDeps(table, videoDeps), account),
  (account) => deleteVideosOfPerson(videoDeps, account),
  inOneCall(async (id) => void (await changeChannel(table, id, () => ({ avatar: '', thumbnail_url: '' })))),
  deletePersonFiles({
    client: s3,
    uploadsBucket: buckets.UPLOADS_BUCKET,
    mediaBucket: buckets.MEDIA_BUCKET,
    keepsExports: true,
  }),
];
