import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { THUMBNAIL_INTERVAL_S } from '#shared/plain/live/live-pictures.ts';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import type { ServiceGuards } from '../aws/service-guards.ts';
import { startAwsServer } from '../aws/aws-server.ts';
import type { Credentials } from '../aws/credentials.ts';
import { IngestLink } from './ingest/ingest-link.ts';
import { channelOperations } from './operations/channels-operations.ts';
import { ivsRequests } from './operations/ivs-access.ts';
import type { LiveChannelsContext } from './operations/live-channels-context.ts';
import { LiveStreams } from './operations/live-streams.ts';
import { streamKeyOperations } from './operations/stream-keys-operations.ts';
import { sessionOperations } from './operations/sessions-operations.ts';
import { streamOperations } from './operations/streams-operations.ts';
import { Recorder } from './recording/recorder.ts';
import { RecordingBucket } from './recording/recording-bucket.ts';
import { channelArn, LOCAL_PLAYBACK_POLICY_ARN } from './state/identifiers.ts';
import type { PlaybackAccess } from './live-media.ts';
import type { PlaybackPolicy } from './playback-policy.ts';
import { PlaybackTokens } from './playback-tokens.ts';
import { ChannelRecords } from './state/channels-records.ts';
import { type IngestDatum, Measurements } from './ingest/measurements.ts';

export { LOCAL_PLAYBACK_POLICY_ARN, LOCAL_RECORDING_CONFIGURATION_ARN } from './state/identifiers.ts';
export { liveMedia } from './live-media.ts';

/** As the stack configures it: each connection of an encoder has its own recording. */
const RECONNECT_WINDOW_MS = 0;

export interface LocalRecordings {
  /** S3's endpoint. */
  readonly endpoint: string;
  readonly bucket: string;
  /** An encoder that reconnects within this time continues the same recording. @default 0 */
  readonly reconnectWindowMs?: number;
  /** Interval of a recording's thumbnails. @default as configured in the stack */
  readonly thumbnailIntervalS?: number;
}

export interface LiveChannelsOptions extends ServiceGuards {
  /** Keeps `live-channels.sqlite`, `rtmp.log`, `media/live/`, and `recordings/` that are not in the bucket yet. */
  readonly dataDir: string;
  readonly credentials: Credentials;
  /** Port for encoders; 0 picks a free port. */
  readonly rtmpPort: number;
  /** The name by which encoders reach this machine. */
  readonly host: string;
  /** Where `liveMedia(mediaDir)` is mounted at `/media/live`, for example `http://localhost:3000`. */
  readonly playbackOrigin: string;
  /** Receives *IVS Stream State Change* and *IVS Recording State Change*. Must not throw. */
  readonly raise: (event: RaisedEvent) => void;
  /** Destination of the recordings of all channels with any recording configuration. @default no recordings */
  readonly recordings?: LocalRecordings;
  /** The policy with the ARN `LOCAL_PLAYBACK_POLICY_ARN`. @default no restrictions */
  readonly playbackPolicy?: PlaybackPolicy;
}

export interface LocalLiveChannels {
  /** The IVS API, `http://127.0.0.1:PORT`. */
  readonly endpoint: string;
  /** The bound port. */
  readonly rtmpPort: number;
  /** The folder that `liveMedia` serves: `<channel id>/index.m3u8` and segments. Emptied at each start. */
  readonly mediaDir: string;
  /** Returns what IVS sends to CloudWatch: the last minutes of a channel's metric, by the id in the channel's ARN. */
  readonly metric: (name: string, channelId: string) => readonly IngestDatum[];
  /** Returns what restricts the channel's playback. */
  readonly accessOf: (channelId: string) => PlaybackAccess;
  /** Ends every stream (raises `Stream End`) and every process. */
  close(): Promise<void>;
}

/**
 * Starts the stand-in for Amazon IVS: its API for channels, stream keys and streams; RTMP ingest at
 * `rtmp://HOST:PORT/app/<stream key>`; HLS; and auto-record to S3. Throws `PortTakenError` naming `RTMP_PORT`.
 */
