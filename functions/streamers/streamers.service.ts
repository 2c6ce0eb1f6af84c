import type { Channel } from '../../shared/streamers.ts';
import type { ChannelList, ChannelPage, ChannelsRepository } from '../channels/channels.repository.ts';
import { notFound } from '../errors.ts';

export interface StreamersPorts {
  readonly channels: ChannelsRepository;
}

export const listStreamers = ({ channels }: StreamersPorts, list: ChannelList): Promise<ChannelPage> =>
  channels.list(list);

/** One channel by its username, in any case. Throws `not_found`. */
export async function getStreamer({ channels }: StreamersPorts, username: string): Promise<Channel> {
  const channel = await channels.findByUsername(username);
  if (!channel) throw notFound('Channel');
  return channel;
}
