import type { ChatMessage } from '#shared/community/chat.ts';
import type { FollowStatus } from '#shared/channels/follows.ts';
import { CHAT_RATE_MESSAGES, CHAT_RATE_WINDOW_MS } from '#shared/limits.ts';
import type { Channel } from '#shared/channels/channels.ts';
import type { Person } from './people.ts';

const MESSAGES_A_PAGE = 100;
/** A person may write so often and no more. */
const CHAT_EVERY_MS = 1.1 * (CHAT_RATE_WINDOW_MS / CHAT_RATE_MESSAGES);

/** What was written last: acknowledged, or sent without an answer, so that either may hold. */
class LastWrite<T> {
  acknowledged: T;
  sent: T;

  constructor(initial: T) {
    this.acknowledged = this.sent = initial;
  }

  async write(value: T, send: () => Promise<unknown>): Promise<void> {
    this.sent = value;
    await send();
    this.acknowledged = value;
  }

  /** Takes what is there as the truth. Answers whether it is one of the two. */
  settle(found: T): boolean {
    const isKept = found === this.acknowledged || found === this.sent;
    this.acknowledged = this.sent = found;
    return isKept;
  }
}

/** Somebody who chats, follows and describes their own channel as fast as the site answers. */
export class SteadyWriter {
  readonly #person: Person;
  readonly #friend: Person;
  readonly #description = new LastWrite('');
  readonly #follows = new LastWrite(false);
  readonly #messages = new Set<string>();
  #chatsFromMs = 0;
  acknowledged = 0;

  constructor(person: Person, friend: Person) {
    this.#person = person;
    this.#friend = friend;
  }

  /** Goes on until the site is gone. */
  async writeUntilCut(): Promise<void> {
    try {
      for (;;) await this.#writeOnce();
    } catch (error) {
      // No answer, or half of one.
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
    }
  }

  async #writeOnce(): Promise<void> {
    const { call } = this.#person;
    const description = `Written ${this.acknowledged}`;
    await this.#description.write(description, () => call('PUT', '/streamers/profile', { description }));
    const follows = !this.#follows.acknowledged;
    const verb = follows ? 'POST' : 'DELETE';
    await this.#follows.write(follows, () => call(verb, `/follows/${this.#friend.id}`));
    this.acknowledged += 2;
    if (Date.now() < this.#chatsFromMs) return;
    this.#chatsFromMs = Date.now() + CHAT_EVERY_MS;
    const path = `/chat/${this.#friend.id}`;
    const { id } = (await call('POST', path, { message: `Message ${this.acknowledged}` })) as ChatMessage;
    this.#messages.add(id);
    this.acknowledged += 1;
  }

  /** What was acknowledged and is not there, in words. */
  async lost(): Promise<string[]> {
    const { call, username } = this.#person;
    const { description } = (await call('GET', `/streamers/${username}`)) as Channel;
    const { isFollowing: follows } = (await call('GET', `/follows/${this.#friend.id}`)) as FollowStatus;
    const written = await this.#allMessages();
    return [
      ...(this.#description.settle(description)
        ? []
        : [`${username}'s description, which is "${description}"`]),
      ...(this.#follows.settle(follows) ? [] : [`whether ${username} follows, which is ${follows}`]),
      ...[...this.#messages].filter((id) => !written.has(id)).map((id) => `${username}'s message ${id}`),
    ];
  }

  async #allMessages(): Promise<Set<string>> {
    const ids = new Set<string>();
    for (let before = ''; ;) {
      const query = `limit=${MESSAGES_A_PAGE}${before && `&before=${before}`}`;
      const page = (await this.#person.call('GET', `/chat/${this.#friend.id}?${query}`)) as ChatMessage[];
      for (const { id } of page) ids.add(id);
      if (page.length < MESSAGES_A_PAGE) return ids;
      before = page[0]!.id;
    }
  }
}
