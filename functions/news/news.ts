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
