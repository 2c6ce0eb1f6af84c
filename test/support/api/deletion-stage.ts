import { fakePlaybackAddresses } from './streams.ts';
import { noCosts } from './no-costs.ts';
import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import type { DeletionDeps } from '#functions/auth/deletion/delete-accounts.service.ts';
import type { AccountDeletionStep } from '#functions/auth/deletion/deletion.ts';
import { LOCAL_DENIED_MEDIA_ARN } from '#infra/local/denied-media/denied-media.ts';
import { setCategoryViewers } from '#functions/channels/table/category-viewers.repository.ts';
import { liveChannels } from '#functions/channels/table/live-channels.repository.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { readAll } from './table/table-reader.ts';
import { failuresOfItems } from './log-capture.ts';
import { KilledError } from './killable-ports.ts';
import type { TestUser } from './local-api.ts';
import { VideosStage } from './videos/videos-stage.ts';

/** Deletes accounts as the tick does, and videos, in processes that may be killed, and looks for what is left. */
export class DeletionStage extends VideosStage {
  #waitedMs = 0;

  get nowMs(): number {
    return Date.now() + this.#waitedMs;
  }

  /** One run of the tick. It is killed after so many writes to the table, or deletions in a bucket. */
  async tick(writesBeforeDeath = Infinity): Promise<void> {
    const { onDeletionsTick } = await import('#functions/auth/deletion/delete-accounts.service.ts');
    const { deletionsRepository } = await import('#functions/auth/deletion/deletions.repository.ts');
    const { onSuspension } = await import('#functions/composition/deletion/suspension.ts');
    const life = new KillableProcess(writesBeforeDeath);
    const table = { ...this.site.table, client: life.guard(this.site.table.client) };
    const ports: DeletionDeps = {
      deletions: deletionsRepository(table),
      steps: () => this.#steps(table, life.guard(this.s3)),
      suspend: async (work, untilMs) => onSuspension(await this.#suspending(table), work, untilMs),
      finishSessionEnd: async (begun) => {
        const { finishInterruptedEnd } = await import('#functions/composition/deletion/session-end-deps.ts');
        await finishInterruptedEnd(table, begun);
      },
      clock: () => this.nowMs,
    };
    const failures = await failuresOfItems(() => onDeletionsTick(ports));
    if (life.isOver) throw new KilledError('The tick was killed');
    if (failures.length > 0) throw new Error(`Work on accounts failed: ${failures.join(', ')}`);
    const { publishDenials } = await import('#functions/denied-media/denials.service.ts');
    const { denialDeps } = await import('#functions/composition/tick/denial-deps.ts');
    await publishDenials({ ...denialDeps(this.site.table, LOCAL_DENIED_MEDIA_ARN), clock: () => this.nowMs });
    await this.#applyChatRetention();
  }

  /** A person's request for the end of a video. Its process is killed as `tick` says. */
  async deleteVideo({ id }: TestUser, videoId: string, writesBeforeDeath = Infinity): Promise<void> {
    const { deleteVideo } = await import('#functions/videos/videos.service.ts');
    const life = new KillableProcess(writesBeforeDeath);
    const table = { ...this.site.table, client: life.guard(this.site.table.client) };
    const videoDeps = await this.#videoDeps(table, life.guard(this.s3));
    await deleteVideo({ ...videoDeps, clock: () => this.nowMs }, id, videoId);
  }

  /** Back to now. */
  reset(): void {
    this.#waitedMs = 0;
  }

  wait(ms: number): void {
    this.#waitedMs += ms;
  }

  /** What other parts of the tick do, also for those who were killed. */
  async tickForOthers(): Promise<void> {
    const { processDueWork } = await import('#functions/videos/work/due-work.service.ts');
    const { dueTranscripts } = await import('#functions/videos/table/transcript.item.ts');
    const { transcriptsRepository } = await import('#functions/videos/transcripts/transcripts.repository.ts');
    const { indexTranscripts } = await import('#functions/videos/transcripts/transcripts.service.ts');
    const { dueNotes, updateDueWords } = await import('#functions/word-index/known-words.repository.ts');
    const { table } = this.site;
    const { clipCleanupDeps } = await import('#functions/composition/clip-cleanup.ts');
    const { dueClips } = await import('#functions/clips/table/due-clips.repository.ts');
    const { endDueClips } = await import('#functions/clips/end-clip.service.ts');
    const videoDeps = { ...(await this.#videoDeps(table, this.s3)), clock: () => this.nowMs };
    await processDueWork(videoDeps);
    await indexTranscripts(
      { ...videoDeps, transcripts: transcriptsRepository(table) },
      await dueTranscripts(table, this.nowMs),
    );
    await endDueClips(await clipCleanupDeps(table, videoDeps), await dueClips(table, this.nowMs));
    for await (const page of dueNotes(table)) for (const note of page) await updateDueWords(table, note);
    await setCategoryViewers(table, await liveChannels(table));
    await this.#applyChatRetention();
  }

  async #applyChatRetention(): Promise<void> {
    const { chatRetentionDeps } = await import('#functions/composition/tick/chat-retention.ts');
    const { applyChatRetention } = await import('#functions/chat/retention/retention.service.ts');
    await applyChatRetention(chatRetentionDeps(this.site.table, () => this.nowMs));
  }

  async #videoDeps(table: Table, s3: S3Client) {
    const { transcodeAdapters } = await import('#functions/videos/transcode.adapters.ts');
    const { uploadsBucket = '', mediaBucket = '', recordingsBucket = '' } = this.site.storage ?? {};
    const buckets = { UPLOADS_BUCKET: uploadsBucket, MEDIA_BUCKET: mediaBucket };
    const roles = {
      RECORDINGS_BUCKET: recordingsBucket,
      TRANSCODER_ROLE_ARN: '',
      VIDEOS_QUEUE_ARN: '',
      WINDOWS_QUEUE_ARN: '',
      LIMITS: 'cloud',
    };
    const { withClipCleanup } = await import('#functions/composition/clip-cleanup.ts');
    return withClipCleanup(
      table,
      transcodeAdapters(table, { ...buckets, ...roles }, () => s3),
    );
  }

  async #steps(table: Table, s3: S3Client): Promise<readonly AccountDeletionStep[]> {
    const { ingestChannels } = await import('#functions/streaming/table/ingest-channels.repository.ts');
    const { accountDeletionSteps } =
      await import('#functions/composition/deletion/account-deletion-steps.ts');
    const { uploadsBucket = '', mediaBucket = '' } = this.site.storage ?? {};
    const videoDeps = await this.#videoDeps(table, s3);
    const discard = (prefix: string, hasTime: () => boolean) =>
      videoDeps.mediaFiles.deleteAll(prefix, { hasTime });
    return accountDeletionSteps({
      table,
      videoDeps,
      streaming: { ...(await this.#streaming(table)), ingestChannels: ingestChannels(table), discard },
      buckets: { UPLOADS_BUCKET: uploadsBucket, MEDIA_BUCKET: mediaBucket },
      s3: () => s3,
      deleteLogin: await this.#deleteLogin(),
    });
  }

  async #suspending(table: Table) {
    const { shutOut } = await import('#functions/streaming/streaming.service.ts');
    const streaming = await this.#streaming(table);
    const endStream = (id: string) => shutOut(streaming, id);
    const { MAIL_FROM = '', MAIL_CONFIGURATION_SET = '' } = process.env;
    const mailing = { MAIL_FROM, MAIL_CONFIGURATION_SET };
    return {
      table,
      mailing,
      endStream,
      endCamera: async () => {},
      purge: async () => [],
      clock: () => this.nowMs,
    };
  }

  async #streaming(table: Table) {
    const { channelsRepository } = await import('#functions/channels/table/channels.repository.ts');
    const { leasesRepository } = await import('#functions/streaming/table/streaming.repository.ts');
    const { streamingRepository } = await import('#functions/streaming/table/streaming.repository.ts');
    const { ivsIngest } = await import('#functions/streaming/streaming.ivs.ts');
    const { budgetsOf } = await import('#functions/limits/limits.adapters.ts');
    return {
      budgets: budgetsOf(table, { LIMITS: 'cloud' }),
      costs: noCosts,
      streams: streamingRepository(table),
      leases: leasesRepository(table),
      channels: channelsRepository(table),
      addresses: fakePlaybackAddresses,
      ingest: ivsIngest({ rtmpUrlTemplate: '', recordingConfigurationArn: '' }),
      clock: () => this.nowMs,
    };
  }

