import type { Channel, StatusUpdate } from '../../shared/streamers.ts';
import type { DetailsRepository } from '../channels/details.repository.ts';
import { notFound } from '../errors.ts';
import { stopStream, type StreamingPorts } from './streaming.service.ts';

export interface StatusPorts extends StreamingPorts {
  readonly details: DetailsRepository;
  /** Ends the broadcast of the channel's camera, if there is one. */
  readonly endCamera: (channelId: string) => Promise<void>;
}

/**
 * Ends the caller's broadcast, through software or from the camera, where `is_live: false` asks for it, then changes what the channel shows. Does nothing
 * with nothing. Throws `not_found`, and what stopping a stream throws.
 */
export async function updateStatus(
  ports: StatusPorts,
  channelId: string,
  { is_live, ...details }: StatusUpdate,
): Promise<Channel> {
  if (is_live === false) {
    await stopStream(ports, channelId);
    await ports.endCamera(channelId);
  }
  const channel = await ports.details.change(channelId, details);
  if (!channel) throw notFound('Channel');
  return channel;
}
