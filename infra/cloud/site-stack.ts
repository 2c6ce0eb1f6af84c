import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { WarmThroughput } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import {
  NEW_ACCOUNT_DAYS,
  RESERVED_PERCENT,
  type AddressRates,
  type DayBudget,
} from '#functions/limits/stage-limits.ts';
import { REQUESTS_PER_SECOND } from '#infra/agreed/api-throttle.ts';
import { IDLE_CHANNEL_DAYS } from '#infra/agreed/idle-channels.ts';
import { Accounts } from './accounts.ts';
import { Alarms } from './alarms/alarms.ts';
import { Dashboard } from './alarms/dashboard.ts';
import { Backups } from './backups/backups.ts';

import { Api } from './api.ts';
import { Chunks } from './chunks.ts';
import { Events } from './events.ts';
import { DEFAULT_CAMERA_LIMITS, type CameraLimits } from './functions/camera-limits.ts';
import { HandlerFunctions } from './functions/handler-functions.ts';
import { Rollout } from './functions/rollout.ts';
import { LiveChannels } from './live-channels.ts';
import type { DeadLetters } from './parts/dead-letters.ts';
import { createAccessLogs, sendEventsToEventBridge } from './parts/private-bucket.ts';
import { MailSender } from './mail-sender.ts';
import { News } from './news.ts';
import { Probe } from './probe.ts';
import { Realtime } from './realtime.ts';
import { PlaybackKey } from './playback-key/playback-key.ts';
import { createSecrets } from './parts/secrets.ts';
import type { BackupCopies } from './stage/backup-copies.ts';
import type { SecretGenerations } from './stage/secret-name.ts';
import type { Domain } from './stage/domain.ts';
import { DEV, type Stage } from './stage/stage.ts';
import { Storage } from './storage.ts';
import { Table } from './table.ts';
import { Transcoder } from './transcoder.ts';
import { Webhooks } from './webhooks.ts';
import { WebFiles } from './website/web-files.ts';
import { Website } from './website/website.ts';

/** Part of the account's 1,000 that a flood of requests can use, and that no other flood can use. */
const API_CONCURRENCY = 200;
/** The default quota. Source: Amazon IVS User Guide, "Service Quotas", "Concurrent streams". */
const LIVE_STREAMS_QUOTA = 100;
/** The default quota. Source: AWS Lambda Developer Guide, "Lambda quotas", "Concurrent executions". */
const CONCURRENCY_QUOTA = 1000;

export interface SiteStackProps extends StackProps {
  /** The account's site. @default DEV */
  readonly stage?: Stage | undefined;
  /** Folder of the built web app. @default none: the stack can be synthesised, but not deployed */
  readonly webDist?: string | undefined;
  /** A custom domain. @default the name that CloudFront assigns */
  readonly domain?: Domain | undefined;
  /** Limits of camera broadcasts. @default for AWS's default quotas */
  readonly camera?: CameraLimits | undefined;
  /** Web ACL of the CDN in us-east-1. @default none: all requests are allowed */
  readonly webAclArn?: string | undefined;
  /** A deployment with an increased number changes that secret. @default 1 for each */
  readonly secretGenerations?: SecretGenerations | undefined;
  /** Sender of codes for e-mail addresses: an SES identity. @default none: addresses count as verified */
  readonly mailFrom?: string | undefined;
  /** Receives mail when an alarm starts and ends. @default only subscribers of the topic receive it */
  readonly alarmEmail?: string | undefined;
  /** Whether streamers see the cost of their broadcasts. @default false */
  readonly showCosts?: boolean | undefined;
  /** Reserved concurrency of the `api` Lambda; 0 reserves none. @default 200 */
  readonly apiConcurrency?: number | undefined;
  /** Whether new versions of user-facing Lambdas are rolled out gradually. @default all at once */
  readonly gradual?: boolean | undefined;
  /** Whether X-Ray traces some requests to the Lambdas. @default false */
  readonly tracing?: boolean | undefined;
  /** The account's IVS quota "Concurrent streams"; an alarm rings at 80 %. @default 100 */
  readonly liveStreamsQuota?: number | undefined;
  /** The account's Lambda quota "Concurrent executions"; an alarm rings at 80 %. @default 1000 */
  readonly concurrencyQuota?: number | undefined;
  /** Days without a Create Stream after which a person's IVS channel is deleted. @default 14 */
  readonly idleChannelDays?: number | undefined;
  /** Age from which an account has the full daily budgets; 0: from the start. @default 7 */
  readonly newAccountDays?: number | undefined;
  /** Share of the site's daily budgets that is reserved for such accounts. @default 50 */
  readonly reservedPercent?: number | undefined;
  /** The throttle of the API's stage. @default 4000 */
  readonly requestsPerSecond?: number | undefined;
  /** The table's warm throughput. @default that of a new table */
  readonly warmThroughput?: WarmThroughput | undefined;
  /** The site's daily budgets that differ from `functions/limits/stage-limits.ts`. @default none */
  readonly siteBudgets?: Partial<DayBudget>;
  /** Rates per address that differ from `functions/limits/stage-limits.ts`. @default none */
  readonly addressRates?: AddressRates;
  /** Destination of daily backups' copies. @default none, only the table's point-in-time recovery */
  readonly backupCopies?: BackupCopies | undefined;
}

