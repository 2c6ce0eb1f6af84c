import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamStatus } from '#shared/live/streaming.ts';
import type { Api } from '../api.ts';
import type { Person } from '../steps/people.ts';
import { startEncoder } from './encoder.ts';

/** An encoder that runs for this long was accepted. */
const LET_IN_AFTER_MS = 3000;
const RETRY_MS = 3000;
/** By then the site has noticed that an encoder has disconnected. */
const SURELY_GONE_MS = 5000;

export interface BroadcastOptions {
  readonly person: Person;
  readonly film: string;
  /** Ends the broadcast. */
  readonly signal: AbortSignal;
  /** The API as this person, not aborted by `signal`, so that starts and stops always complete. */
  readonly steadyApi: Api;
  /** Called whenever video starts to be sent … */
  readonly onAir: () => void;
  /** … and whenever it failed or stopped; it is retried. */
  readonly onBreak: () => void;
}

/** Returns whether another process, for example another run, is sending this person's stream. */
export async function isSentElsewhere({ api }: Person, signal: AbortSignal): Promise<boolean> {
  const isReceiving = async () => (await api.call('GET /streaming/status', {})).ingest === 'receiving';
  if (!(await isReceiving())) return false;
  await sleep(SURELY_GONE_MS, undefined, { signal });
  return isReceiving();
}

/**
 * Keeps a channel live until `signal`, and then ends its stream; or until its owner ends it elsewhere, which it
 * returns. Continues a stream of an earlier run with its key. Throws `ApiFailure` if the channel cannot go live.
 */
export async function broadcast(options: BroadcastOptions): Promise<'stopped' | 'ended elsewhere'> {
  const { person, steadyApi, signal } = options;
  const { title, game, tags } = person.channel;
  const stream = await steadyApi.call('POST /streaming/start', { body: { title, game, tags: [...tags] } });
  let hasEnded = false;
  try {
    hasEnded = await send(options, stream);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    if (!hasEnded) await steadyApi.call('POST /streaming/stop', {});
  }
  return hasEnded ? 'ended elsewhere' : 'stopped';
}

/** Sends the film, and resends it after a disconnect. Returns whether the stream was ended elsewhere. */
async function send(options: BroadcastOptions, stream: StreamStatus): Promise<boolean> {
  const { person, film, signal, onAir, onBreak } = options;
  while (!signal.aborted) {
    await sendOnce(film, stream, signal, onAir);
    if (signal.aborted) break;
    const now = await statusOrNull(person.api);
    if (now && now.stream_key !== stream.stream_key) return true;
    onBreak();
    await sleep(RETRY_MS, undefined, { signal });
  }
  return false;
}

/** Sends until the connection ends; calls `onLetIn` when the site has accepted the video. */
async function sendOnce(
  film: string,
  { rtmp_url, stream_key }: StreamStatus,
  signal: AbortSignal,
  onLetIn: () => void,
): Promise<void> {
  if (rtmp_url === null || stream_key === null)
    throw new Error('The site started a stream without credentials');
  const encoder = startEncoder(film, rtmp_url + stream_key);
  signal.addEventListener('abort', encoder.stop, { once: true });
  const timer = setTimeout(onLetIn, LET_IN_AFTER_MS);
  await encoder.ended;
  clearTimeout(timer);
  signal.removeEventListener('abort', encoder.stop);
}

/** Returns `null` if the site does not respond, because it may be restarting. */
const statusOrNull = (api: Api): Promise<StreamStatus | null> =>
  api.call('GET /streaming/status', {}).catch(() => null);
