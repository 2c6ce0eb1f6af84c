import type { People, Person } from './people.ts';

/** Follows whom the cast says this person follows, and does not follow yet. */
export async function followFriends({ api, channel }: Person, people: People): Promise<void> {
  const { followedChannels } = await api.call('GET /follows', {});
  const following = new Set(followedChannels);
  for (const username of channel.follows) {
    const id = people.get(username)?.id;
    if (id && !following.has(id)) await api.call('POST /follows/{id}', { params: { id } });
  }
}
