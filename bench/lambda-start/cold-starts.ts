import { PAGE_HEADER } from '#functions/pages/page-header.ts';
import type { AuthorizerEvent } from '#functions/realtime/listening.handlers.ts';
import type { LambdaName } from '#functions/lambdas.ts';
import type { BundleName } from './bundles.ts';
import { requestEvent, type Stage } from './stage.ts';

/** A bundle's first event and its environment. */
export interface ColdStart {
  readonly what: string;
  /** JSON. */
  readonly event: string;
  readonly environment: Record<string, string>;
  /** The status of a correct response; absent for events that are not requests. */
  readonly statusCode?: number;
}

/** Returns the first event of each bundle: for a Lambda, the one that starts most visits to what it serves. */
export async function coldStarts(stage: Stage): Promise<Readonly<Record<BundleName, ColdStart>>> {
  const { username, session } = stage;
  const get = async (
    name: LambdaName,
    path: string,
    asked: Parameters<typeof requestEvent>[2] = {},
  ): Promise<ColdStart> => ({
    what: `GET ${path}`,
    event: await requestEvent('GET', path, asked),
    environment: stage.environment(name),
    statusCode: 200,
  });
  return {
    bare: await get('api', `/channels/${session.user.id}`),
    api: await get('api', `/streamers/${username}`),
    playlists: {
      ...(await get('playlists', `/browser-stream/${session.user.id}/live.m3u8`)),
      // The broadcast does not exist, so it is searched for.
      statusCode: 404,
    },
    community: await get('community', `/rooms/${session.user.id}`),
    accounts: await get('accounts', '/auth/me', { token: session.token }),
    publishing: await get('publishing', '/streaming/status', { token: session.token }),
    pages: await get('pages', '/pages/index.html', { headers: { [PAGE_HEADER]: `/channel/${username}` } }),
    realtime: {
      what: 'EVENT_CONNECT',
      event: JSON.stringify(connectEvent),
      environment: stage.environment('realtime'),
    },
    events: {
      what: 'IVS Stream State Change',
      event: JSON.stringify(streamEvent),
      environment: stage.environment('events'),
    },
    chunks: {
      what: 'Object Created',
      event: JSON.stringify(chunkEvent),
      environment: stage.environment('chunks'),
    },
    news: {
      what: 'Scheduled Event',
      event: JSON.stringify(scheduledEvent),
      environment: stage.environment('news'),
    },
    webhooks: {
      what: 'message of the queue',
      event: JSON.stringify(webhookEvent),
      environment: stage.environment('webhooks'),
    },
  };
}

/** Viewers wait for it. The tick finds a warm instance. */
const streamEvent = {
  'detail-type': 'IVS Stream State Change',
  source: 'aws.ivs',
  time: '2026-01-01T00:00:00Z',
  resources: ['arn:aws:ivs:us-east-1:000000000000:channel/none'],
  detail: { event_name: 'Stream Start', channel_name: 'none', stream_id: 'none' },
};

/** The webhook does not exist. */
const webhookEvent = {
  Records: [
    {
      eventSource: 'aws:sqs',
      messageId: 'one',
      body: JSON.stringify({ channelId: 'none', webhookId: 'none' }),
    },
  ],
};

/** The broadcast does not exist: it is searched for, and its chunk is deleted. */
const chunkEvent = {
  source: 'aws.s3',
  'detail-type': 'Object Created',
  detail: { object: { key: 'chunks/nobody/none/000000.webm', size: 5 } },
};

/** With an invalid pass. */
const connectEvent: AuthorizerEvent = {
  authorizationToken: 'none',
  requestContext: {
    apiId: 'bench',
    accountId: '000000000000',
    requestId: '6a7e8feb-b491-4cf7-a9f1-bf3703467718',
    operation: 'EVENT_CONNECT',
  },
  requestHeaders: {},
};

const scheduledEvent = {
  version: '0',
  id: '6a7e8feb-b491-4cf7-a9f1-bf3703467718',
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: '000000000000',
  time: '2026-01-01T00:00:00Z',
  region: 'us-east-1',
  resources: ['arn:aws:events:us-east-1:000000000000:rule/tick'],
  detail: {},
};
