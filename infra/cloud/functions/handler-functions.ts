import { Duration } from 'aws-cdk-lib';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Environment } from '#functions/environment.ts';
import type { LambdaName } from '#functions/lambdas.ts';
import type { AddressRates, DayBudget, StageName } from '#functions/limits/stage-limits.ts';
import { TICKS_ALIAS } from '#functions/tick-parts.ts';
import { SESSION_TOKEN_LIFE_S } from '#functions/auth/table/session-list.ts';
import { CHUNKS_AT_ONCE } from '#infra/agreed/event-rules.ts';
import { PAGE_TIMEOUT_S } from '#infra/agreed/news-queue.ts';
import { WEBHOOK_TIMEOUT_S } from '#infra/agreed/webhooks-queue.ts';
import type { Accounts } from '../accounts.ts';
import type { LiveChannels } from '../live-channels.ts';
import type { MailSender } from '../mail-sender.ts';
import type { News } from '../news.ts';
import type { Realtime } from '../realtime.ts';
import type { Secrets } from '../parts/secrets.ts';
import type { Storage } from '../storage.ts';
import type { Table } from '../table.ts';
import type { Transcoder } from '../transcoder.ts';
import type { Webhooks } from '../webhooks.ts';
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
  /** The policy of IVS channels. */
  readonly playbackRestrictionPolicyArn: string;
  readonly camera: CameraLimits;
  readonly secrets: Secrets;
  readonly news: News;
  readonly webhooks: Webhooks;
  /** A person's IVS channel is deleted after this many days without a Create Stream. */
  readonly idleChannelDays: number;
  /** Age from which an account has the full daily budgets. */
  readonly newAccountDays: number;
  /** Share of the site's daily budgets that is reserved for such accounts. */
  readonly reservedPercent: number;
  /** The site's daily budgets that the operator has set. */
  readonly siteBudgets: Partial<DayBudget>;
  /** Rates per address that differ from the API's defaults. */
  readonly addressRates: AddressRates;
  /** Whether streamers see the cost of their broadcasts. */
  readonly showCosts: boolean;
  /** Reserved concurrency of the `api` Lambda; 0 reserves none. */
  readonly apiConcurrency: number;
  /** Whether X-Ray traces some of the requests. */
  readonly tracing: boolean;
}

/** The API's stage allows a thousand playlists a second (`Api`), which take about 20 ms each. */
const PLAYLISTS_AT_ONCE = 100;

/** The eleven Lambdas, each with its variables and grants. */
export class HandlerFunctions extends Construct {
  readonly byName: { readonly [N in LambdaName]: HandlerFunction<N> };

  constructor(scope: Construct, id: string, props: HandlerFunctionsProps) {
    super(scope, id);
    const environments = environmentsOf(props);
    const create = <N extends LambdaName>(name: N, timeoutS: number, concurrency?: number) =>
      new HandlerFunction(this, name, {
        name,
        environment: environments[name],
        timeout: Duration.seconds(timeoutS),
        concurrency,
        tracing: props.tracing,
      });
    // API Gateway times out after 30 s. Each Lambda behind it times out earlier, so that its own log has the reason.
    this.byName = {
      api: create('api', 10, props.apiConcurrency),
      playlists: create('playlists', 10, props.apiConcurrency && PLAYLISTS_AT_ONCE),
      community: create('community', 10),
      accounts: create('accounts', 15),
      publishing: create('publishing', 25),
      // The CDN waits as long, and then serves the bucket's document.
      pages: create('pages', 5),
      // AppSync waits for ten seconds. Pages poll meanwhile.
      realtime: create('realtime', 5),
      events: create('events', 60),
      // An account without concurrency for `api` has none for others either.
      chunks: create('chunks', 30, props.apiConcurrency && CHUNKS_AT_ONCE),
      news: create('news', PAGE_TIMEOUT_S),
      webhooks: create('webhooks', WEBHOOK_TIMEOUT_S),
    };
    this.#grantAll(props);
  }

