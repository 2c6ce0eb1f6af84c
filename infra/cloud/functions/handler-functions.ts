import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Environment } from '../../../functions/environment.ts';
import type { LambdaName } from '../../../functions/lambdas.ts';
import type { StageName } from '../../../functions/limits/stage-limits.ts';
import { ACCESS_TOKEN_LIFE_S } from '../../../functions/sessions/access-token.ts';
import { CHUNKS_AT_ONCE } from '../../agreed/event.rules.ts';
import { PAGE_TIMEOUT_S } from '../../agreed/news-queue.ts';
import type { Accounts } from '../accounts.ts';
import type { LiveChannels } from '../live-channels.ts';
import type { MailSender } from '../mail-sender.ts';
import type { News } from '../news.ts';
import type { Realtime } from '../realtime.ts';
import type { RotatedSecret } from '../parts/rotated-secret.ts';
import type { Storage } from '../storage.ts';
import type { Table } from '../table.ts';
import type { Transcoder } from '../transcoder.ts';
import type { Website } from '../website/website.ts';
import type { Stage } from '../stage/stage.ts';
import type { CameraLimits } from './camera-limits.ts';
import { HandlerFunction } from './handler-function.ts';

export interface HandlerFunctionsProps {
  readonly stage: Stage;
  readonly table: Table;
  readonly accounts: Accounts;
  readonly mail: MailSender;
  readonly liveChannels: LiveChannels;
  readonly realtime: Realtime;
  readonly storage: Storage;
  readonly transcoder: Transcoder;
  readonly website: Website;
  readonly camera: CameraLimits;
  readonly originSecrets: RotatedSecret;
  readonly passKeys: RotatedSecret;
  readonly tokenKeys: RotatedSecret;
  readonly secondFactorKeys: RotatedSecret;
  readonly newsKeys: RotatedSecret;
  readonly news: News;
  /** After so many without a Create Stream a person's channel at IVS is deleted. */
  readonly idleChannelDays: number;
  /** Whether streamers are told what their broadcasts cost. */
  readonly showCosts: boolean;
  /** Of the `api` Lambda at once; 0 reserves nothing. */
  readonly apiConcurrency: number;
  /** Whether X-Ray traces some of the requests. */
  readonly tracing: boolean;
}

/** The nine Lambdas, each with the variables it reads and the grants it needs. */
export class HandlerFunctions extends Construct {
  readonly #tracing: boolean;
  readonly byName: { readonly [N in LambdaName]: HandlerFunction<N> };

