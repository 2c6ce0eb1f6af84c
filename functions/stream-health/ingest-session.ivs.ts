import { setBounded } from '../../shared/plain/bounded.ts';
import { endpointOf, type Signing, signedRequests } from '../aws/signed-requests.ts';
import type { IngestSession } from './ports.ts';

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

type Video = NonNullable<NonNullable<SessionAnswer['streamSession']>['ingestConfiguration']>['video'];

/** What an encoder said when it connected stays so; that it has said nothing yet does not. */
const REMEMBERED_MS = 60_000;
/** Of an encoder whose stream cannot be played yet: its settings may be changed at any moment. */
const WAITING_REMEMBERED_MS = 10_000;
const MOST_REMEMBERED = 200;

interface Remembered {
  readonly session: Promise<IngestSession | null>;
  readonly untilMs: number;
}

/**
 * What IVS knows of a channel's stream; `null` where it does not say, be it for the number of those who ask: it takes five
 * requests a second of an account, so each answer serves for a minute.
 * Source: Amazon IVS Low-Latency Streaming API Reference, "GetStreamSession".
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
    setBounded(known, key, { session, untilMs }, MOST_REMEMBERED);
    if (streamId) void session.then((found) => found?.video ?? known.delete(streamId));
    return session;
  };
}

function toSession({ streamSession }: SessionAnswer): IngestSession | null {
  // Without a stream's id, IVS answers with the channel's latest.
  if (!streamSession || streamSession.endTime !== undefined) return null;
  const { startTime, ingestConfiguration: { video, audio } = {} } = streamSession;
  const startedAtMs = startTime === undefined ? undefined : Date.parse(startTime);
  return {
    startedAtMs,
    ...(video && { video: toVideo(video) }),
    ...(audio && { audio: { codec: audio.codec, bitsPerSecond: audio.targetBitrate } }),
  };
}

/** IVS answers 0 where the encoder did not say. */
const toVideo = ({ codec, avcProfile, encoder, ...video }: NonNullable<Video>) => ({
  codec: codec || undefined,
  profile: avcProfile || undefined,
  encoder: encoder || undefined,
  width: video.videoWidth || undefined,
  height: video.videoHeight || undefined,
  framesPerSecond: video.targetFramerate || undefined,
  bitsPerSecond: video.targetBitrate || undefined,
});