  /** Grants each role what its Lambda needs. */
  #grantAll({
    table,
    accounts,
    mail,
    news,
    realtime,
    storage,
    liveChannels,
    transcoder,
    webhooks,
    website,
  }: HandlerFunctionsProps): void {
    const { api, community, publishing, pages, events, chunks, news: newsLambda } = this.byName;
    for (const [name, { role }] of Object.entries(this.byName)) table.grantItems(role, name as LambdaName);
    for (const { role } of [api, community, publishing, events]) realtime.grantPublishing(role);
    for (const { role } of [this.byName.accounts, events, newsLambda]) mail.grantSending(role);
    website.grantDocument(pages.role);
    website.grantDenial(events.role);
    news.wake(newsLambda, table.table);
    webhooks.grantSending(newsLambda.role);
    webhooks.wake(this.byName.webhooks);

    accounts.grantAdministration(this.byName.accounts.role);
    accounts.grantDeletion(events.role);

    storage.grant(this.byName.accounts.role, 'exports');
    storage.grant(publishing.role, 'pictures', 'uploads', 'chunks', 'clips', 'videos', 'clipDeletion');
    storage.grant(events.role, 'broadcasts', 'exports', 'accountDeletion', 'videos', 'clipDeletion');
    storage.grant(chunks.role, 'windows');

    for (const { role } of [publishing, events]) liveChannels.grantDeletion(role);
    liveChannels.grantPublishing(publishing.role);
    liveChannels.grantMeasuring(publishing.role);
    liveChannels.grantClips(publishing.role);
    liveChannels.grantReconciling(events.role);
    liveChannels.grantReplays(events.role);

    const { videosQueueArn, windowsQueueArn } = transcoder;
    transcoder.grantJobs(publishing.role, [videosQueueArn]);
    transcoder.grantJobs(events.role, [videosQueueArn, windowsQueueArn]);
    transcoder.grantJobCreation(chunks.role, [windowsQueueArn]);
    // The tick is split into several invocations, and a writer delegates a publication half a second later to another
    // invocation.
    this.#grantSelf('TickParts', events, TICKS_ALIAS);
    this.#grantSelf('HandOver', api);
  }

  /**
   * Lets a Lambda invoke itself, optionally by an alias. A separate policy, because the function depends on the role's.
   */
  #grantSelf(id: string, { role, functionArn }: HandlerFunction, alias?: string): void {
    const resource = alias === undefined ? functionArn : `${functionArn}:${alias}`;
    const statement = new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [resource] });
    new Policy(this, id, { roles: [role], statements: [statement] });
  }
}

