import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type Person } from '#test/support/site/people.ts';
import { portsOf, runSite, siteFolder, type RunningSite } from '#test/support/site/running-site.ts';
import type { ChatMessage } from '#shared/community/chat.ts';
import type { FollowStatus } from '#shared/channels/follows.ts';
import { CHAT_RATE_MESSAGES, CHAT_RATE_WINDOW_MS } from '#shared/limits.ts';
import type { Channel } from '#shared/channels/channels.ts';

const KILLS = 30;
const WRITERS = 6;
/** The site is killed at any moment within it. */
const ALIVE_AT_MOST_MS = 3000;

const folder = siteFolder();
let site: RunningSite;
let writers: readonly SteadyWriter[];

beforeAll(async () => {
  site = await runSite(folder.path);
  const names = Array.from({ length: WRITERS }, (_, index) => `Steady${index}`);
  const people = await Promise.all(names.map((name) => aPerson(site.url, name)));
  writers = people.map((person, index) => new SteadyWriter(person, people[(index + 1) % WRITERS]!));
});

afterAll(async () => {
  await site?.end('SIGTERM');
  folder.remove();
});

describe('a site that is killed repeatedly while users write', () => {
  it.each(Array.from({ length: KILLS }, (_, index) => [index + 1]))(
    'has lost no acknowledged write: kill %i',
    async () => {
      const written = Promise.all(writers.map((writer) => writer.writeUntilCut()));
      await sleep(Math.random() * ALIVE_AT_MOST_MS);
      const ports = portsOf(site);
      await site.end('SIGKILL');
      await written;
      site = await runSite(folder.path, ports);
      expect((await Promise.all(writers.map((writer) => writer.lost()))).flat()).toEqual([]);
    },
  );

  it('received enough writes for a meaningful test', () => {
    const acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
    console.log(`${KILLS} kills, ${acknowledged} acknowledged writes, none lost`);
    expect(acknowledged).toBeGreaterThan(10 * KILLS);
  });
});

const MESSAGES_A_PAGE = 100;
/** The fastest rate that the chat's limit allows. */
const CHAT_EVERY_MS = 1.1 * (CHAT_RATE_WINDOW_MS / CHAT_RATE_MESSAGES);

/** The last write: acknowledged, or sent without a response, so that both values are possible. */
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

  /** Accepts the stored value. Returns whether it is one of the two. */
  settle(found: T): boolean {
    const isKept = found === this.acknowledged || found === this.sent;
    this.acknowledged = this.sent = found;
    return isKept;
  }
}

/** A user who chats, follows and edits their own channel as fast as the site responds. */
class SteadyWriter {
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

  /** Continues until the site is down. */
  async writeUntilCut(): Promise<void> {
    try {
      for (;;) await this.#writeOnce();
    } catch (error) {
      // No response, or a truncated one.
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

  /** Returns a description of each acknowledged write that was lost. */
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
