import { isoTime } from '#shared/plain/time.ts';
import { type AudiencePoint, MAX_AUDIENCE_POINTS, type StreamHealth } from '#shared/live/stream-health.ts';
import type { Broadcast, Segment } from '#functions/browser-stream/index.ts';
import type { LiveStream, Stream } from '#functions/streaming/index.ts';
import type { ingestMetricsOfCloudWatch } from './ingest-metrics.cloudwatch.ts';
import type { ingestSessionOfIvs } from './ingest-session.ivs.ts';
import { arrivingOf, ratesOf, thinned } from './ingest.ts';
import { MAX_PIECES, ofPieces, type StoredPiece, toPiece } from './pieces.ts';

export interface StreamHealthDeps {
  readonly streams: { find(channelId: string): Promise<Stream> };
  readonly broadcasts: { findLatest(channelId: string): Promise<Broadcast | null> };
  /** The latest chunks of a broadcast in order, at most `count`. */
  readonly latestChunks: (id: string, count: number) => Promise<readonly StoredPiece[]>;
  readonly latestSegments: (id: string, count: number) => Promise<readonly Segment[]>;
  readonly session: ReturnType<typeof ingestSessionOfIvs>;
  readonly metrics: ReturnType<typeof ingestMetricsOfCloudWatch>;
  readonly audience: (
    channelId: string,
    fromMs: number,
    toMs: number,
  ) => Promise<
    readonly { readonly atMs: number; readonly viewers: number; readonly delayS: number | null }[]
  >;
  readonly clock: () => number;
}

/** Metrics of software streams cover this time. */
const MEASURED_MS = 5 * 60_000;
/** Viewers' delays older than this are ignored; the tick counts them each minute. */
const RECENT_REPORT_MS = 3 * 60_000;

/** How a channel's broadcast arrives, from software or the camera, and with what delay viewers receive it. */
export async function streamHealth(deps: StreamHealthDeps, channelId: string): Promise<StreamHealth> {
  const { live, ingestChannel, input } = await deps.streams.find(channelId);
  if (live && ingestChannel) {
    const arrival = await softwareHealth(deps, live, ingestChannel.arn);
    return { ...arrival, ...(await audienceOf(deps, channelId, live)) };
  }
  if (ingestChannel && input.ingest === 'receiving')
    return {
      ...NOT_LIVE,
      ...(await softwareHealth(deps, { ...input, startedAtMs: input.sinceMs }, ingestChannel.arn)),
    };
  const broadcast = await deps.broadcasts.findLatest(channelId);
  if (broadcast?.state !== 'live') return NOT_LIVE;
  return { ...(await cameraHealth(deps, broadcast)), ...(await audienceOf(deps, channelId, broadcast)) };
}

const NOT_LIVE: StreamHealth = {
  source: null,
  started_at: null,
  receiving_since: null,
  said: null,
  arriving: null,
  rates: [],
  pieces: null,
  viewers_delay_s: null,
  audience: [],
};

type Arrival = Omit<StreamHealth, 'viewers_delay_s' | 'audience'>;

async function softwareHealth(
  { session, metrics, clock }: StreamHealthDeps,
  { streamId, startedAtMs, ingest, sinceMs: ingestSinceMs, onAirSinceMs }: LiveStream,
  arn: string,
): Promise<Arrival> {
  const common = {
    ...NOT_LIVE,
    source: 'software',
    started_at: isoTime(startedAtMs),
    ...(ingest === 'waiting' && onAirSinceMs !== undefined && { interrupted_since: isoTime(ingestSinceMs) }),
  } as const;
  const nowMs = clock();
  const isReceiving = ingest === 'receiving' && streamId !== undefined;
  // Before the first segment only the encoder's session is known.
  const waiting = isReceiving ? null : await session(arn, undefined);
  const sinceMs = isReceiving ? ingestSinceMs : waiting?.startedAtMs;
  if (sinceMs === undefined) return common;
  const [known, measured] = await Promise.all([
    waiting ?? session(arn, streamId),
    metrics(arn, Math.max(sinceMs, nowMs - MEASURED_MS), nowMs),
  ]);
  return {
    ...common,
    receiving_since: isReceiving ? isoTime(known?.startedAtMs ?? sinceMs) : null,
    said: known && known.reported,
    arriving: measured && arrivingOf(measured),
    rates: measured ? ratesOf(measured) : [],
  };
}

async function cameraHealth(deps: StreamHealthDeps, broadcast: Broadcast): Promise<Arrival> {
  const { id, startedAtMs, way, wayChange } = broadcast;
  const isOfSegments = way === 'direct' && !wayChange;
  const pieces = isOfSegments
    ? (await deps.latestSegments(id, MAX_PIECES)).map(toPiece)
    : await deps.latestChunks(id, MAX_PIECES);
  const zeroMs = startedAtMs + (wayChange?.fromMs ?? 0);
  return {
    ...NOT_LIVE,
    source: 'camera',
    started_at: isoTime(startedAtMs),
    ...ofPieces(pieces, { startedAtMs, zeroMs }, deps.clock()),
  };
}

async function audienceOf(
  { audience, clock }: StreamHealthDeps,
  channelId: string,
  { startedAtMs }: { readonly startedAtMs: number },
): Promise<Pick<StreamHealth, 'viewers_delay_s' | 'audience'>> {
  const nowMs = clock();
  const points = await audience(channelId, startedAtMs, nowMs);
  const recent = points.findLast(({ atMs, delayS }) => delayS !== null && atMs > nowMs - RECENT_REPORT_MS);
  const visible: AudiencePoint[] = thinned(points, MAX_AUDIENCE_POINTS).map(({ atMs, viewers, delayS }) => ({
    at: isoTime(atMs),
    viewers,
    delay_s: delayS,
  }));
  return { viewers_delay_s: recent?.delayS ?? null, audience: visible };
}