export async function startLiveChannels(options: LiveChannelsOptions): Promise<LocalLiveChannels> {
  const mediaDir = join(options.dataDir, 'media', 'live');
  await using cleanUp = new AsyncDisposableStack();
  const records = new ChannelRecords(join(options.dataDir, 'live-channels.sqlite'));
  cleanUp.defer(() => records.close());
  const recorder = startRecorder(options, records, mediaDir);
  cleanUp.defer(() => recorder?.close());
  rmSync(mediaDir, { recursive: true, force: true });
  mkdirSync(mediaDir, { recursive: true });
  const measurements = new Measurements();
  const tokens = new PlaybackTokens(options.credentials);
  const streams = new LiveStreams({
    raise: options.raise,
    channelName: (channelId) => records.channels.get(channelId)?.name ?? '',
  });
  const ingest = await IngestLink.start({
    mediaDir,
    logPath: join(options.dataDir, 'rtmp.log'),
    host: options.host,
    port: options.rtmpPort,
    keys: () => records.streamKeys.list(),
    onReport: (report) => {
      if (report.stream === 'connected') measurements.begin(report.channelId);
      streams.apply(report);
      recorder?.apply(report);
    },
    onMeasured: (measurement) => measurements.take(measurement),
    onLost: () => {
      streams.endAll();
      recorder?.endAll();
    },
  });
  cleanUp.defer(() => ingest.close());
  const server = await serve(options, { records, streams, tokens, measurements, ingest });
  cleanUp.defer(() => server.close());
  const running = cleanUp.move();
  return {
    endpoint: server.endpoint,
    rtmpPort: ingest.port,
    mediaDir,
    metric: (name, channelId) => measurements.metric(name, channelId),
    accessOf: (channelId) => {
      const channel = records.channels.get(channelId);
      const arn = channelArn(channelId);
      return {
        ...(channel?.playbackRestrictionPolicyArn === LOCAL_PLAYBACK_POLICY_ARN && {
          policy: options.playbackPolicy,
        }),
        ...(channel?.authorized && { mayPlay: (token) => tokens.mayPlay(arn, token, Date.now()) }),
      };
    },
    close: () => running.disposeAsync(),
  };
}

function startRecorder(
  { dataDir, credentials, raise, recordings }: LiveChannelsOptions,
  records: ChannelRecords,
  mediaDir: string,
): Recorder | undefined {
  if (!recordings) return undefined;
  const { endpoint, bucket, reconnectWindowMs = RECONNECT_WINDOW_MS } = recordings;
  const { thumbnailIntervalS = THUMBNAIL_INTERVAL_S } = recordings;
  return new Recorder({
    directory: join(dataDir, 'recordings'),
    mediaDir,
    bucket: new RecordingBucket({ endpoint, credentials, bucket }),
    raise,
    channel: (channelId) => records.channels.get(channelId),
    reconnectWindowMs,
    thumbnailIntervalS,
  });
}

function serve(
  { credentials, host, playbackOrigin, throttle, refuse }: LiveChannelsOptions,
  parts: Pick<LiveChannelsContext, 'records' | 'streams' | 'tokens' | 'measurements'> & {
    readonly ingest: IngestLink;
  },
): ReturnType<typeof startAwsServer> {
  // Each start builds both addresses, because the host and the ports may have changed.
  const context: LiveChannelsContext = {
    ...parts,
    ingestEndpoint: `${host}:${parts.ingest.port}`,
    playbackUrl: (channelId) => `${playbackOrigin}/media/live/${channelId}/index.m3u8`,
  };
  const operations = {
    ...channelOperations(context),
    ...streamKeyOperations(context),
    ...streamOperations(context),
    ...sessionOperations(context),
  };
  const authorization = refuse && { refuse, requests: ivsRequests(parts.records) };
  return startAwsServer({ credentials, operations, throttle, authorization });
}
