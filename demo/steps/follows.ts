import type { People, Person } from './people.ts';

/** Follows the cast's channels that this person does not follow yet. */
export async function followFriends({ api, channel }: Person, people: People): Promise<void> {
  const { followedChannels } = await api.call('GET /follows', {});
  const following = new Set(followedChannels);
  for (const username of channel.follows) {
    const id = people.get(username)?.id;
    if (id && !following.has(id)) await api.call('POST /follows/{id}', { params: { id } });
  }
}
