import type { PublishedVideo } from '#shared/channels/library.ts';
import type { Page, PageRequest } from '#functions/base/page.ts';
import type { FindVisible } from '#functions/base/visible.ts';
import type { FollowersRepository } from '#functions/follows/index.ts';
import type { PublishedRepository } from './published.repository.ts';

export interface PublishedDeps {
  readonly published: PublishedRepository;
  readonly followers: Pick<FollowersRepository, 'followedOf'>;
  readonly findVisible: FindVisible;
  readonly clock: () => number;
}

/**
 * Public videos of channels that a person follows, newest first. A page has fewer if some are hidden, or of channels that
 * are no longer followed.
 */
export async function listPublished(
  { published, followers, findVisible, clock }: PublishedDeps,
  personId: string,
  part: PageRequest,
): Promise<Page<PublishedVideo>> {
  const nowMs = clock();
  const [{ items, next }, since] = await Promise.all([
    published.list(personId, part, nowMs),
    published.lastVisit(personId, nowMs),
  ]);
  const channelIds = [...new Set(items.map(({ channel_id }) => channel_id))];
  const videoIds = items.map(({ video_id }) => video_id);
  const [{ channels, videos }, followed] = await Promise.all([
    findVisible(channelIds, videoIds),
    followers.followedOf(personId, channelIds),
  ]);
  const visible = items.flatMap(({ video_id, channel_id, at }): PublishedVideo[] => {
    const [video, channel] = [videos.get(video_id), channels.get(channel_id)];
    if (!video || !channel || !followed.has(channel_id)) return [];
    return [{ ...video, display_name: channel.display_name, is_new: at > since }];
  });
  return { items: visible, next, total: undefined };
}