  async #deleteLogin() {
    const { cognitoIdentity } = await import('#functions/auth/auth.cognito.ts');
    const { UserPoolId: userPoolId, ClientId: clientId } = this.site.pool.ids;
    return cognitoIdentity({ userPoolId, clientId }).delete;
  }

  /** Keys of the table's items and of all files that have one of these texts anywhere, except for what has expired. */
  async tracesOf(texts: readonly string[]): Promise<string[]> {
    const isTrace = (text: string) =>
      texts.some((wanted) => text.toLowerCase().includes(wanted.toLowerCase()));
    const hasExpired = (item: object) => 'expires_at' in item && Number(item.expires_at) * 1000 <= this.nowMs;
    const items = (await readAll(this.site.table)).filter((item) => !hasExpired(item));
    const inTable = items.filter((item) => isTrace(JSON.stringify(item))).map(({ pk, sk }) => `${pk} ${sk}`);
    return [...inTable, ...(await this.files()).filter(isTrace)].toSorted();
  }

  /** Keys of all files in all buckets. */
  async files(): Promise<string[]> {
    const { uploadsBucket = '', mediaBucket = '', recordingsBucket = '' } = this.site.storage ?? {};
    const lists = [uploadsBucket, mediaBucket, recordingsBucket].map(async (Bucket) => {
      const { Contents = [] } = await this.s3.send(new ListObjectsV2Command({ Bucket }));
      return Contents.map(({ Key = '' }) => Key);
    });
    return (await Promise.all(lists)).flat();
  }
}

/** A process that does nothing more after so many writes. */
export class KillableProcess {
  #left: number;

  constructor(writes: number) {
    this.#left = writes;
  }

  get isOver(): boolean {
    return this.#left <= 0;
  }

  guard<C extends { send: (...input: never[]) => Promise<unknown> }>(client: C): C {
    const send = async (...input: never[]): Promise<unknown> => {
      if (this.#left <= 0) throw new KilledError('before its next call');
      const { name } = (input[0] as unknown as object).constructor;
      const answer = await client.send(...input);
      if (!/^(Get|List|Query|BatchGet)/.test(name)) this.#left -= 1;
      if (this.#left <= 0) throw new KilledError(`in ${name}`);
      return answer;
    };
    return new Proxy(client, { get: (target, key) => (key === 'send' ? send : Reflect.get(target, key)) });
  }
}
