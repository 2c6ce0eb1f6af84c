import { randomUUID } from 'node:crypto';
/** Every public read, before and after the suspension of the person whose things it shows. */
import type { Video } from '#shared/videos/videos.ts';
import { captionSlot } from '#shared/plain/captions/live-captions.ts';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { channelKey } from '#functions/channels/channel.item.ts';
import { PAGE_HEADER } from '#functions/pages/page-header.ts';
import type { RouteContract } from '#shared/base/route.ts';
import { contract } from '#shared/contract.ts';
import { madeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { CameraCaller } from '#test/support/api/camera-caller.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { DeletionStage } from '#test/support/api/deletion/deletion-stage.ts';
import { aFanBody } from '#test/support/api/fan-bodies.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { aModerator, decided, report } from '#test/support/api/moderation/moderators.ts';
import { aPlanBody } from '#test/support/api/schedules/plans.ts';
import { seedClips } from '#test/support/api/table/seed-clips.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

/** In every text of hers. */
const NAME = 'zorblax';
const DAY_MS = 24 * 60 * 60_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const [segment] = madeSegments({ seconds: 1 });

let occurrence: string;

/** Show nothing of a person, or repeat the request. */
const WITHOUT_PEOPLE = [
  'GET /categories',
  'GET /categories/{id}',
  'GET /feeds/sitemap',
  'GET /feeds/robots',
  'GET /realtime',
  'GET /transparency',
  'GET /transparency/entries',
  'GET /transparency/days',
];

const publicReads = Object.entries<RouteContract>(contract)
  .filter(([route, { access }]) => route.startsWith('GET ') && access !== 'signed-in')
  .map(([route]) => route)
  .filter((route) => !WITHOUT_PEOPLE.includes(route));

/** With which queries a route shows something of hers. @default none */
const queriesOf = (): Readonly<Record<string, readonly string[]>> => ({
  'GET /streamers': ['', '?live=true', '?order=followers', '?order=newest'],
  'GET /clips': [`?channel=${bea.id}`],
  'GET /videos': [`?channel=${bea.id}`],
  'GET /search': [`?q=${NAME}`],
  'GET /search/suggestions': [`?q=${NAME.slice(0, 4)}`],
  'GET /fans': [`?q=${NAME}`, ''],
});

type Ids = Readonly<Record<'video' | 'replay' | 'clip' | 'fan' | 'other' | 'stream', string>>;

/** What stands for a parameter of an address, by its name. Each is tried with each route. */
const valuesOf = (ids: Ids): Readonly<Record<string, readonly string[]>> => ({
  username: [NAME],
  channel_id: [bea.id],
  video_id: [ids.video],
  stream_id: [ids.stream],
  id: [bea.id, ids.video, ids.replay, ids.clip, 'Box%20Fans'],
  ids: [`${ids.fan},${ids.other}`],
  maker: [NAME],
  model: ['desk-king'],
  part: [inDays(0), '2026-11-20'],
  page: ['0'],
  playlist: ['main.m3u8', 'en.m3u8'],
  slot: [String(captionSlot(captionedAtMs))],
  file: ['en_0.vtt', '0-60000.vtt'],
});

/** The addresses of a route, with all values of its parameters. */
function addressesOf(route: string, ids: Ids): readonly string[] {
  const values = valuesOf(ids);
  let paths = [route.replace('GET ', '')];
  for (const [place, name = ''] of route.matchAll(/\{(\w+)\}/g))
    paths = paths.flatMap((path) => (values[name] ?? []).map((value) => path.replace(place, value)));
  return paths.flatMap((path) => (queriesOf()[route] ?? ['']).map((query) => path + query));
}

const PAGES = () => [
  `/channel/${NAME}`,
  `/channel/${NAME}/chat`,
  `/channel/${NAME}/fans`,
  `/embed/${NAME}`,
  ...reads
    .filter((path) => /^\/(videos|clips)\/[0-9A-Z]{26}$/.test(path))
    .flatMap((path) => {
      const id = path.split('/')[2]!;
      return path.startsWith('/clips')
        ? [`/clip/${id}`]
        : [`/channel/${NAME}/video/${id}`, `/embed/video/${id}`];
    }),
];

const captionedAtMs = Date.now();

const site = await localApi({ ivs: true, storage: true });
const stage = new DeletionStage(site);
const moderator = await aModerator(site);
const ada = await site.aUser();
const bea = await site.aUser({ username: NAME });
await stage.s3.send(
  new PutObjectCommand({
    Bucket: site.storage!.webBucket,
    Key: 'index.html',
    Body: '<title>Fanfare</title>',
  }),
);
const ids = await populate();
/** Addresses that show something of hers, by their routes. */
const readsOf = new Map<string, readonly string[]>();
for (const route of publicReads) readsOf.set(route, await visibleAmong(addressesOf(route, ids)));
const reads = [...readsOf.values()].flat();

async function put(path: string, body: object, method = 'PUT'): Promise<unknown> {
  const { status, body: answer } = await site.api(method, path, { token: bea.token, body });
  if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`);
  return answer;
}

/** Gives Bea one of everything. */
async function populate(): Promise<Ids> {
  await put('/streamers/profile', { description: `I am ${NAME}`, schedule: `${NAME} at noon` });
  const plan = ulid();
  const timing = { start_date: inDays(1), start_time: '12:00', time_zone: 'UTC' };
  await put(`/schedules/plans/${plan}`, aPlanBody({ title: `${NAME} on air`, ...timing }));
  occurrence = `${plan}_${inDays(1)}`;
  await put(`/chat/${bea.id}`, { message: `${NAME} is here` }, 'POST');
  const ready = { status: 'ready', title: `All about ${NAME}` } as const;
  const [video, replay] = await seedVideos(site.table, bea, [ready, { ...ready, kind: 'replay' }]);
  await withCaptions(video!);
  const [clip] = await seedClips(site.table, bea, video!.id, 1);
  const fans = [ulid(), ulid()];
  for (const id of fans) await put(`/fans/${id}`, aFanBody({ maker: NAME }));
  await put('/fans/streams', { fan_ids: fans });
  await put(`/fans/videos/${video!.id}`, { fan_ids: fans });
  const camera = await CameraCaller.on(site);
  const stream = await camera.live(bea, { way: 'direct', title: `${NAME} live`, category: 'Box Fans' });
  await camera.segmentStored(bea, stream, 0, segment!);
  const caption = { id: randomUUID(), at: new Date(captionedAtMs).toISOString(), text: NAME, language: 'en' };
  await put(`/browser-stream/${stream}/captions`, caption, 'POST');
  expectSuccess('POST /follows/{id}', await site.api('POST', `/follows/${bea.id}`, { token: ada.token }));
  const [fan, other] = [fans[0]!, fans[1]!];
  return { video: video!.id, replay: replay!.id, clip: clip!.id, fan, other, stream };
}

/** Gives a video captions, and its playlist. */
async function withCaptions({ id, playback_url: url }: Video): Promise<void> {
  const Bucket = site.storage!.mediaBucket;
  await stage.s3.send(new PutObjectCommand({ Bucket, Key: url!.slice(1), Body: '#EXTM3U\n' }));
  const text = `1\n00:00:01,000 --> 00:00:02,000\n${NAME}\n`;
  await put(`/videos/${id}/captions/en`, { label: NAME, text });
}

/** Which of these answer with something of Bea's, to anybody or to Ada. */
async function visibleAmong(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const answers = [await site.api('GET', path), await site.api('GET', path, { token: ada.token })];
    const isOf = ({ status, body }: (typeof answers)[number]) =>
      status === 200 && (/replays|rooms|live\.m3u8|en\.m3u8/.test(path) || textOf(body).includes(NAME));
    if (answers.some(isOf)) found.push(path);
  }
  return found;
}

async function visiblePaths(): Promise<readonly string[]> {
  const found = [...(await visibleAmong(reads))];
  for (const path of [
    '/follows',
    `/pages/oembed?url=${encodeURIComponent(`http://localhost:3000/channel/${NAME}`)}`,
  ])
    if (textOf((await site.api('GET', path, { token: ada.token })).body).includes(NAME)) found.push(path);
  for (const path of PAGES()) {
    const { status } = await site.api('GET', '/pages/index.html', { headers: { [PAGE_HEADER]: path } });
    if (status === 200) found.push(path);
  }
  return found;
}

/** Playlists name her folder. */
function textOf(body: unknown): string {
  return (typeof body === 'string' ? body : JSON.stringify(body ?? ''))
    .toLowerCase()
    .replaceAll(bea.id.toLowerCase(), NAME);
}

const remind = () => site.api('PUT', `/schedules/${bea.id}/reminders/${occurrence}`, { token: ada.token });

it('each public read shows something of hers, unless it shows nothing of people', () => {
  const silent = publicReads.filter((route) => readsOf.get(route)?.length === 0);
  expect(
    silent,
    'Give these values or a query above that show something of hers, or list them in WITHOUT_PEOPLE',
  ).toEqual([]);
});

describe('a suspended person', () => {
  it('is shown by no public read, and by all of them again when the suspension is undone', async () => {
    const before = await visiblePaths();
    expect(PAGES().filter((path) => !before.includes(path))).toEqual([]);
    expectSuccess('POST /reports', await report(site, ada, { kind: 'channel', id: bea.id }));
    await decided(site, moderator, `channel.${bea.id}`, { act: 'suspend', reason: 'hate', days: 7 });
    await stage.tick();
    expect(await visiblePaths()).toEqual([]);
    expectError(await remind(), 'not_found');
    await decided(site, moderator, `channel.${bea.id}`, { act: 'undo' });
    await stage.tick();
    // She is not live any more.
    expect(before.filter((path) => !path.includes('live=true'))).toEqual(
      (await visiblePaths()).filter((path) => !path.includes('live=true')),
    );
    expect((await remind()).status).toBe(204);
  });

  it('is found by no read of the channel’s item, even if an index still lists it', async () => {
    await updateItem(site.table, channelKey(bea.id), { is_hidden: true });
    const found = expectSuccess('GET /search', await site.api('GET', `/search?q=${NAME}`));
    expect(found.channels).toEqual([]);
    for (const path of [
      `streamers/${NAME}`,
      `schedules/${bea.id}`,
      `schedules/calendars/${NAME}`,
      `feeds/channels/${NAME}`,
    ])
      expectError(await site.api('GET', `/${path}`), 'not_found');
    await updateItem(site.table, channelKey(bea.id), { is_hidden: undefined });
  });
});
