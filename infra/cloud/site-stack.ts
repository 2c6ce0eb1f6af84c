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
import { createSecrets } from './parts/secrets.ts';
import type { BackupCopies } from './stage/backup-copies.ts';
import type { SecretGenerations } from './stage/secret-name.ts';
import type { Domain } from './stage/domain.ts';
import { DEV, type Stage } from './stage/stage.ts';
import { Storage } from './storage.ts';
import { Table } from './table.ts';
import { Transcoder } from './transcoder.ts';
import { WebFiles } from './website/web-files.ts';
import { Website } from './website/website.ts';

/** A flood of requests takes no more of the account's 1,000 than this, and no other flood takes these. */
const API_CONCURRENCY = 200;
/** What an account has by default. Source: Amazon IVS User Guide, "Service Quotas", "Concurrent streams". */
const LIVE_STREAMS_QUOTA = 100;
/** The same. Source: AWS Lambda Developer Guide, "Lambda quotas", "Concurrent executions". */
const CONCURRENCY_QUOTA = 1000;

export interface SiteStackProps extends StackProps {
  /** Which of the account's sites this is. @default DEV */
  readonly stage?: Stage | undefined;
  /** The folder of the built web. @default none: the stack can be synthesised, but refuses to be deployed */
  readonly webDist?: string | undefined;
  /** A domain of our own. @default the name that CloudFront gives */
  readonly domain?: Domain | undefined;
  /** What broadcasts from the camera may take of the account. @default what suits AWS's own quotas */
  readonly camera?: CameraLimits | undefined;
  /** Of the web ACL in us-east-1 that the CDN asks. @default none: all is let through */
  readonly webAclArn?: string | undefined;
  /** A deployment that counts one up changes that secret. @default 1 for each */
  readonly secretGenerations?: SecretGenerations | undefined;
  /** Who codes for e-mail addresses come from: an identity of SES. @default none: addresses count as proven */
  readonly mailFrom?: string | undefined;
  /** The address that receives mail when an alarm begins and ends. @default only subscribers of the topic receive it */
  readonly alarmEmail?: string | undefined;
  /** Whether streamers see what their broadcasts cost the site. @default false */
  readonly showCosts?: boolean | undefined;
  /** Invocations of the `api` Lambda at once; 0 reserves none of the account's. @default 200 */
  readonly apiConcurrency?: number | undefined;
  /** Whether new versions of what people wait for come to a few first. @default all at once */
  readonly gradual?: boolean | undefined;
  /** Whether some requests to the Lambdas are traced by X-Ray. @default false */
  readonly tracing?: boolean | undefined;
  /** The account's quota of IVS, "Concurrent streams", for which an alarm rings at 80 %. @default 100 */
  readonly liveStreamsQuota?: number | undefined;
  /** The account's quota of Lambda, "Concurrent executions", the same. @default 1000 */
  readonly concurrencyQuota?: number | undefined;
  /** Without a Create Stream, until a person's channel at IVS is deleted. @default 14 */
  readonly idleChannelDays?: number | undefined;
  /** The age from which an account has the full daily budgets; 0: from the start. @default 7 */
  readonly newAccountDays?: number | undefined;
  /** Of the site's daily budgets, for such accounts. @default 50 */
  readonly reservedPercent?: number | undefined;
  /** The throttle of the API's stage. @default 4000 */
  readonly requestsPerSecond?: number | undefined;
  /** What the table takes at once. @default what DynamoDB gives to a new one */
  readonly warmThroughput?: WarmThroughput | undefined;
  /** Those of the site's daily budgets that differ from `functions/limits/stage-limits.ts`. @default none */
  readonly siteBudgets?: Partial<DayBudget>;
  /** What the API allows one address where that differs from `functions/limits/stage-limits.ts`. @default nothing does */
  readonly addressRates?: AddressRates;
  /** Where daily backups are copied to. @default there are none, besides the table's point-in-time recovery */
  readonly backupCopies?: BackupCopies | undefined;
}

/** All of Fanfare. It only wires: each resource says beside itself what it is and what it grants. */
export class SiteStack extends Stack {
  /** All queues of dead letters, by the names that `npm run redrive` knows them by. */
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
    const news = new News(this, 'News');
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
