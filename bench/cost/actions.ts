import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { changeChannel } from '#functions/channels/index.ts';
import { dollarsOf, type Amounts } from '#functions/costs/prices.ts';
import { LOCAL_REGION, localCredentials } from '#infra/local/aws/credentials.ts';
import { times, together } from '#infra/scale/counts.ts';
import type { Playlist } from '#shared/channels/playlists.ts';
import type { Comment } from '#shared/community/comments.ts';
import type { Poll } from '#shared/community/polls.ts';
import { addStatistics } from '#test/support/api/reads/statistics-items.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { GIF_LOOP, gifFrame, gifOf } from '#test/support/media/emote-pictures.ts';
import { aPerson, type Person } from '#test/support/site/people.ts';
import { uploadPicture } from '#test/support/site/pictures.ts';
import { startCountedSite, type CountedSite } from '../counted/counted-site.ts';
import { sumOf, type Tally } from '../counted/tally.ts';
import { emptyWeb } from '../site/bench-site.ts';
import { printColumns } from '../support/table.ts';
import { purposeAmounts } from './amounts.ts';

/** How often each action is counted; as many people, each of whom does it once. */
const TIMES = 20;
/** Notices, and counts that votes have asked for, come after the answer. */
const SETTLE_MS = 2500;
/** No tick comes into a count. */
const NEVER_MS = 2 ** 31 - 1;
const EMOTE = gifOf(2, 1, GIF_LOOP, gifFrame(2, 1), gifFrame(2, 1));
const CHAPTERS = '0:00 Unboxing\n0:30 The blades\n1:00 The noise';

type Actions = Readonly<Record<string, Amounts>>;
/** Counts an action, which is done once before: a Lambda starts with it. */
type Count = (name: string, act: (index: number) => Promise<unknown>) => Promise<void>;

interface Stage {
  readonly count: Count;
  readonly streamer: Person;
  /** One more than are counted. All are live. */
  readonly people: readonly Person[];
  /** Of the streamer. */
  readonly videoIds: readonly string[];
}

/** Returns the usage of one of each action, on a site of its own. */
export async function countActions(folder: string): Promise<Actions> {
  const dataDir = join(folder, 'cost-actions');
  const site = await startCountedSite({ dataDir, dist: emptyWeb(`${folder}/empty`), tickMs: NEVER_MS });
  const streamer = await aPerson(site.url, 'GaleForce');
  const people: Person[] = [];
  for (let index = 0; index <= TIMES; index += 1) people.push(await aPerson(site.url, `Fan${index}`));
  const endpoint = { endpoint: site.endpoints.dynamodb, region: LOCAL_REGION };
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ ...endpoint, credentials: localCredentials(dataDir) }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  const table = { client, TableName: site.endpoints.table_name, onChannelChange: null };
  for (const { id } of [streamer, ...people])
    await changeChannel(table, id, () => ({ is_live: true, viewers: 100 }));
  const ready = people.map(() => ({ status: 'ready', title: 'A desk fan', duration_s: 90 }) as const);
  const videos = await seedVideos(table, streamer, ready);
  await addStatistics(table, streamer.id);
  client.destroy();
  const actions: Record<string, Amounts> = {};
  const count = countIn(site, actions);
  const stage = { count, streamer, people, videoIds: videos.map(({ id }) => id) };
  for (const part of [countPolls, countChat, countComments, countPlaylists, countVideos]) await part(stage);
  await site.close();
  printColumns('A single action', [
    ['', 'units written', 'units read', 'dollars a thousand'],
    ...Object.entries(actions).map(([name, { tableWriteUnit = 0, tableReadUnit = 0, ...others }]) => [
      name,
      tableWriteUnit.toFixed(1),
      tableReadUnit.toFixed(1),
      (1000 * dollarsOf({ tableWriteUnit, tableReadUnit, ...others })).toFixed(4),
    ]),
  ]);
  return actions;
}

async function countPolls({ count, streamer, people }: Stage): Promise<void> {
  const ask = { question: 'Which fan next?', answers: ['Ceiling', 'Desk', 'Tower'], duration_s: 600 };
  const start = async () => (await streamer.call('POST', `/polls/${streamer.id}`, ask)) as Poll;
  await count('polls, from the question to the result in the chat', async () => {
    // It writes the result of the one before.
    const { id } = await start();
    await streamer.call('POST', `/polls/${streamer.id}/${id}/end`);
  });
  const { id } = await start();
  await count('votes', (index) =>
    people[index]!.call('PUT', `/polls/${streamer.id}/${id}/vote`, { answer: index % ask.answers.length }),
  );
}

