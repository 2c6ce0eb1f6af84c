import { beforeEach, describe, expect, it } from 'vitest';
import { queryAll } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { changeVideo } from '#functions/videos/table/video-changes.repository.ts';
import type { VideoDeps } from '#functions/videos/transcode.adapters.ts';
import { dueTranscripts } from '#functions/videos/table/transcript.item.ts';
import type { SearchResults } from '#shared/channels/search.ts';
import { SEARCH_RESULTS } from '#shared/limits.ts';
import type { Video } from '#shared/videos/videos.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { measureUnits } from '#test/support/api/table/read-units.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { FakeTranscoder, workPorts } from '#test/support/api/videos/videos-work.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';

const LEASE_MS = 60_000;

let ada: TestUser;
let ports: VideoDeps;
let nowMs: number;

const site = await localApi({ storage: true, transcoder: {}, ivs: true });
const stage = new VideosStage(site);
const unitsOf = measureUnits(site.table);
const report = () => {};
ports = await workPorts(site, stage, { transcoder: new FakeTranscoder(), clock: () => nowMs, report });
beforeEach(async () => {
  ada = await site.aUser();
  nowMs = Date.now();
});

async function aVideo(fields: Partial<Video> = {}): Promise<Video> {
  const [video] = await seedVideos(site.table, ada, [{ status: 'ready', ...fields }]);
  return video!;
}
const put = async ({ id }: Video, text: string, language = 'en') =>
  expectSuccess(
    'PUT /videos/{id}/captions/{language}',
    await site.api('PUT', `/videos/${id}/captions/${language}`, {
      token: ada.token,
      body: { label: language, text: `00:01.000 --> 00:02.000\nHello\n\n00:05.500 --> 00:07.000\n${text}` },
    }),
  );
const patch = ({ id }: Video, body: object) => site.api('PATCH', `/videos/${id}`, { token: ada.token, body });

/** The part of the minute's tick. */
async function tick(table: Table = site.table): Promise<void> {
  nowMs += LEASE_MS + 1;
  const { indexTranscripts } = await import('#functions/videos/transcripts/transcripts.service.ts');
  const { transcriptsRepository } = await import('#functions/videos/transcripts/transcripts.repository.ts');
  const deps = { ...ports, transcripts: transcriptsRepository(table) };
  await indexTranscripts(deps, await dueTranscripts(table, nowMs));
}

async function search(text: string): Promise<SearchResults['videos']> {
  const answer = await site.api('GET', `/search?q=${encodeURIComponent(text)}`);
  return expectSuccess('GET /search', answer).videos;
}
const found = async (text: string): Promise<string[]> => (await search(text)).map(({ id }) => id);

/** The indexed words of a video, with their seconds. */
async function indexed({ id }: Video, letters: string): Promise<Record<string, unknown>> {
  const items = [...letters].map((letter) =>
    queryAll<{ sk: string; at_s: number }>(site.table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `TRANSCRIPT_WORD#${letter}` },
    }),
  );
  const own = (await Promise.all(items)).flat().filter(({ sk }) => sk.endsWith(`#${id}`));
  return Object.fromEntries(own.map(({ sk, at_s }) => [sk.split('#')[0], at_s]));
}
const itemsOf = ({ id }: Video) =>
  queryAll<{ sk: string }>(site.table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': `VIDEO#${id}` },
  });

describe('a search for a word that is said in a video', () => {
  it('finds it and the second of the word, by the beginning of the word', async () => {
    const video = await aVideo();
    await put(video, 'The <i>impeller</i> whirls');
    await site.deliver({ 'detail-type': 'Scheduled Event', source: 'aws.events', resources: [], detail: {} });
    expect(await search('impell')).toMatchObject([{ id: video.id, said_at_s: 5 }]);
    expect(await search('hello impeller')).toMatchObject([{ id: video.id, said_at_s: 5 }]);
    expect(await found('impeller thunder')).toEqual([]);
  });

  it('finds it by words that are partly in its title', async () => {
    const video = await aVideo({ title: 'Vornado' });
    await put(video, 'The grommet');
    await tick();
    expect(await found('vornado grommet')).toEqual([video.id]);
  });

  it('shows it after videos with the word in their title, which are found by it alone', async () => {
    const spoken = await aVideo({ title: 'Quiet' });
    const titled = await aVideo({ title: 'Sirocco' });
    await put(spoken, 'sirocco');
    await put(titled, 'sirocco');
    await tick();
    const results = await search('sirocco');
    expect(results.map(({ id }) => id)).toEqual([titled.id, spoken.id]);
    expect(results[0]).not.toHaveProperty('said_at_s');
  });

  it('reads no transcripts when titles fill the page', async () => {
    await put(await aVideo(), 'mistral');
    await seedVideos(
      site.table,
      ada,
      Array.from({ length: SEARCH_RESULTS }, () => ({ status: 'ready', title: 'Mistral' }) as const),
    );
    await tick();
    expect((await search('mistral')).every((video) => video.said_at_s === undefined)).toBe(true);
  });

  it('finds it in each language, in Japanese by a word within a line', async () => {
    const video = await aVideo();
    await put(video, 'Der Rotorblattwinkel', 'de');
    await put(video, '新しい羽根を掃除します', 'ja');
    await tick();
    expect(await found('rotorblatt')).toEqual([video.id]);
    expect(await found('羽根')).toEqual([video.id]);
  });
});

