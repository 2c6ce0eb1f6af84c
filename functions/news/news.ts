import type { NewsChoice, PushSubscription } from '../../shared/people/news.ts';

export interface PushBrowser extends PushSubscription {
  /** Derived from the endpoint. */
  readonly id: string;
  readonly name: string;
  readonly addedAt: string;
  /** The VAPID public key that the browser subscribed with. */
  readonly pushKey: string;
}

export interface NewsPreferences extends NewsChoice {
  readonly browsers: readonly PushBrowser[];
}

export interface NewsEntry {
  /** Its sort key in the list. */
  readonly place: string;
  readonly noticeId: string;
}

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
  /** Followers with a bell, by id; `last` is `undefined` on the last page. */
  page(
    channelId: string,
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly followers: readonly string[]; readonly last: string | undefined }>;
}
