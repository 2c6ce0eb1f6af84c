import { ApiFailure, type Api } from './api.ts';
import { cast } from './cast/cast.ts';
import { conversations } from './cast/conversations.ts';
import { postConversation } from './steps/chats.ts';
import { collectFans } from './steps/collections.ts';
import { followFriends } from './steps/follows.ts';
import { signIn, type People, type Person } from './steps/people.ts';
import { dressChannel } from './steps/profiles.ts';

type Say = (words: string) => void;

/** A step that all people finish before the next one starts. Steps can be repeated. */
interface Step {
  readonly words: string;
  readonly act: (person: Person, people: People) => Promise<void>;
}

const steps: readonly Step[] = [
  { words: 'Describing channels and uploading pictures', act: dressChannel },
  { words: 'Putting fans into collections', act: collectFans },
  { words: 'Following each other', act: followFriends },
  {
    words: 'Chatting',
    act: (host, people) => postConversation(host, conversations[host.channel.username] ?? [], people),
  },
];

/** Number of people who act at the same time: few, so that a small machine still serves others. */
const AT_ONCE = 3;

/** Signs in the cast and runs all steps; existing content is kept. Returns the people. */
export async function fillSite(api: Api, password: string, say: Say): Promise<People> {
  say(`Signing in ${cast.length} fans of fans`);
  const people = new Map<string, Person>();
  await eachOf(cast, async (channel) => {
    people.set(channel.username, await signIn(api, channel, password));
  });
  for (const { words, act } of steps) {
    say(words);
    await eachOf([...people.values()], (person) => act(person, people));
  }
  return people;
}

async function eachOf<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Throws an error with a message for people if there is no Fanfare at this address. */
export async function requireSite(api: Api, siteUrl: string): Promise<void> {
  try {
    await api.call('GET /categories', {});
  } catch (cause) {
    const said = cause instanceof ApiFailure ? ` (it says: ${cause.message})` : '';
    const words = `No Fanfare responds at ${siteUrl}${said}. Start it with 'npm start' in another terminal, or name another address: npm run demo -- http://localhost:3000`;
    throw new Error(words, { cause });
  }
}
