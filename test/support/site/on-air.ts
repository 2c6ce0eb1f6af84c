import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel } from '#shared/channels/channels.ts';
import type { StreamSetup, StreamStatus } from '#shared/live/streaming.ts';
import { type Encoder, startEncoder } from '../media/encoder.ts';
import type { Person } from './people.ts';

const WITHIN_MS = 60_000;
const POLL_MS = 200;

/** Goes live with software. Resolves when the channel is public. The encoder ends with the stream or the site. */
export async function onAir(person: Person, setup: StreamSetup): Promise<Encoder> {
  const stream = (await person.call('POST', '/streaming/start', setup)) as StreamStatus;
  const encoder = startEncoder(`${stream.rtmp_url}${stream.stream_key}`);
  const channel = async () => (await person.call('GET', `/streamers/${person.username}`)) as Channel;
  const untilMs = Date.now() + WITHIN_MS;
  while (!(await channel()).is_live) {
    if (Date.now() > untilMs) throw new Error(`No picture arrived: ${encoder.complaints()}`);
    await sleep(POLL_MS);
  }
  return encoder;
}
