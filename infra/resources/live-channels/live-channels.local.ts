import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startAwsServer } from '../../local/aws-server.ts';
import type { Credentials } from '../../local/credentials.ts';
import type { RaisedEvent } from '../events/event.ts';
import { channelOperations } from './local/channels.operations.ts';
import { ChannelRecords } from './local/channels.records.ts';
import { IngestLink } from './local/ingest.link.ts';
import type { LiveChannelsContext } from './local/live-channels.context.ts';
import { LiveStreams } from './local/live-streams.ts';
import { streamKeyOperations } from './local/stream-keys.operations.ts';
import { streamOperations } from './local/streams.operations.ts';

export { liveMedia } from './local/live-media.ts';

export interface LiveChannelsOptions {
  /** Keeps `live-channels.sqlite`, `rtmp.log` and `media/live/`. */
  readonly dataDir: string;
  readonly credentials: Credentials;
  /** Where encoders connect, on all interfaces; 0 picks a free port. */
  readonly rtmpPort: number;
  /** The name under which encoders reach this machine. */
  readonly host: string;
  /** Where `liveMedia(mediaDir)` is mounted at `/media/live`, e.g. `http://localhost:3000`. */
  readonly playbackOrigin: string;
  /** Takes *IVS Stream State Change*. Must not throw. */
  readonly raise: (event: RaisedEvent) => void;
}

export interface LocalLiveChannels {
  /** The IVS API, `http://127.0.0.1:PORT`. */
  readonly endpoint: string;
  /** The port that is listened on. */
  readonly rtmpPort: number;
  /** What `liveMedia` serves: `<channel id>/index.m3u8` and segments. Empty at each start. */
  readonly mediaDir: string;
  /** Ends every stream (`Stream End` is raised) and every process. */
  close(): Promise<void>;
}

/**
 * Stands in for Amazon IVS: its API for channels, stream keys and streams; RTMP ingest at
 * `rtmp://HOST:PORT/app/<stream key>`; HLS. Records nothing yet: a channel's recording configuration is kept only.
 * Throws `PortTakenError` naming `RTMP_PORT`.
 */
export async function startLiveChannels(options: LiveChannelsOptions): Promise<LocalLiveChannels> {
  const mediaDir = join(options.dataDir, 'media', 'live');
  rmSync(mediaDir, { recursive: true, force: true });
  mkdirSync(mediaDir, { recursive: true });
  await using cleanUp = new AsyncDisposableStack();
  const records = new ChannelRecords(join(options.dataDir, 'live-channels.sqlite'));
  cleanUp.defer(() => records.close());
  const streams = new LiveStreams({
    raise: options.raise,
    channelName: (channelId) => records.channels.get(channelId)?.name ?? '',
  });
  const ingest = await IngestLink.start({
    mediaDir,
    logPath: join(options.dataDir, 'rtmp.log'),
    port: options.rtmpPort,
    keys: () => records.streamKeys.list(),
    onReport: (report) => streams.apply(report),
    onLost: () => streams.endAll(),
  });
  cleanUp.defer(() => ingest.close());
  const server = await serve(options, { records, streams, ingest });
  cleanUp.defer(() => server.close());
  const running = cleanUp.move();
  return { endpoint: server.endpoint, rtmpPort: ingest.port, mediaDir, close: () => running.disposeAsync() };
}

function serve(
  { credentials, host, playbackOrigin }: LiveChannelsOptions,
  parts: Pick<LiveChannelsContext, 'records' | 'streams'> & { readonly ingest: IngestLink },
): ReturnType<typeof startAwsServer> {
  // Both addresses are made anew at each start: the host and the ports may be others than last time.
  const context: LiveChannelsContext = {
    ...parts,
    ingestEndpoint: `${host}:${parts.ingest.port}`,
    playbackUrl: (channelId) => `${playbackOrigin}/media/live/${channelId}/index.m3u8`,
  };
  const operations = {
    ...channelOperations(context),
    ...streamKeyOperations(context),
    ...streamOperations(context),
  };
  return startAwsServer({ credentials, operations });
}