/** All resources of Fanfare. It only wires constructs: each describes its resources and grants itself. */
export class SiteStack extends Stack {
  /** All dead-letter queues, by their names in `npm run redrive`. */
  readonly deadLetters: Readonly<Record<string, DeadLetters>>;
  readonly distributionId: string;

  constructor(scope: Construct, id: string, siteProps: SiteStackProps = {}) {
    const {
      stage = DEV,
      webDist,
      domain,
      webAclArn,
      secretGenerations = {},
      mailFrom,
      alarmEmail,
      showCosts = false,
      apiConcurrency = API_CONCURRENCY,
      gradual = false,
      tracing = false,
      liveStreamsQuota = LIVE_STREAMS_QUOTA,
      concurrencyQuota = CONCURRENCY_QUOTA,
      idleChannelDays = IDLE_CHANNEL_DAYS,
      newAccountDays = NEW_ACCOUNT_DAYS,
      reservedPercent = RESERVED_PERCENT,
      requestsPerSecond = REQUESTS_PER_SECOND,
      warmThroughput,
      siteBudgets = {},
      addressRates = {},
      backupCopies,
      camera = DEFAULT_CAMERA_LIMITS,
      ...props
    } = siteProps;
    super(scope, id, {
      description: 'Fanfare: live streams, videos and chat for people who love fans',
      ...props,
    });

    const table = new Table(this, 'Table', { stage, warmThroughput });
    const mail = new MailSender(this, 'Mail', { from: mailFrom });
    const { configurationSetName: mailConfigurationSet } = mail;
    const accounts = new Accounts(this, 'Accounts', { stage, mailFrom, mailConfigurationSet });
    const accessLogs = createAccessLogs(this, 'AccessLogs', stage);
    const liveChannels = new LiveChannels(this, 'LiveChannels', { stage, accessLogs });
    const realtime = new Realtime(this, 'Realtime');
    const storage = new Storage(this, 'Storage', { stage, accessLogs });
    const transcoder = new Transcoder(this, 'Transcoder', { stage, storage });
    const website = new Website(this, 'Website', {
      stage,
      accessLogs,
      media: storage.media,
      recordings: liveChannels.recordings,
      domain,
      webAclArn,
      connect: [realtime.socketOrigin, `https://${storage.uploads.bucketRegionalDomainName}`],
    });
    const secrets = createSecrets(this, stage, secretGenerations);
    new PlaybackKey(this, 'PlaybackKey', secrets.PlaybackKeys);
    const news = new News(this, 'News');
    const webhooks = new Webhooks(this, 'Webhooks');
    const functions = new HandlerFunctions(this, 'Functions', {
      stage,
      table,
      accounts,
      mail,
      liveChannels,
      realtime,
      storage,
      transcoder,
      website,
      playbackRestrictionPolicyArn: liveChannels.restrictPlayback([website.url]),
      camera,
      secrets,
      news,
      webhooks,
      showCosts,
      apiConcurrency,
      idleChannelDays,
      newAccountDays,
      reservedPercent,
      siteBudgets,
      addressRates,
      tracing,
    }).byName;

    const rollout = new Rollout(this, 'Rollout', { functions, isGradual: gradual });
    realtime.authorizeBy(rollout.live.realtime);
    const { api } = new Api(this, 'Api', { site: stage.name, handlers: rollout.live, requestsPerSecond });
    rollout.watch();
    website.addApi(api, secrets.OriginSecrets.current);
    const { videosQueueArn, windowsQueueArn } = transcoder;
    const { bucketName: uploadsBucket } = storage.uploads;
    const { bucketName: recordingsBucket } = liveChannels.recordings;
    const buckets = { uploadsBucket, recordingsBucket };
    const facts = { ...buckets, videosQueueArn, windowsQueueArn, mailConfigurationSet };
    const events = new Events(this, 'Events', { handler: functions.events, ...facts });
    const chunks = new Chunks(this, 'Chunks', { handler: functions.chunks, ...facts });
    this.deadLetters = {
      Events: events.deadLetters,
      Chunks: chunks.deadLetters,
      News: news.deadLetters,
      NewsNotices: news.noticesDeadLetters,
      Webhooks: webhooks.deadLetters,
    };
    const backups = backupCopies && this.backUp(backupCopies, { stage, table, storage, liveChannels });
    this.distributionId = website.distribution.distributionId;
    const watched = {
      stage: stage.name,
      table: table.table,
      api,
      functions,
      deadLetters: this.deadLetters,
      newsQueue: news.queue,
      transcoderQueueArns: { Windows: windowsQueueArn, Videos: videosQueueArn },
    };
    const { maxBroadcasts } = camera;
    const quotas = { liveStreamsQuota, concurrencyQuota, requestsPerSecond };
    const { topic, all } = new Alarms(this, 'Alarms', {
      ...watched,
      limits: { ...quotas, maxBroadcasts, newAccountDays, reservedPercent },
      backupVault: backups?.vault,
      email: alarmEmail,
    });
    new Dashboard(this, 'Dashboard', {
      ...watched,
      distributionId: this.distributionId,
      eventApiId: realtime.api.attrApiId,
      alarms: all,
    });

    new Probe(this, 'Probe', { stage: stage.name, siteUrl: website.url });
    new WebFiles(this, 'WebFiles', {
      bucket: website.bucket,
      dist: webDist,
      after: Object.values(rollout.live),
    });

    new CfnOutput(this, 'SiteUrl', { value: website.url });
    new CfnOutput(this, 'TableName', { value: table.table.tableName });
    new CfnOutput(this, 'UserPoolId', { value: accounts.pool.userPoolId });
    new CfnOutput(this, 'RecordingsBucket', { value: liveChannels.recordings.bucketName });
    new CfnOutput(this, 'AccessLogsBucket', { value: accessLogs.bucketName });
    new CfnOutput(this, 'RealtimeApiId', { value: realtime.api.attrApiId });
    new CfnOutput(this, 'AlarmTopicArn', { value: topic.topicArn });
  }

  private backUp(
    { vaultArn: copiesTo, media }: BackupCopies,
    { stage, table, storage, liveChannels }: BackedUp,
  ): Backups {
    if (media) sendEventsToEventBridge(storage.media);
    const buckets = media ? [storage.media, liveChannels.recordings] : [];
    return new Backups(this, 'Backups', { stage, table: table.table, buckets, copiesTo });
  }
}

interface BackedUp {
  readonly stage: Stage;
  readonly table: Table;
  readonly storage: Storage;
  readonly liveChannels: LiveChannels;
}