async function countChat({ count, streamer, people }: Stage): Promise<void> {
  // A channel raids once in ten minutes.
  await count('raids', (index) =>
    people[index]!.call('POST', '/raids', { username: people.at(index - 1)!.username }),
  );
  await count('own emotes, uploaded and added', async (index) => {
    const person = people[index]!;
    const body = { picture_url: await uploadPicture(person, EMOTE, 'image/gif'), alt: 'A fan that dances' };
    await person.call('PUT', `/rooms/${person.id}/emotes/hype`, body);
  });
  await count('lists of a channel’s own emotes, one for each open page', (index) =>
    streamer.call('GET', `/rooms/${people[index]!.id}/emotes`),
  );
  await count('messages of the chat with an own emote', (index) => {
    const { id, call } = people[index]!;
    return call('POST', `/chat/${id}`, { message: 'So quiet :hype:' });
  });
}

async function countComments({ count, streamer, people, videoIds }: Stage): Promise<void> {
  const path = `/comments/video/${videoIds[0]}`;
  const written = (await streamer.call('POST', path, { text: 'Ask me anything' })) as Comment;
  await count('comments, with one notice for all of an hour', (index) =>
    people[index]!.call('POST', path, { text: 'How quiet it is! '.repeat(10) }),
  );
  await count('likes of comments', (index) => people[index]!.call('PUT', `${path}/${written.id}/like`));
  await count('pages of comments for people who are signed in', (index) =>
    people[index]!.call('GET', `${path}?order=best`),
  );
}

async function countPlaylists({ count, streamer, people, videoIds }: Stage): Promise<void> {
  const body = { title: 'Fans', visibility: 'public' };
  let id = '';
  await count('new playlists', async () => {
    ({ id } = (await streamer.call('POST', '/library/playlists', body)) as Playlist);
  });
  const path = `/library/playlists/${id}`;
  await count('videos put into a playlist, with the list of one’s own', async (index) => {
    await streamer.call('GET', `/library/playlists/with/video/${videoIds[index]}`);
    await streamer.call('PUT', `${path}/entries/video/${videoIds[index]}`);
  });
  await count('entries of a playlist moved', (index) =>
    streamer.call('PUT', `${path}/entries/video/${videoIds[index]}/position`, { before: null }),
  );
  await count('changes of a playlist’s title or visibility', (index) =>
    streamer.call('PATCH', path, { title: `Fans, ${index}` }),
  );
  await count('visits of a playlist with its first page', async (index) => {
    await people[index]!.call('GET', path);
    await people[index]!.call('GET', `${path}/entries`);
  });
}

async function countVideos({ count, streamer, videoIds }: Stage): Promise<void> {
  await count('visits of a channel’s statistics', async () => {
    const path = `/statistics/${streamer.id}`;
    for (const part of ['days/28', 'broadcasts', 'videos']) await streamer.call('GET', `${path}/${part}`);
  });
  await count('descriptions changed, with chapters', (index) =>
    streamer.call('PATCH', `/videos/${videoIds[index]}`, { description: CHAPTERS }),
  );
  await count('chapters that another player fetches', (index) =>
    streamer.call('GET', `/videos/${videoIds[index]}/chapters.json`),
  );
}

const settled = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

const countIn =
  (site: CountedSite, actions: Record<string, Amounts>): Count =>
  async (name, act) => {
    await act(0);
    await settled();
    const before = site.counts();
    for (let index = 1; index <= TIMES; index += 1) await act(index);
    await settled();
    actions[name] = times(amountsOf(before, site.counts()), 1 / TIMES);
  };

function amountsOf(before: Tally, after: Tally): Amounts {
  const tally = Object.fromEntries(
    Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]),
  );
  const purposes = Object.keys(tally).flatMap((name) => /^invocations (.*)$/.exec(name)?.[1] ?? []);
  // Longer names contain shorter ones, as `GET /api/…` those of single items.
  const amounts = together(...purposes.map((purpose) => purposeAmounts(exactly(tally, purpose), purpose)));
  return {
    ...amounts,
    cdnRequest: amounts.apiRequest ?? 0,
    storageWrite: sumOf(tally, 'S3 write'),
    storageRead: sumOf(tally, 'S3 read'),
    realtimeOperation: sumOf(tally, 'publishes'),
  };
}

const exactly = (tally: Tally, purpose: string): Tally =>
  Object.fromEntries(Object.entries(tally).filter(([name]) => name.endsWith(` ${purpose}`)));
