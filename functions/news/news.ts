/** News of a person: how they are notified, and the entries of their list. */
import type { NewsChoice, PushSubscription } from '../../shared/people/news.ts';

/** A browser that receives pushes. */
export interface PushBrowser extends PushSubscription {
  /** Derived from the endpoint. */
  readonly id: string;
  readonly name: string;
  readonly addedAt: string;
  /** The public key that it subscribed with. */
  readonly pushKey: string;
}

export interface NewsPreferences extends NewsChoice {
  readonly browsers: readonly PushBrowser[];
}

/** An entry of a person's list. */
export interface NewsEntry {
  /** Its sort key in the list. */
  readonly place: string;
  readonly noticeId: string;
}

/** The ways by which a notice was delivered to a person. */
export interface DeliveryState {
  readonly pushed: boolean;
  readonly mailed: boolean;
}

/** Another worker delivers the same notice to the same person. */
export class DeliveryInProgressError extends Error {
  override readonly name = 'DeliveryInProgressError';
}

/** See `functions/follows/bells.repository.ts`. */
export interface BellsRepository {
  /** False if the person does not follow the channel. */
  ring(followerId: string, channelId: string, isOn: boolean): Promise<boolean>;
  /** Followers with a bell, by id, after this one. `last` is where the next page begins; `undefined` on the last one. */
  page(
    channelId: string,
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly followers: readonly string[]; readonly last: string | undefined }>;
}
