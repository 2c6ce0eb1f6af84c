import type { NewsKind, PlanChangeKind } from '../../../shared/people/news.ts';
import type { Notice } from '../notice.ts';
import type {
  BellsRepository,
  NoticesRepository,
  ReachRepository,
  RowsRepository,
  TellableBrowser,
} from '../ports.ts';

/** What the queue brings: those of a notice who come after one, or those whom somebody has named. */
export interface Page {
  readonly notice: string;
  readonly after?: string | undefined;
  readonly named?: readonly string[] | undefined;
}

export interface PeoplePage {
  readonly people: readonly string[];
  /** Where the next page begins; nothing at the end. */
  readonly last: string | undefined;
}

/** A notice with all that its words are made of. */
export interface Story {
  readonly kind: NewsKind;
  /** Its channel's. */
  readonly name: string;
  /** Of the stream, the video or the plan. */
  readonly title: string;
  /** What has become of what is planned; nothing where it is about to begin. */
  readonly change?: PlanChangeKind | undefined;
  /** Who named others. */
  readonly by: string | undefined;
  /** On the site. */
  readonly path: string;
}

/** What a browser shows. Pushes with the same `topic` take each other's place. */
export interface Push {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly topic: string;
  /** How long the push service keeps it for a browser that is off, in s. */
  readonly lifeS: number;
}

/** How a push ended: `gone`: nobody will take any there. Throws where it may be taken later. */
export type PushOutcome = 'sent' | 'gone';

export interface NewsMail {
  readonly personId: string;
  readonly to: string;
  readonly username: string;
  readonly kind: NewsKind;
  readonly story: Story;
}

export interface TellPorts {
  readonly notices: NoticesRepository;
  readonly bells: BellsRepository;
  /** Who wants to be reminded of what a notice tells of, by id, after this one. */
  readonly reminded: (notice: Notice, after: string | undefined, limit: number) => Promise<PeoplePage>;
  readonly reach: ReachRepository;
  readonly rows: RowsRepository;
  /** `null`: what it tells of is gone, or nobody may see it. */
  readonly storyOf: (notice: Notice) => Promise<Story | null>;
  /** Ids of those who have these usernames. */
  readonly idsOf: (usernames: readonly string[]) => Promise<readonly string[]>;
  /** Those of the people, by id, who hide this one from themselves. */
  readonly whoHides: (people: readonly string[], hiddenId: string) => Promise<ReadonlySet<string>>;
  /** The proven addresses of accounts, by id; of those that have one. */
  readonly addresses: (
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly to: string; readonly username: string }>>;
  readonly push: (browser: TellableBrowser, push: Push) => Promise<PushOutcome>;
  /** Nothing where this stage sends no mail. */
  readonly mail: ((mail: NewsMail) => Promise<void>) | undefined;
  readonly queue: { send(page: Page): Promise<void> };
  /** So many are told in one page. */
  readonly pagePeople: number;
  readonly onFailure: (step: string, error: unknown) => void;
  readonly clock: () => number;
}
