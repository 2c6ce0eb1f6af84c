/** What becomes of a channel by what the socket tells of it. */
import type { ChannelEvent } from '../../../../shared/channel-events.ts';
import type { Channel } from '../../../../shared/streamers.ts';
import { KNOWN_AFTER_MS } from '../../lib/realtime/asking.ts';

/** What was told of one channel so far. Events may come twice, late, and in another order. */
export function channelNews(nowMs: () => number) {
  let version = -1;
  let toldAtMs = -Infinity;
  const isNews = (event: ChannelEvent): boolean => {
    if (event.type === 'viewers') return true;
    if (event.type !== 'stream' || event.version < version) return false;
    version = event.version;
    return true;
  };
  return {
    /** What some events make of the channel. */
    take: (events: readonly ChannelEvent[]): ((channel: Channel) => Channel) => {
      const news = events.filter(isNews);
      if (news.length > 0) toldAtMs = nowMs();
      return (channel) => news.reduce(changedBy, channel);
    },
    /** Whether something was told that an answer may not know yet. */
    isRecent: (): boolean => nowMs() - toldAtMs < KNOWN_AFTER_MS,
  };
}

function changedBy(channel: Channel, event: ChannelEvent): Channel {
  if (event.type === 'stream') return event.channel;
  if (event.type !== 'viewers') return channel;
  const { viewers, followers = channel.followers } = event;
  return { ...channel, viewers, followers };
}
