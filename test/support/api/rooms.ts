/** What people do in a room, by its routes. */
import { ulid } from 'ulid';
import type { ChatMessage } from '#shared/community/chat.ts';
import { expectSuccess } from './contract-checks.ts';
import type { ApiAnswer, LocalApi, TestUser } from './local-api.ts';

type Room = Pick<TestUser, 'id'>;
type Named = Pick<TestUser, 'username'>;

export class RoomCaller {
  readonly #site: LocalApi;

  constructor(site: LocalApi) {
    this.#site = site;
  }

  #call(method: string, path: string, by: TestUser | undefined, body?: object): Promise<ApiAnswer> {
    return this.#site.api(method, path, { token: by?.token, ...(body && { body }) });
  }

  post(room: Room, by: TestUser, message: string, more: { key?: string; replyTo?: string } = {}) {
    const body = { message, ...(more.replyTo && { reply_to: more.replyTo }) };
    const headers = more.key === undefined ? {} : { 'idempotency-key': more.key };
    return this.#site.api('POST', `/chat/${room.id}`, { token: by.token, body, headers });
  }

  async say(room: Room, by: TestUser, message: string, key?: string): Promise<ChatMessage> {
    const answer = await this.post(room, by, message, key === undefined ? {} : { key });
    return expectSuccess('POST /chat/{id}', answer);
  }

  async texts(room: Room): Promise<string[]> {
    const messages = expectSuccess('GET /chat/{id}', await this.#call('GET', `/chat/${room.id}`, undefined));
    return messages.map(({ message }) => message);
  }

  async room(room: Room) {
    return expectSuccess('GET /rooms/{id}', await this.#call('GET', `/rooms/${room.id}`, undefined));
  }

  async me(room: Room, by: TestUser) {
    return expectSuccess('GET /rooms/{id}/me', await this.#call('GET', `/rooms/${room.id}/me`, by));
  }

  setMode(room: Room, by: TestUser, mode: object) {
    const open = { slow_mode_s: 0, followers_only: false, links_allowed: true };
    return this.#call('PUT', `/rooms/${room.id}`, by, { ...open, ...mode });
  }

  setRules = (room: Room, by: TestUser, rules: string) =>
    this.#call('PUT', `/rooms/${room.id}/rules`, by, { rules });
  setWords = (room: Room, by: TestUser, words: readonly string[]) =>
    this.#call('PUT', `/rooms/${room.id}/words`, by, { words });
  setCommand = (room: Room, by: TestUser, name: string, answer: string) =>
    this.#call('PUT', `/rooms/${room.id}/commands/${encodeURIComponent(name)}`, by, { answer });
  removeCommand = (room: Room, by: TestUser, name: string) =>
    this.#call('DELETE', `/rooms/${room.id}/commands/${name}`, by);
  commands = (room: Room, by: TestUser) => this.#call('GET', `/rooms/${room.id}/commands`, by);
  /** With a picture that does not exist. */
  putEmote = (streamer: TestUser, code: string, alt: string) =>
    this.#call('PUT', `/rooms/${streamer.id}/emotes/${code}`, streamer, {
      picture_url: `/media/pictures/${streamer.id}/${ulid()}.png`,
      alt,
    });
  words = (room: Room, by: TestUser) => this.#call('GET', `/rooms/${room.id}/words`, by);
  remove = (room: Room, by: TestUser, id: string) =>
    this.#call('DELETE', `/rooms/${room.id}/messages/${id}`, by);
  removeAll = (room: Room, by: TestUser, { username }: Named, query = '') =>
    this.#call('DELETE', `/rooms/${room.id}/people/${username}/messages${query}`, by);
  acts = (room: Room, by: TestUser, query = '') => this.#call('GET', `/rooms/${room.id}/acts${query}`, by);
  undo = (room: Room, by: TestUser, actId: string) =>
    this.#call('POST', `/rooms/${room.id}/acts/${actId}/undo`, by);
  clear = (room: Room, by: TestUser) => this.#call('POST', `/rooms/${room.id}/clear`, by);
  pin = (room: Room, by: TestUser, message_id: string) =>
    this.#call('PUT', `/rooms/${room.id}/pin`, by, { message_id });
  unpin = (room: Room, by: TestUser) => this.#call('DELETE', `/rooms/${room.id}/pin`, by);
  name = (room: Room, by: TestUser, { username }: Named) =>
    this.#call('PUT', `/rooms/${room.id}/moderators/${username}`, by);
  dismiss = (room: Room, by: TestUser, { username }: Named) =>
    this.#call('DELETE', `/rooms/${room.id}/moderators/${username}`, by);
  silence = (room: Room, by: TestUser, { username }: Named, minutes: number | null, more: object = {}) =>
    this.#call('PUT', `/rooms/${room.id}/sanctions/${username}`, by, { minutes, ...more });
  appeal = (room: Room, by: TestUser, words: string) =>
    this.#call('POST', `/rooms/${room.id}/appeals`, by, { words });
  lift = (room: Room, by: TestUser, { username }: Named) =>
    this.#call('DELETE', `/rooms/${room.id}/sanctions/${username}`, by);
  sanctions = (room: Room, by: TestUser, query = '') =>
    this.#call('GET', `/rooms/${room.id}/sanctions${query}`, by);
}
