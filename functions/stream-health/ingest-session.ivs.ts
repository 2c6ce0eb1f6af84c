import { setBounded } from '#shared/plain/bounded.ts';
import { endpointOf, type Signing, signedRequests } from '#functions/aws/signed-requests.ts';
import type { ReportedStream } from '#shared/live/stream-health.ts';

interface SessionAnswer {
  readonly streamSession?: {
    readonly startTime?: string;
    readonly endTime?: string;
    readonly ingestConfiguration?: {
      readonly video?: {
        readonly codec?: string;
        readonly avcProfile?: string;
        readonly encoder?: string;
        readonly videoWidth?: number;
        readonly videoHeight?: number;
        readonly targetFramerate?: number;
        readonly targetBitrate?: number;
      };
      readonly audio?: { readonly codec?: string; readonly targetBitrate?: number };
    };
  };
}

/** A stream as IVS has it now. Times in ms since 1970. */
interface IngestSession {
  readonly startedAtMs: number | undefined;
  /** The encoder's report when it connected. */
  readonly reported: ReportedStream;
  /** Whether the encoder's settings are known yet. */
  readonly isConfigured: boolean;
}

/** An encoder's settings stay the same once they are known. */
const REMEMBERED_MS = 60_000;
/** The settings may still change while the stream cannot be played yet. */
const WAITING_REMEMBERED_MS = 10_000;
const MAX_ENTRIES = 200;

interface Remembered {
  readonly session: Promise<IngestSession | null>;
  readonly untilMs: number;
}

/**
 * Reads a channel's stream from IVS; `null` when IVS does not answer. Each answer is cached, because IVS takes five of
 * these requests a second for an account. Source: Amazon IVS Low-Latency Streaming API Reference, "GetStreamSession".
 */
export function ingestSessionOfIvs(signing: Signing, clock: () => number) {
  const send = signedRequests('ivs', signing);
  const known = new Map<string, Remembered>();

  const ask = async (channelArn: string, streamId: string | undefined): Promise<IngestSession | null> => {
    const { status, body } = await send({
      method: 'POST',
      url: new URL('/GetStreamSession', await endpointOf('ivs', signing.region)),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ channelArn, streamId }),
    });
    return status === 200 ? toSession(JSON.parse(body) as SessionAnswer) : null;
  };
  return (channelArn: string, streamId: string | undefined): Promise<IngestSession | null> => {
    const key = streamId ?? channelArn;
    const before = known.get(key);
    if (before && before.untilMs > clock()) return before.session;
    const session = ask(channelArn, streamId).catch(() => null);
    const untilMs = clock() + (streamId ? REMEMBERED_MS : WAITING_REMEMBERED_MS);
    setBounded(known, key, { session, untilMs }, MAX_ENTRIES);
    if (streamId) void session.then((found) => found?.isConfigured || known.delete(streamId));
    return session;
  };
}

function toSession({ streamSession }: SessionAnswer): IngestSession | null {
  // Without a stream's id, IVS returns the channel's latest stream.
  if (!streamSession || streamSession.endTime !== undefined) return null;
  const { startTime, ingestConfiguration: { video, audio } = {} } = streamSession;
  const startedAtMs = startTime === undefined ? undefined : Date.parse(startTime);
  // IVS reports 0 or nothing when the encoder sent no value.
  const reported = {
    encoder: video?.encoder || null,
    video_codec: video?.codec || null,
    video_profile: video?.avcProfile || null,
    width: video?.videoWidth || null,
    height: video?.videoHeight || null,
    frames_per_second: video?.targetFramerate || null,
    video_bits_per_second: video?.targetBitrate || null,
    audio_codec: audio?.codec ?? null,
    audio_bits_per_second: audio?.targetBitrate ?? null,
  };
  return { startedAtMs, reported, isConfigured: video !== undefined };
}
