/** What a person leaves behind, kind by kind: each feature takes away what it has written. Loaded when somebody leaves. */
import type { S3Client } from '@aws-sdk/client-s3';
import { deleteRest } from '../auth/deletion/account-rest.repository.ts';
import { leaveFiles } from '../auth/deletion/person-files.s3.ts';
import type { AccountStep } from '../auth/deletion/ports.ts';
import { secondFactorPartition } from '../auth/two-factor/second-factors.repository.ts';
import { deletePartition } from '../aws/table/delete-items.ts';
import type { Table } from '../aws/table/table.ts';
import { leaveBroadcasts } from '../browser-stream/table/leaving.repository.ts';
import { deleteReportsAndCases } from '../moderation/cases/person-cases.repository.ts';
import type { DeletedAccount } from '../base/deletion-step.ts';
import { removeChannel } from '../channels/table/channel.removal.ts';
import { deleteClipsOfPerson } from '../clips/end-clip.service.ts';
import { clipCleanupPorts } from './clip-cleanup.ts';
import { deleteChats } from '../chat/person-messages.repository.ts';
import { leaveFans } from '../fans/leaving.repository.ts';
import { leaveFollowed, leaveFollowers } from '../follows/leaving.repository.ts';
import { audiencePartition } from '../presence/audience.repository.ts';
import { leaveNews } from '../news/table/leaving.repository.ts';
import { presencePartition } from '../presence/presence.repository.ts';
import { batchPartition } from '../realtime/batches.repository.ts';
import { deleteRooms } from '../chat/rooms/person-rooms.repository.ts';
import { deleteRemindersOfChannel } from '../schedules/reminders/reminders.repository.ts';
import { leaveStream } from '../streaming/leaving.service.ts';
import type { StreamDeletionPorts } from '../streaming/ports.ts';
import { deleteSealedActs } from '../moderation/transparency/person-acts.repository.ts';
import { deleteVideosOfPerson } from '../videos/leaving.service.ts';
import type { TranscodePorts } from '../videos/ports.ts';

export interface LeavingNeeds {
  readonly table: Table;
  readonly streaming: StreamDeletionPorts;
  readonly videoDeps: TranscodePorts;
  readonly buckets: { readonly UPLOADS_BUCKET: string; readonly MEDIA_BUCKET: string };
  /** @default the Lambda's own */
  readonly s3?: () => S3Client;
  readonly deleteLogin: (id: string) => Promise<void>;
}

/**
 * First what is on the air, then the channel, so that nobody follows it or writes into its chat any more, then all that
 * pointed to it. What leads to the rest goes last.
 */
export const leavingSteps = ({
  table,
  streaming,
  videoDeps,
  buckets,
  s3,
  deleteLogin,
}: LeavingNeeds): readonly AccountStep[] => [
  (leaver) => leaveStream(streaming, leaver),
  leaveBroadcasts(table),
  done(({ id }) => removeChannel(table, id)),
  leaveFollowers(table),
  leaveFollowed(table),
  deleteChats(table),
  deleteRooms(table),
  ({ id, hasTime }) => deletePartition(table, batchPartition(id), { hasTime }),
  leaveNews(table),
  deleteReportsAndCases(table),
  deleteSealedActs(table),
  deleteRemindersOfChannel(table),
  async (leaver) => deleteClipsOfPerson(await clipCleanupPorts(table, videoDeps), leaver),
  (leaver) => deleteVideosOfPerson(videoDeps, leaver),
  leaveFans(table),
  ({ id, hasTime }) => deletePartition(table, presencePartition(id), { hasTime }),
  ({ id, hasTime }) => deletePartition(table, audiencePartition(id), { hasTime }),
  ({ id, hasTime }) => deletePartition(table, secondFactorPartition(id), { hasTime }),
  leaveFiles({ client: s3, uploadsBucket: buckets.UPLOADS_BUCKET, mediaBucket: buckets.MEDIA_BUCKET }),
  done(({ id }) => deleteLogin(id)),
  deleteRest(table),
];

/** A step that is always done at once. */
const done =
  (work: (leaver: DeletedAccount) => Promise<void>): AccountStep =>
  async (leaver) => {
    await work(leaver);
    return true;
  };
