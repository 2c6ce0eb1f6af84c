import type { DemoChannel } from '../cast/channel.ts';
import { ApiFailure, type Api } from '../api.ts';
import type { Bearer } from '../bearer.ts';

/** A signed-in member of the cast. */
export interface Person {
  readonly channel: DemoChannel;
  /** The channel's id. */
  readonly id: string;
  readonly bearer: Bearer;
  /** Calls the API as this person. */
  readonly api: Api;
}

/** The people of the demo by username. */
export type People = ReadonlyMap<string, Person>;

/**
 * Signs up, or logs in if the account exists: the site treats a repeated sign-up as a log-in. Throws if another
 * person has the name.
 */
export async function signIn(api: Api, channel: DemoChannel, password: string): Promise<Person> {
  const { username } = channel;
  const body = { username, email: `${username.toLowerCase()}@fans.example`, password };
  try {
    const { user, ...bearer } = await api.signUp(body);
    return { channel, id: user.id, bearer, api: api.as(bearer) };
  } catch (error) {
    const isTaken =
      error instanceof ApiFailure && (error.code === 'username_taken' || error.code === 'email_taken');
    if (!isTaken) throw error;
    const words = `The account ${username} exists on this site with another password. Set DEMO_PASSWORD to it.`;
    throw new Error(words, { cause: error });
  }
}
