import type { Channel } from '../../../shared/channels/streamers.ts';
import type { Video } from '../../../shared/videos/videos.ts';
import type { Notice } from '../notice.ts';
import type { Story } from './ports.ts';

interface StoryPorts {
  /** `null` also where it is not shown. */
  readonly channel: (id: string) => Promise<Channel | null>;
  /** `null` also where not everybody finds it. */
  readonly video: (id: string) => Promise<Video | null>;
}

/** What a notice tells of, as it is now. `null` where that is gone; of a stream that has ended nobody is told. */
export async function storyOf(
  ports: StoryPorts,
  { kind, channelId, videoId, authorId, change, title = '' }: Notice,
): Promise<Story | null> {
  const [channel, video, author] = await Promise.all([
    ports.channel(channelId),
    videoId === undefined ? undefined : ports.video(videoId),
    authorId === undefined ? undefined : ports.channel(authorId),
  ]);
  if (!channel || video === null || author === null) return null;
  if (kind === 'live' && !channel.is_live) return null;
  const { display_name: name, username } = channel;
  const ofChannel = { kind, name, by: author?.display_name, path: `/channel/${username}` };
  if (video) return { ...ofChannel, title: video.title, path: `/channel/${username}/video/${video.id}` };
  if (kind === 'reminder') return { ...ofChannel, title, change: change?.kind };
  return { ...ofChannel, title: kind === 'live' ? channel.title : '' };
}
