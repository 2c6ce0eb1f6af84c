import type { NewsChoice, PushSubscription } from '../../shared/people/news.ts';
import type { Notice } from './notice.ts';

/** A browser that somebody is told in. */
export interface TellableBrowser extends PushSubscription {
  /** Follows from the endpoint. */
  readonly id: string;
  readonly name: string;
  readonly addedAt: string;
  /** The public key that it subscribed with. */
  readonly pushKey: string;
}

/** How somebody is told. */
export interface Reach extends NewsChoice {
  readonly browsers: readonly TellableBrowser[];
}

/** What is listed of a notice for one person. */
export interface Row {
  /** Its place in the list: rows sort by it. */
  readonly place: string;
  readonly noticeId: string;
}

/** By which ways somebody has been told already. */
export interface Told {
  readonly pushed: boolean;
  readonly mailed: boolean;
}

export interface NoticesRepository {
  find(id: string): Promise<Notice | null>;
  /** Without those that are gone. May be a moment old. */
  findMany(ids: readonly string[]): Promise<Notice[]>;
  /** All up to `reached` have been handed to the queue; `null`: all there are. Does nothing where more are already. */
  noteReached(notice: Notice, reached: string | null, title: string, nowMs: number): Promise<void>;
  /** How far it got; `null` where nobody was reached, or it is gone. */
  reachedOf(id: string): Promise<string | null>;
  /** Those of which nothing was heard for too long. */
  listDue(nowMs: number, limit: number): Promise<Notice[]>;
}

export interface BellsRepository {
  /** False where the person does not follow the channel. */
  ring(followerId: string, channelId: string, isOn: boolean): Promise<boolean>;
  /** Who has rung a channel's bell, by id, after this one. `last` is where the next page begins, nothing at the end. */
  page(
    channelId: string,
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly followers: readonly string[]; readonly last: string | undefined }>;
}

export interface ReachRepository {
  find(personId: string): Promise<Reach>;
  /** By person. Those who have chosen nothing are told as by default. */
  findMany(personIds: readonly string[]): Promise<ReadonlyMap<string, Reach>>;
  /** May be asked again; `null` leaves it as it is. Throws `unavailable` where others keep changing it. */
  change(personId: string, change: (reach: Reach) => Reach | null): Promise<Reach>;
}

export interface RowsRepository {
  /** The newest first, and the place up to which all is read. */
  list(
    personId: string,
    limit: number,
    nowMs: number,
  ): Promise<{ readonly rows: readonly Row[]; readonly readUntil: string }>;
  markRead(personId: string, until: string): Promise<void>;
  /** Lists a notice for somebody who is told in no other way; nothing where it is listed already. */
  add(personId: string, notice: Notice): Promise<void>;
  /**
   * Lists it, and leaves the telling to whoever asks, until `untilMs`. `null` where all is told; throws `TakenError` where
   * somebody else is at it.
   */
  take(personId: string, notice: Notice, nowMs: number, untilMs: number): Promise<Told | null>;
  /** Notes what was told, and leaves the rest to the next try. */
  release(personId: string, notice: Notice, told: Told & { readonly isDone: boolean }): Promise<void>;
}

/** Somebody else is telling the same person the same. */
export class TakenError extends Error {
  override readonly name = 'TakenError';
}
