import {
  type AudiencePoint,
  MAX_AUDIENCE_POINTS,
  type StreamHealth,
} from '../../shared/live/stream-health.ts';
import { MOST_PIECES, ofPieces } from './pieces.ts';
import { arrivingOf, ratesOf, reportedStream, thinned } from './ingest.ts';
import type { CameraBroadcast, SoftwareStream, StreamHealthPorts } from './ports.ts';

/** Metrics of software streams cover this time. */
const MEASURED_MS = 5 * 60_000;
/** Viewers' delays older than this are ignored; the tick counts them each minute. */
const RECENT_REPORT_MS = 3 * 60_000;

/** How a channel's broadcast arrives, from software or the camera, and with what delay viewers receive it. */
export async function streamHealth(ports: StreamHealthPorts, channelId: string): Promise<StreamHealth> {
  const stream = await ports.software(channelId);
  if (stream)
    return { ...(await softwareHealth(ports, stream)), ...(await audienceOf(ports, channelId, stream)) };
  const broadcast = await ports.camera(channelId);
  if (!broadcast) return NOT_LIVE;
  return { ...(await cameraHealth(ports, broadcast)), ...(await audienceOf(ports, channelId, broadcast)) };
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
  { session, metrics, clock }: StreamHealthPorts,
  { ingestArn, streamId, startedAtMs, receivingSinceMs }: SoftwareStream,
): Promise<Arrival> {
  const common = { ...NOT_LIVE, source: 'software', started_at: iso(startedAtMs) } as const;
  const nowMs = clock();
  const isReceiving = receivingSinceMs !== undefined && streamId !== undefined;
  // Before the first segment only the encoder's session is known.
  const waiting = isReceiving ? null : await session(ingestArn, undefined);
  const sinceMs = isReceiving ? receivingSinceMs : waiting?.startedAtMs;
  if (sinceMs === undefined) return common;
  const [reported, measured] = await Promise.all([
    waiting ?? session(ingestArn, streamId),
    metrics(ingestArn, Math.max(sinceMs, nowMs - MEASURED_MS), nowMs),
  ]);
  return {
    ...common,
    receiving_since: isReceiving ? iso(reported?.startedAtMs ?? sinceMs) : null,
    said: reported && reportedStream(reported),
    arriving: measured && arrivingOf(measured),
    rates: measured ? ratesOf(measured) : [],
  };
}

async function cameraHealth(
  { latestPieces, clock }: StreamHealthPorts,
  broadcast: CameraBroadcast,
): Promise<Arrival> {
  const { startedAtMs, zeroMs } = broadcast;
  const pieces = await latestPieces(broadcast, MOST_PIECES);
  return {
    ...NOT_LIVE,
    source: 'camera',
    started_at: iso(startedAtMs),
    ...ofPieces(pieces, { startedAtMs, zeroMs }, clock()),
  };
}

async function audienceOf(
  { audience, clock }: StreamHealthPorts,
  channelId: string,
  { startedAtMs }: { readonly startedAtMs: number },
): Promise<Pick<StreamHealth, 'viewers_delay_s' | 'audience'>> {
  const nowMs = clock();
  const points = await audience(channelId, startedAtMs, nowMs);
  const recent = points.findLast(({ atMs, delayS }) => delayS !== null && atMs > nowMs - RECENT_REPORT_MS);
  const visible: AudiencePoint[] = thinned(points, MAX_AUDIENCE_POINTS).map(({ atMs, viewers, delayS }) => ({
    at: iso(atMs),
    viewers,
    delay_s: delayS,
  }));
  return { viewers_delay_s: recent?.delayS ?? null, audience: visible };
}

const iso = (atMs: number): string => new Date(atMs).toISOString();
