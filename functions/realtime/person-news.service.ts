import { personTopic } from '#shared/plain/topics.ts';
import type { AnnounceDeps } from './announce.adapters.ts';
import type { Batch } from './batches.ts';

interface MentionsDeps extends Pick<AnnounceDeps, 'publish' | 'onFailure'> {
  /** `null` for a name that no visible channel has. */
  readonly findId: (username: string) => Promise<string | null>;
}

const NEWS: Batch = { events: [{ type: 'news' }] };

/** Publishes to the open pages of people that they were mentioned: once each, and nothing about by whom. Never throws. */
export const mentionsPublisher =
  ({ publish, findId, onFailure }: MentionsDeps) =>
  async (usernames: readonly string[]): Promise<void> => {
    const publishTo = async (username: string): Promise<void> => {
      const id = await findId(username);
      if (id !== null) await publish(personTopic(id), [NEWS]);
    };
    await Promise.all(usernames.map((username) => publishTo(username).catch(onFailure)));
  };
