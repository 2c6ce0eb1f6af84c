/** The steps that delete an account: each feature deletes what it has stored. Loaded when an account is deleted. */
import type { S3Client } from '@aws-sdk/client-s3';
import { deleteRest } from '#functions/auth/deletion/deletions.repository.ts';
import { deletePersonFiles } from '#functions/auth/deletion/person-files.s3.ts';
import type { AccountDeletionStep } from '#functions/auth/deletion/deletion.ts';
import { secondFactorPartition } from '#functions/auth/table/second-factors.repository.ts';
import { deletePartition } from '#functions/aws/table/delete-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { endDenialsOf } from '#functions/denied-media/denials.repository.ts';
import { deleteBroadcasts } from '#functions/browser-stream/table/deletion.repository.ts';
import { deleteReportsAndCases } from '#functions/moderation/cases/person-cases.repository.ts';
import { inOneCall } from '#functions/base/account-step.ts';
import { removeChannel } from '#functions/channels/table/channel-changes.repository.ts';
import { deleteClipsOfPerson } from '#functions/clips/end-clip.service.ts';
import { clipCleanupDeps } from '../clip-cleanup.ts';
import { deleteActs } from '#functions/chat/rooms/acts/person-acts.repository.ts';
import { pollPartition } from '#functions/chat/polls/poll.item.ts';
import { deleteChats } from '#functions/chat/person-messages.repository.ts';
import { deleteCommentsBy } from '#functions/comments/deletion.repository.ts';
import { deleteCommentLikes } from '#functions/comments/likes.repository.ts';
import { removeCounter } from '#functions/counters/index.ts';
import { deleteFans } from '#functions/fans/deletion.repository.ts';
import { deleteFollowed, deleteFollowers } from '#functions/follows/deletion.repository.ts';
import { audiencePartition } from '#functions/presence/audience.repository.ts';
import { libraryPartition } from '#functions/library/library.item.ts';
import { deleteLikes } from '#functions/library/likes.repository.ts';
import { deletePlaylists } from '#functions/library/playlists/playlists.repository.ts';
import { deleteNews } from '#functions/news/table/deletion.repository.ts';
import { presencePartitions } from '#functions/presence/presence.repository.ts';
import { batchPartition } from '#functions/realtime/batches.repository.ts';
import { deleteRooms } from '#functions/chat/rooms/person-rooms.repository.ts';
import { deleteRemindersOfChannel } from '#functions/schedules/reminders/reminders.repository.ts';
import { arrivalsPartitions, statisticsPartition } from '#functions/statistics/statistics.item.ts';
import { deleteStreams, type StreamDeletionDeps } from '#functions/streaming/streaming.service.ts';
import { deleteSealedActs } from '#functions/moderation/transparency/person-acts.repository.ts';
import { eventsPartition } from '#functions/webhook-events/index.ts';
import { webhooksPartition } from '#functions/webhooks/table/webhook.item.ts';
import { deleteVideosOfPerson } from '#functions/videos/videos.service.ts';
import type { VideoDeps } from '#functions/videos/transcode.adapters.ts';

export interface AccountDeletionNeeds {
  readonly table: Table;
  readonly streaming: StreamDeletionDeps;
  readonly videoDeps: VideoDeps;
  readonly buckets: { readonly UPLOADS_BUCKET: string; readonly MEDIA_BUCKET: string };
  /** @default the Lambda's own */
  readonly s3?: () => S3Client;
  readonly deleteLogin: (id: string) => Promise<void>;
}

/**
 * First what is on the air, then the channel, so that it gains no follower and no message, then all that
 * points to it. The items by which the rest is found go last.
 */
export const accountDeletionSteps = ({
  table,
  streaming,
  videoDeps,
  buckets,
  s3,
  deleteLogin,
}: AccountDeletionNeeds): readonly AccountDeletionStep[] => [
  (account) => deleteStreams(streaming, account),
  deleteBroadcasts(table),
  inOneCall((id) => removeChannel(table, id)),
  deleteFollowers(table),
  inOneCall((id) => removeCounter(table, `CHANNEL#${id}`)),
  deleteFollowed(table),
  // Before the messages, because an act that is undone brings messages back.
  deleteActs(table),
  deleteChats(table),
  deleteCommentLikes(table),
  deleteCommentsBy(table),
  deleteRooms(table),
  ({ id, hasTime }) => deletePartition(table, pollPartition(id), { hasTime }),
  ({ id, hasTime }) => deletePartition(table, batchPartition(id), { hasTime }),
  deleteNews(table),
  ({ id, hasTime }) => deletePartition(table, webhooksPartition(id), { hasTime }),
  ({ id, hasTime }) => deletePartition(table, eventsPartition(id), { hasTime }),
  // Before the library, whose marks say what is to be counted less.
  deleteLikes(table),
  deletePlaylists(table),
  ({ id, hasTime }) => deletePartition(table, libraryPartition(id), { hasTime }),
  deleteReportsAndCases(table),
  deleteSealedActs(table),
  deleteRemindersOfChannel(table),
  async (account) => deleteClipsOfPerson(await clipCleanupDeps(table, videoDeps), account),
  (account) => deleteVideosOfPerson(videoDeps, account),
  deleteFans(table),
  async ({ id, hasTime }) => {
    for (const pk of [...presencePartitions(id), ...arrivalsPartitions(id)])
      if (!(await deletePartition(table, pk, { hasTime }))) return false;
    return true;
  },
  ({ id, hasTime }) => deletePartition(table, audiencePartition(id), { hasTime }),
  ({ id, hasTime }) => deletePartition(table, statisticsPartition(id), { hasTime }),
  ({ id, hasTime }) => deletePartition(table, secondFactorPartition(id), { hasTime }),
  deletePersonFiles({ client: s3, uploadsBucket: buckets.UPLOADS_BUCKET, mediaBucket: buckets.MEDIA_BUCKET }),
  inOneCall(deleteLogin),
  endDenialsOf(table),
  deleteRest(table),
];
