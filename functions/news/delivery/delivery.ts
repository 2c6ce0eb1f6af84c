import type { Language } from '#messages/languages.ts';
import type { NewsKind, PlanChangeKind, PlanTiming } from '#shared/people/news.ts';
import type { ModerationEvent } from '#shared/plain/moderation/moderation-events.ts';
import type { FindRefusals, Notice } from '../notice.ts';
import type { Page } from '../page.ts';
import type { PositionRange } from '#functions/base/position-range.ts';
import type { BellsRepository, FollowersRepository } from '#functions/follows/index.ts';
import type { PushBrowser } from '../table/news.item.ts';
import type { EntriesRepository } from '../table/entries.repository.ts';
import type { NoticesRepository } from '../table/notices.repository.ts';
import type { PreferencesRepository } from '../table/preferences.repository.ts';

/** In an audience's order by position. A person may be there several times, with reminders of several days. */
export interface Member {
  readonly position: string;
  readonly personId: string;
  /** Others list a published video only. */
  readonly isNotified: boolean;
}

export const notified = (id: string): Member => ({ position: id, personId: id, isNotified: true });

export interface AudiencePage {
  readonly members: readonly Member[];
  /** The end of the page; absent on the last page. */
  readonly last: string | undefined;
}

export interface NotificationContent {
  readonly kind: NewsKind;
  readonly name: string;
  readonly title: string;
  /** Absent if the plan is about to begin. */
  readonly change?: PlanChangeKind | undefined;
  /** Of a change. */
  readonly timing?: PlanTiming | undefined;
  /** Of moderation. */
  readonly event?: ModerationEvent | undefined;
  /** The author of a mention. */
  readonly by: string | undefined;
  readonly path: string;
  /** @default false */
  readonly isOfClip?: boolean;
}

/** Replaces an earlier push with the same `topic`. */
export interface Push {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  /** Of title and body, for the notification (Notifications API §2.1). */
  readonly lang: Language;
  readonly dir: 'ltr' | 'rtl';
  readonly topic: string;
  /** How long the push service keeps it for an offline browser, in s. */
  readonly lifeS: number;
}

/** `gone`: the subscription has ended; `refused`: a retry would be refused, too. */
export type PushOutcome = 'sent' | 'gone' | 'refused';

export interface NewsMail {
  readonly personId: string;
  readonly to: string;
  readonly username: string;
  readonly language: Language | undefined;
  readonly content: NotificationContent;
}

export interface DeliveryDeps {
  readonly notices: NoticesRepository;
  readonly bells: Pick<BellsRepository, 'page'>;
  /** All followers, with a bell or without. */
  readonly followers: Pick<FollowersRepository, 'page'>;
  /** Lists a published video for a follower. May be repeated. */
  readonly addPublished: (personId: string, notice: Notice & { readonly videoId: string }) => Promise<void>;
  /** People with a reminder for the notice's plan. */
  readonly listReminded: (notice: Notice, range: PositionRange, limit: number) => Promise<AudiencePage>;
  readonly preferences: PreferencesRepository;
  readonly entries: EntriesRepository;
  /** `null` if the subject of the notice is gone or not visible. */
  readonly contentOf: (notice: Notice) => Promise<NotificationContent | null>;
  readonly findIds: (usernames: readonly string[]) => Promise<readonly string[]>;
  readonly findRefusals: FindRefusals;
  /** The verified addresses of accounts, by id. */
  readonly addresses: (
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly to: string; readonly username: string }>>;
  readonly push: (browser: PushBrowser, push: Push) => Promise<PushOutcome>;
  /** Absent if this stage sends no mail. */
  readonly mail: ((mail: NewsMail) => Promise<void>) | undefined;
  /** `delayS`: until the message is delivered. @default 0 */
  readonly queue: { send(page: Page, delayS?: number): Promise<void> };
  readonly pagePeople: number;
  readonly onFailure: (step: string, error: unknown) => void;
  readonly clock: () => number;
}