  constructor(scope: Construct, id: string, props: HandlerFunctionsProps) {
    super(scope, id);
    this.#tracing = props.tracing;
    const { table, accounts, liveChannels, realtime, storage, transcoder, website, camera } = props;
    const ORIGIN_SECRETS = props.originSecrets.accepted;
    const PASS_KEYS = props.passKeys.accepted;
    const TABLE_NAME = table.table.tableName;
    const LIMITS = 'cloud' satisfies StageName;
    const STAGE = props.stage.name;
    const tokens = { STAGE, ORIGIN_SECRETS, LIMITS, TOKEN_KEYS: props.tokenKeys.accepted };
    const USER_POOL_ID = accounts.pool.userPoolId;
    const identity = {
      USER_POOL_ID,
      USER_POOL_CLIENT_ID: accounts.client.userPoolClientId,
      ACCESS_TOKEN_LIFE_S: String(ACCESS_TOKEN_LIFE_S),
    };
    const ingest = {
      RTMP_URL_TEMPLATE: liveChannels.rtmpUrlTemplate,
      RECORDING_CONFIGURATION_ARN: liveChannels.recordingConfigurationArn,
    };
    const making = {
      UPLOADS_BUCKET: storage.uploads.bucketName,
      MEDIA_BUCKET: storage.media.bucketName,
      RECORDINGS_BUCKET: liveChannels.recordings.bucketName,
      TRANSCODER_ROLE_ARN: transcoder.role.roleArn,
      VIDEOS_QUEUE_ARN: transcoder.videosQueueArn,
    };
    const cutting = {
      BROADCAST_WINDOW_MS: String(camera.windowMs),
      BROADCAST_JOBS_PER_SECOND: String(camera.jobsPerSecond),
    };
    const MAX_BROADCASTS = String(camera.maxBroadcasts);
    const telling = { REALTIME_HTTP_URL: realtime.url };
    const REALTIME_URL = realtime.url;
    const DOCUMENT_URL = `https://${website.bucket.bucketRegionalDomainName}/index.html`;
    // API Gateway gives up after 30 s; each gives up earlier, so that its log tells why.
    this.byName = {
      api: this.create(
        'api',
        10,
        { TABLE_NAME, ...telling, REALTIME_URL, PASS_KEYS, ...tokens },
        props.apiConcurrency,
      ),
      community: this.create('community', 10, {
        TABLE_NAME,
        ...telling,
        NEWS_KEYS: props.newsKeys.accepted,
        PUSH_ORIGINS: '',
        SITE_URL: website.url,
        ...tokens,
      }),
      accounts: this.create('accounts', 15, {
        TABLE_NAME,
        ...identity,
        SECOND_FACTOR_KEYS: props.secondFactorKeys.accepted,
        UPLOADS_BUCKET: storage.uploads.bucketName,
        MAIL_FROM: props.mail.from,
        ...tokens,
      }),
      publishing: this.create('publishing', 25, {
        TABLE_NAME,
        ...ingest,
        ...making,
        ...cutting,
        MAX_BROADCASTS,
        SHOW_COSTS: props.showCosts ? 'yes' : 'no',
        PASS_KEYS,
        ...telling,
        ...tokens,
      }),
      // The CDN waits no longer, and takes the bucket's document.
      pages: this.create('pages', 5, {
        STAGE,
        ORIGIN_SECRETS,
        TABLE_NAME,
        DOCUMENT_URL,
        SITE_URL: website.url,
      }),
      // AppSync waits for ten seconds; a page polls meanwhile.
      realtime: this.create('realtime', 5, { STAGE, PASS_KEYS }),
      events: this.create('events', 60, {
        STAGE,
        TABLE_NAME,
        LIMITS,
        USER_POOL_ID,
        ...telling,
        MAIL_FROM: props.mail.from,
        IDLE_CHANNEL_DAYS: String(props.idleChannelDays),
        ...making,
        ...cutting,
        WINDOWS_QUEUE_ARN: transcoder.windowsQueueArn,
      }),
      chunks: this.create(
        'chunks',
        30,
        {
          STAGE,
          TABLE_NAME,
          UPLOADS_BUCKET: making.UPLOADS_BUCKET,
          MEDIA_BUCKET: making.MEDIA_BUCKET,
          TRANSCODER_ROLE_ARN: making.TRANSCODER_ROLE_ARN,
          WINDOWS_QUEUE_ARN: transcoder.windowsQueueArn,
          ...cutting,
        },
        // Who has none to keep for `api` has none to keep here.
        props.apiConcurrency && CHUNKS_AT_ONCE,
      ),
      news: this.create('news', PAGE_TIMEOUT_S, {
        STAGE,
        TABLE_NAME,
        NEWS_QUEUE_URL: props.news.queue.queueUrl,
        NEWS_KEYS: props.newsKeys.accepted,
        PUSH_ORIGINS: '',
        MAIL_FROM: props.mail.from,
        SITE_URL: website.url,
      }),
    };
    for (const [name, { role }] of Object.entries(this.byName)) table.grantItems(role, name as LambdaName);
    website.grantDocument(this.byName.pages.role);
    accounts.grantAdministration(this.byName.accounts.role);
    for (const { role } of [this.byName.accounts, this.byName.events, this.byName.news])
      props.mail.grantSending(role);
    props.news.wake(this.byName.news, table.table);
    for (const name of ['api', 'community', 'publishing', 'events'] as const)
      realtime.grantPublishing(this.byName[name].role);
    liveChannels.grantPublishing(this.byName.publishing.role);
    liveChannels.grantMeasuring(this.byName.publishing.role);
    storage.grantPictures(this.byName.publishing.role);
    storage.grantUploads(this.byName.publishing.role);
    storage.grantChunks(this.byName.publishing.role);
    storage.grantClips(this.byName.publishing.role);
    liveChannels.grantClips(this.byName.publishing.role);
    storage.grantBroadcasts(this.byName.events.role);
    storage.grantCutting(this.byName.chunks.role);
    for (const { role } of [this.byName.accounts, this.byName.events]) storage.grantExports(role);
    storage.grantLeaving(this.byName.events.role);
    accounts.grantDeletion(this.byName.events.role);
    for (const { role } of [this.byName.publishing, this.byName.events]) {
      storage.grantVideos(role);
      storage.grantEndOfClips(role);
      liveChannels.grantDeletion(role);
    }
    const { videosQueueArn, windowsQueueArn } = transcoder;
    transcoder.grantJobs(this.byName.publishing.role, [videosQueueArn]);
    transcoder.grantJobs(this.byName.events.role, [videosQueueArn, windowsQueueArn]);
    transcoder.grantMaking(this.byName.chunks.role, [windowsQueueArn]);
    liveChannels.grantReconciling(this.byName.events.role);
    liveChannels.grantReplays(this.byName.events.role);
  }

  private create<N extends LambdaName>(
    name: N,
    timeoutS: number,
    environment: Environment<N>,
    concurrency?: number,
  ) {
    const timeout = Duration.seconds(timeoutS);
    return new HandlerFunction(this, name, {
      name,
      environment,
      timeout,
      concurrency,
      tracing: this.#tracing,
    });
  }
}
