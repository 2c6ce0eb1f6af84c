import type { ChannelEvent } from '../../../../shared/live/channel-events.ts';
import type { Channel } from '../../../../shared/channels/streamers.ts';

/** What becomes of a channel by what the socket tells of it. */
export function channelChangedBy(channel: Channel, event: ChannelEvent): Channel {
  if (event.type === 'stream') return event.channel;
  if (event.type !== 'viewers') return channel;
  const { viewers, followers = channel.followers } = event;
  return { ...channel, viewers, followers };
}
