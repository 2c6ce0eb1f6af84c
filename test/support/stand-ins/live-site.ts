import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateChannelCommand, IvsClient, type Channel, type StreamKey } from '@aws-sdk/client-ivs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { localCredentials, LOCAL_REGION } from '../../../infra/local/aws/credentials.ts';
import type { RaisedEvent } from '../../../infra/agreed/event.ts';
import {
  liveMedia,
  startLiveChannels,
  type LiveChannelsOptions,
  type LocalLiveChannels,
} from '../../../infra/local/live-channels/live-channels.ts';

/** The IVS stand-in with a web server that hands out its media, and a real client of its API. */
export interface LiveSite {
  readonly dataDir: string;
  readonly ivs: IvsClient;
  readonly liveChannels: LocalLiveChannels;
  readonly events: readonly RaisedEvent[];
  /** The names of the events that a channel raised, in order. */
  eventNames(channelArn: string | undefined): unknown[];
  close(): Promise<void>;
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'fanfare-live-'));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export function ivsClient(endpoint: string, dataDir: string): IvsClient {
  return new IvsClient({
    endpoint,
    region: LOCAL_REGION,
    credentials: localCredentials(dataDir),
    maxAttempts: 1,
  });
}

export async function startLiveSite(
  dataDir: string,
  { recordings }: Pick<LiveChannelsOptions, 'recordings'> = {},
): Promise<LiveSite> {
  const app = new Hono();
  const web = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => web.once('listening', resolve));
  const events: RaisedEvent[] = [];
  const liveChannels = await startLiveChannels({
    dataDir,
    credentials: localCredentials(dataDir),
    rtmpPort: 0,
    host: 'localhost',
    playbackOrigin: `http://127.0.0.1:${(web.address() as AddressInfo).port}`,
    raise: (event) => events.push(event),
    ...(recordings && { recordings }),
  });
  app.route('/media/live', liveMedia(liveChannels.mediaDir));
  return {
    dataDir,
    ivs: ivsClient(liveChannels.endpoint, dataDir),
    liveChannels,
    events,
    eventNames: (arn = '') =>
      events
        .filter(({ resources }) => resources.includes(arn))
        .map(({ detail }) => detail['event_name'] ?? detail['recording_status']),
    close: async () => {
      await liveChannels.close();
      await new Promise((resolve) => web.close(resolve));
    },
  };
}

export interface NewChannel {
  readonly arn: string;
  readonly channel: Channel;
  readonly streamKey: StreamKey;
  /** Where an encoder with the channel's first key publishes. */
  readonly url: string;
  readonly playbackUrl: string;
}

export async function createChannel(
  ivs: IvsClient,
  name = 'ada',
  recordingConfigurationArn = '',
): Promise<NewChannel> {
  const { channel, streamKey } = await ivs.send(
    new CreateChannelCommand({ name, recordingConfigurationArn }),
  );
  if (!channel?.arn || !channel.playbackUrl || !streamKey?.value)
    throw new Error('CreateChannel answered too little');
  const url = `rtmp://${channel.ingestEndpoint}/app/${streamKey.value}`;
  return { arn: channel.arn, channel, streamKey, url, playbackUrl: channel.playbackUrl };
}
