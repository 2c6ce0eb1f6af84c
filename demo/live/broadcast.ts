import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamStatus } from '#shared/live/streaming.ts';
import type { Api } from '../api.ts';
import type { Person } from '../steps/people.ts';
import { startEncoder } from './encoder.ts';

/** An encoder that lasts for this long was let in. */
const LET_IN_AFTER_MS = 3000;
const RETRY_MS = 3000;
/** The site knows by then that an encoder is gone. */
const SURELY_GONE_MS = 5000;

export interface BroadcastOptions {
  readonly person: Person;
  readonly film: string;
  /** Ends the broadcast. */
  readonly signal: AbortSignal;
  /** In the person's name, and not ended by `signal`: what it starts and stops is started and stopped for certain. */
  readonly steadyApi: Api;
  /** Called whenever the picture begins to go out … */
  readonly onAir: () => void;
  /** … and whenever it did not, or does no more; it is tried again. */
  readonly onBreak: () => void;
}

/** Whether somebody else, such as another run, is sending this person's stream. */
export async function isSentElsewhere({ api }: Person, signal: AbortSignal): Promise<boolean> {
  const isReceiving = async () => (await api.call('GET /streaming/status', {})).ingest === 'receiving';
  if (!(await isReceiving())) return false;
  await sleep(SURELY_GONE_MS, undefined, { signal });
  return isReceiving();
}

/**
 * Keeps a channel on the air until `signal`, and then ends its stream; or until its owner ends it elsewhere, which it
 * answers. A stream that another run left behind goes on with its key. Throws `ApiFailure` where the channel cannot go
 * live.
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

/** Sends the film and, when the line breaks, sends it again. Answers whether the stream was ended elsewhere. */
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

/** Sends until the line breaks; `onLetIn` when the site takes the picture. */
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

/** `null` while the site does not answer: it may be starting again. */
const statusOrNull = (api: Api): Promise<StreamStatus | null> =>
  api.call('GET /streaming/status', {}).catch(() => null);
