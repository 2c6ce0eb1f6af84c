import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateChannelCommand,
  IvsClient,
  type Channel,
  type StreamKey,
  DeleteChannelCommand,
} from '@aws-sdk/client-ivs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { localCredentials, LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import { isOnAws, triedName } from './aws/target.ts';
import { skipOnAws, triedRegion } from './aws/on-aws.ts';
import {
  liveMedia,
  startLiveChannels,
  type LiveChannelsOptions,
  type LocalLiveChannels,
} from '#infra/local/live-channels/live-channels.ts';

/**
 * The IVS stand-in with a web server for its media and a real client of its API; or IVS itself, which reveals neither
 * processes nor events.
 */
export interface LiveSite {
  readonly dataDir: string;
  readonly ivs: IvsClient;
  readonly liveChannels: LocalLiveChannels;
  readonly events: readonly RaisedEvent[];
  /** Returns the expected addresses of a channel. */
  addressesOf(channelId: string | undefined): {
    readonly ingestEndpoint: RegExp;
    readonly playbackUrl: RegExp;
  };
  /** Returns the names of a channel's events in order. */
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
  if (isOnAws) return reachLiveSite(dataDir);
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
  app.route('/media/live', liveMedia(liveChannels.mediaDir, liveChannels.accessOf));
  return {
    dataDir,
    ivs: ivsClient(liveChannels.endpoint, dataDir),
    liveChannels,
    events,
    addressesOf: (id) => ({
      ingestEndpoint: new RegExp(`^localhost:${liveChannels.rtmpPort}$`),
      playbackUrl: new RegExp(`^http://127.0.0.1:\\d+/media/live/${id}/index.m3u8$`),
    }),
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

function reachLiveSite(dataDir: string): LiveSite {
  const { ivs, remove } = reachChannels();
  return {
    dataDir,
    ivs,
    get liveChannels(): LocalLiveChannels {
      skipOnAws('its process');
      throw new Error('IVS has none');
    },
    get events(): RaisedEvent[] {
      skipOnAws('its events');
      return [];
    },
    eventNames: () => [],
    addressesOf: (id) => ({
      ingestEndpoint: /^\w+\.global-contribute\.live-video\.net$/,
      playbackUrl: new RegExp(`^https://.+\\.live-video\\.net/.+\\.channel\\.${id}\\.m3u8$`),
    }),
    close: remove,
  };
}

export interface NewChannel {
  readonly arn: string;
  readonly channel: Channel;
  readonly streamKey: StreamKey;
  /** The address with the channel's first key, to which an encoder publishes. */
  readonly url: string;
  readonly playbackUrl: string;
}

export async function createChannel(
  ivs: IvsClient,
  name = triedName('ada'),
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

interface ReachedChannels {
  readonly ivs: IvsClient;
  /** Deletes every channel that it created and that still exists. */
  remove(): Promise<void>;
}

/** Returns an IVS client that records the channels it creates. */
function reachChannels(): ReachedChannels {
  const ivs = new IvsClient({ region: triedRegion() });
  const made = new Set<string>();
  ivs.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        const { arn } = (result.output as { channel?: Channel }).channel ?? {};
        if (commandName === 'CreateChannelCommand' && arn) made.add(arn);
        const gone = args.input as { arn?: string };
        if (commandName === 'DeleteChannelCommand' && gone.arn) made.delete(gone.arn);
        return result;
      },
    { step: 'initialize' },
  );
  const remove = async (): Promise<void> => {
    const removed = await Promise.allSettled(
      [...made].map((arn) => ivs.send(new DeleteChannelCommand({ arn }))),
    );
    ivs.destroy();
    const failed = removed.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  };
  return { ivs, remove };
}