describe('the captions of a replay', () => {
  it('are found, also when a newer recording has others', async () => {
    const publish = async (word: string) => {
      const { publishReplay } = await import('#functions/videos/replays.service.ts');
      const folder = `media/camera/${ada.id}/01HZZZZZZZZZZZZZZZZZZZZZZZ/`;
      const name = `captions/en-${word}.vtt`;
      await ports.mediaFiles.write(folder + name, `WEBVTT\n\n00:03.000 --> 00:04.000\n${word}\n`, 'text/vtt');
      return publishReplay(ports, {
        channelId: ada.id,
        streamId: `${ada.id}-stream`,
        title: 'Live',
        category: 'Box Fans',
        tags: [],
        description: '',
        startedAt: '2026-11-20T10:00:00.000Z',
        durationS: 10,
        playbackUrl: `/${folder}video.m3u8`,
        thumbnailUrl: null,
        captions: [{ language: 'en', label: 'English', url: `/${folder}${name}` }],
        filesPrefixes: [folder],
      });
    };
    const replay = await publish('marin');
    await tick();
    expect(await search('marin')).toMatchObject([{ id: replay!.id, said_at_s: 3 }]);
    await publish('tramontana');
    await tick();
    expect([await found('marin'), await found('tramontana')]).toEqual([[], [replay!.id]]);
  });
});

describe('what a search no longer finds', () => {
  it('is words of captions that were replaced or deleted', async () => {
    const video = await aVideo();
    await put(video, 'zephyrine');
    await tick();
    await put(video, 'khamsin');
    await tick();
    expect([await found('zephyrine'), await found('khamsin')]).toEqual([[], [video.id]]);
    await site.api('DELETE', `/videos/${video.id}/captions/en`, { token: ada.token });
    await tick();
    expect(await found('khamsin')).toEqual([]);
    expect(await itemsOf(video)).not.toContainEqual(expect.objectContaining({ sk: 'TRANSCRIPT' }));
  });

  it.each([
    ['private', 'haboob'],
    ['unlisted', 'harmattan'],
  ])('is a video that is %s, until it is public again', async (visibility, word) => {
    const video = await aVideo();
    await put(video, word);
    await tick();
    await patch(video, { visibility });
    expect(await found(word)).toEqual([]);
    await tick();
    expect(await indexed(video, 'h')).toEqual({});
    await patch(video, { visibility: 'public' });
    await tick();
    expect(await indexed(video, 'h')).toEqual({ hello: 1, [word]: 5 });
    expect(await found(word)).toEqual([video.id]);
  });

  it.each([
    ['is_removed', 'pampero'],
    ['is_withheld', 'papagayo'],
  ] as const)('is a video that %s hides', async (field, word) => {
    const video = await aVideo();
    await put(video, word);
    await tick();
    await changeVideo(site.table, video.id, () => ({ [field]: true }));
    expect(await found(word)).toEqual([]);
    await tick();
    expect(await indexed(video, 'hp')).toEqual({});
    await changeVideo(site.table, video.id, () => ({ [field]: undefined }));
    await tick();
    expect(await found(word)).toEqual([video.id]);
  });

  it('is a deleted video, without any words left', async () => {
    const video = await aVideo();
    await put(video, 'bayamo');
    await tick();
    await site.api('DELETE', `/videos/${video.id}`, { token: ada.token });
    await tick();
    expect(await indexed(video, 'hb')).toEqual({});
    expect(await itemsOf(video)).not.toContainEqual(expect.objectContaining({ sk: 'TRANSCRIPT' }));
  });
});

describe('indexing', () => {
  it('ends in the same state when repeated, or when the process dies after any write', async () => {
    const video = await aVideo();
    await put(video, 'abroholos');
    await tick();
    for (let writes = 1; ; writes++) {
      await put(video, writes % 2 === 0 ? 'abroholos simoom' : 'brickfielder simoom');
      const isDone = await tick(dyingTable(site.table, writes)).then(
        () => true,
        () => false,
      );
      await tick();
      await tick();
      const first = writes % 2 === 0 ? 'abroholos' : 'brickfielder';
      expect(await indexed(video, 'abhs')).toEqual({ hello: 1, [first]: 5, simoom: 5 });
      if (isDone) break;
    }
    expect(await dueTranscripts(site.table, nowMs + LEASE_MS * 2)).toEqual([]);
  });

  it('is repeated when the video changes meanwhile', async () => {
    const video = await aVideo();
    await put(video, 'levanter');
    const { mediaFiles } = ports;
    const read = async (key: string): Promise<string | null> => {
      const text = await mediaFiles.read(key);
      ports = { ...ports, mediaFiles };
      await patch(video, { visibility: 'private' });
      return text;
    };
    ports = { ...ports, mediaFiles: { ...mediaFiles, read } };
    await tick();
    expect(await dueTranscripts(site.table, nowMs + LEASE_MS * 2)).toMatchObject([{ id: video.id }]);
    await tick();
    expect(await indexed(video, 'hl')).toEqual({});
  });

  it('costs a unit for each word, and some for the list of them; nothing for words that stay', async () => {
    const video = await aVideo();
    const many = Array.from({ length: 250 }, (_, index) => `fan${index}`).join(' ');
    await put(video, many);
    expect(await unitsOf(() => tick())).toBeLessThan(220);
    await put(video, `${many} again`);
    expect(await unitsOf(() => tick())).toBeLessThan(15);
    expect(await unitsOf(() => tick())).toBeLessThan(1);
  });
});

/** The table of a process that dies after so many writes. */
function dyingTable(table: Table, writes: number): Table {
  let left = writes;
  const { client } = table;
  const send = (command: Parameters<typeof client.send>[0]) => {
    if (left <= 0) return Promise.reject(new Error('killed'));
    if (/^(Put|Update|Delete)/.test(command.constructor.name)) left -= 1;
    return client.send(command);
  };
  const dying = new Proxy(client, {
    get: (target, key): unknown => (key === 'send' ? send : Reflect.get(target, key)),
  });
  return { ...table, client: dying };
}