/** Returns each Lambda's variables. */
function environmentsOf(props: HandlerFunctionsProps): { readonly [N in LambdaName]: Environment<N> } {
  const { accounts, liveChannels, realtime, storage, transcoder, website, camera, secrets } = props;
  const STAGE = props.stage.name;
  const TABLE_NAME = props.table.table.tableName;
  const LIMITS = 'cloud' satisfies StageName;
  const rates = { LIMITS, ADDRESS_RATES: JSON.stringify(props.addressRates) };
  const ORIGIN_SECRETS = secrets.OriginSecrets.accepted;
  const PASS_KEYS = secrets.PassKeys.accepted;
  const PLAYBACK_SECRET = secrets.PlaybackKeys.current;
  const NEWS_KEYS = secrets.NewsKeys.accepted;
  const SITE_URL = website.url;
  const WEBHOOKS_QUEUE_URL = props.webhooks.queue.queueUrl;
  // In AWS nothing private is ever a webhook.
  const WEBHOOKS_TO_PRIVATE = 'no';
  const mail = { MAIL_FROM: props.mail.from, MAIL_CONFIGURATION_SET: props.mail.configurationSetName };
  const USER_POOL_ID = accounts.pool.userPoolId;
  const REALTIME_HTTP_URL = realtime.url;
  const UPLOADS_BUCKET = storage.uploads.bucketName;
  const WINDOWS_QUEUE_ARN = transcoder.windowsQueueArn;
  // Public push services need not be listed.
  const PUSH_ORIGINS = '';
  const api = { STAGE, TABLE_NAME, ORIGIN_SECRETS, ...rates, TOKEN_KEYS: secrets.TokenKeys.accepted };
  const media = {
    UPLOADS_BUCKET,
    MEDIA_BUCKET: storage.media.bucketName,
    TRANSCODER_ROLE_ARN: transcoder.role.roleArn,
  };
  const videos = {
    ...media,
    RECORDINGS_BUCKET: liveChannels.recordings.bucketName,
    VIDEOS_QUEUE_ARN: transcoder.videosQueueArn,
  };
  const windows = {
    BROADCAST_WINDOW_MS: String(camera.windowMs),
    BROADCAST_JOBS_PER_SECOND: String(camera.jobsPerSecond),
  };
  const budgets = {
    NEW_ACCOUNT_DAYS: String(props.newAccountDays),
    RESERVED_PERCENT: String(props.reservedPercent),
    SITE_BUDGETS: JSON.stringify(props.siteBudgets),
  };
  return {
    api: { ...api, REALTIME_HTTP_URL, REALTIME_URL: realtime.url, PASS_KEYS },
    playlists: { STAGE, TABLE_NAME, ORIGIN_SECRETS, ...rates },
    community: { ...api, REALTIME_HTTP_URL, NEWS_KEYS, PUSH_ORIGINS, SITE_URL, WEBHOOKS_TO_PRIVATE },
    accounts: {
      ...api,
      USER_POOL_ID,
      USER_POOL_CLIENT_ID: accounts.client.userPoolClientId,
      SESSION_TOKEN_LIFE_S: String(SESSION_TOKEN_LIFE_S),
      SECOND_FACTOR_KEYS: secrets.SecondFactorKeys.accepted,
      UPLOADS_BUCKET,
      ...mail,
    },
    publishing: {
      ...api,
      ...videos,
      ...windows,
      ...budgets,
      RTMP_URL_TEMPLATE: liveChannels.rtmpUrlTemplate,
      RECORDING_CONFIGURATION_ARN: liveChannels.recordingConfigurationArn,
      PLAYBACK_RESTRICTION_POLICY_ARN: props.playbackRestrictionPolicyArn,
      PLAYBACK_SECRET,
      MAX_BROADCASTS: String(camera.maxBroadcasts),
      SHOW_COSTS: props.showCosts ? 'yes' : 'no',
      PASS_KEYS,
      REALTIME_HTTP_URL,
    },
    pages: {
      STAGE,
      ORIGIN_SECRETS,
      TABLE_NAME,
      WEB_URL: `https://${website.bucket.bucketRegionalDomainName}`,
      SITE_URL,
    },
    realtime: { STAGE, PASS_KEYS, TABLE_NAME, ...rates },
    events: {
      ...videos,
      ...windows,
      ...budgets,
      STAGE,
      TABLE_NAME,
      LIMITS,
      USER_POOL_ID,
      REALTIME_HTTP_URL,
      ...mail,
      IDLE_CHANNEL_DAYS: String(props.idleChannelDays),
      WINDOWS_QUEUE_ARN,
      PLAYBACK_SECRET,
      DENIED_MEDIA_ARN: website.deniedMedia.keyValueStoreArn,
    },
    chunks: { ...media, ...windows, STAGE, TABLE_NAME, WINDOWS_QUEUE_ARN },
    news: {
      STAGE,
      TABLE_NAME,
      NEWS_QUEUE_URL: props.news.queue.queueUrl,
      WEBHOOKS_QUEUE_URL,
      NEWS_KEYS,
      PUSH_ORIGINS,
      ...mail,
      SITE_URL,
    },
    webhooks: { STAGE, TABLE_NAME, WEBHOOKS_QUEUE_URL, WEBHOOKS_TO_PRIVATE, SITE_URL, ...rates },
  };
}
