import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type * as announcing from '#functions/realtime/announce.adapters.ts';
import { sessionsRepository } from '#functions/auth/table/sessions.repository.ts';
import { CATEGORIES } from '#shared/plain/category-list.ts';
import { contract, type RouteName } from '#shared/contract.ts';
import { ApiError } from '#shared/base/api-error.ts';
import { type ErrorCode } from '#shared/base/errors.ts';
import type { RouteContract } from '#shared/base/route.ts';
import { anyCharacter } from '#test/support/api/contract/any-character.ts';
import { makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { announced, CameraCaller } from '#test/support/api/camera-caller.ts';
import { jobsOf, segmentOf } from '#test/support/api/broadcast/camera-rows.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { isSoak, tries } from '#test/support/runner/effort.ts';
import { requestsAnywhere, requestsOf, type FuzzedRequest } from '#test/support/api/fuzz/fuzzed-requests.ts';
import { localApi, type ApiAnswer, type TestUser } from '#test/support/api/local-api.ts';
import { passTo } from '#test/support/api/passes.ts';
import type { Known } from '#test/support/api/fuzz/near-valid.ts';
import { addNeighbour } from '#test/support/api/fuzz/neighbour.ts';
import { guessesRepository } from '#functions/auth/guesses/guesses.repository.ts';
import { stageLimits } from '#functions/limits/stage-limits.ts';
import { generousFor } from '#infra/local/generous.ts';
import { foldCounters } from '#test/support/api/table/fold-counters.ts';
import { ownItems } from '#test/support/api/table/own-items.ts';
import { seedPerson } from '#test/support/api/person/seed-person.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';

// Open pages receive an event at most twice in a second: this test does not wait for that.
vi.mock('#functions/realtime/announce.adapters.ts', async (importOriginal) => {
  const { announceDeps } = await importOriginal<typeof announcing>();
  const atOnce: typeof announceDeps = (table, url) => ({
    ...announceDeps(table, url),
    sleep: async () => {},
  });
  return { announceDeps: atOnce };
});

const numRuns = tries(5);
/** Of what is mostly refused unread, or has been tried before by somebody else. */
const fewerRuns = tries(2);
const timeout = 20_000 + numRuns * 200;

/** Stands in every password that is sent. */
const CANARY = 'canary-in-a-coal-mine';
const HOUR_MS = 60 * 60_000;
const SEGMENTS = makeSegments({ seconds: 3 });
const UNKNOWN_ID = `7${'Z'.repeat(25)}`;

const routes = Object.entries<RouteContract>(contract) as [RouteName, RouteContract][];

const limits = generousFor('random requests');
const videoIds: string[] = [];
const uploads: string[] = [];
const cameraStreams: string[] = [];
const passes: string[] = [];
const answered = new Set<string>();

const site = await localApi({ ivs: true, realtime: true, storage: true, mail: true, limits });
const stage = new VideosStage(site);
const [ada, bea] = [await site.aUser({ username: 'Ada' }), await site.aUser({ username: 'Bea' })];
await Promise.all([ada, bea].map(addBroadcasts));
await Promise.all([ada, bea].map(startStream));
await seedPerson(stage, ada, bea, { parts: ['profile', 'follows', 'chat'] });
await seedPerson(stage, bea, ada, { parts: ['profile'] });
await Promise.all([ada, bea].map(addVideos));
passes.push(await passTo(site, 'channel', ada.id), await passTo(site, 'video', videoIds[0]!));
const known = knownValues();
const knownOnRoutes = await addNeighbour(site, [ada, bea]);

async function startStream({ token }: TestUser): Promise<void> {
  const body = { title: 'Quiet hours', game: 'Box Fans', tags: ['calm'] };
  expectSuccess('POST /streaming/start', await site.api('POST', '/streaming/start', { token, body }));
}

/** Gives somebody videos, and an upload that waits for its parts. */
async function addVideos(me: TestUser): Promise<void> {
  const body = { filename: 'fan.mp4', size: 1000, content_type: 'video/mp4' };
  const upload = await site.api('POST', '/videos/upload', { token: me.token, body });
  uploads.push(expectSuccess('POST /videos/upload', upload).upload_id);
  const videos = await seedVideos(site.table, me, [{ status: 'ready' }, { status: 'processing' }]);
  videoIds.push(...videos.map(({ id }) => id));
}

/** Gives somebody broadcasts from the camera that have just ended, one of each way, their first seconds to be seen. */
async function addBroadcasts(me: TestUser): Promise<void> {
  const camera = await CameraCaller.on(site);
  const id = await camera.live(me);
  cameraStreams.push(id);
  const [job] = jobsOf(1);
  const { broadcasts } = camera;
  const known = await broadcasts.readTimeline(id);
  await broadcasts.claim(id, known, { ...known, isEnd: false }, jobsOf(1));
  await broadcasts.settle(id, job!.id, [segmentOf(0)], Date.now());
  await broadcasts.end({ id, channelId: me.id }, { atMs: Date.now(), by: 'silence' });
  const direct = await camera.live(me, { way: 'direct' });
  cameraStreams.push(direct);
  await camera.segmentStored(me, direct, 0, SEGMENTS[0]!);
  await broadcasts.end({ id: direct, channelId: me.id }, { atMs: Date.now(), by: 'silence' });
}

function knownValues(): Known {
  const password = fc.string({ maxLength: 12 }).map((text) => CANARY + text);
  // Of one line, in which nearly all of what may come by chance is refused.
  const line = fc.oneof(
    { weight: 9, arbitrary: fc.stringMatching(/^[a-z][a-z ]{0,9}[a-z]$/) },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter }) },
  );
  const picture = ({ id }: TestUser): string => `/media/pictures/${id}/${id}.png`;
  const people = [ada.id, bea.id];
  const pictures = fc.constantFrom('', picture(ada), picture(bea));
  const ranks = [`1#0000000000#${bea.id}`, `0#0000000001#${ada.id}`, '2#', '\0'];
  return {
    id: fc.constantFrom<string>(...people, ...videoIds, CATEGORIES[0].id, UNKNOWN_ID),
    channel: fc.constantFrom(...people),
    upload_id: fc.constantFrom(...uploads),
    stream_id: fc.constantFrom(...cameraStreams, UNKNOWN_ID),
    seq: fc.constantFrom(0, 1, 2),
    bytes: fc.constantFrom(...SEGMENTS),
    'content-digest': fc.constant(undefined),
    chunks: fc.constantFrom(undefined, [announced(0, new Uint8Array(9))]),
    title: line,
    game: line,
    category: line,
    display_name: line,
    tags: fc.array(line, { maxLength: 3 }),
    username: fc.oneof(fc.constantFrom('Ada', 'bea', 'nobody'), fc.stringMatching(/^[a-z_]{3,25}$/)),
    email: fc.oneof(
      fc.stringMatching(/^[a-z]{1,9}@fans\.example$/),
      fc.emailAddress(),
      fc.constantFrom(ada.email, bea.email),
    ),
    password,
    current_password: password,
    new_password: password,
    pass: fc.constantFrom(...passes),
    avatar: pictures,
    thumbnail_url: pictures,
    cursor: fc.option(fc.constantFrom(...ranks.map((rank) => Buffer.from(rank).toString('base64url'))), {
      nil: undefined,
      freq: 2,
    }),
  };
}

/** What fields of this route may well hold. */
const knownOn = (name: RouteName): Known =>
  Object.assign({}, known, ...knownOnRoutes.flatMap(([route, more]) => (name.includes(route) ? [more] : [])));

const send = (
  person: TestUser | undefined,
  { method, path, ...request }: FuzzedRequest,
): Promise<ApiAnswer> => site.api(method, path, { token: person?.token, ...request });

/** Errors that any request may end in, beside those that its route's contract names. */
const COMMON: readonly ErrorCode[] = [
  'invalid_request',
  'unsupported_media_type',
  'unauthenticated',
  'suspended',
  'not_found',
];

/** The answer is one that the contract of the route has; never a fault of ours. */
function expectPromised(name: RouteName, answer: ApiAnswer): void {
  const { errors = [], bytes }: RouteContract = contract[name];
  if (answer.status < 400) return void expectSuccess(name, answer);
  const { code } = ApiError.parse(answer.body);
  const ofBytes: ErrorCode[] = bytes ? ['payload_too_large'] : [];
  expect([...COMMON, ...ofBytes, ...errors], JSON.stringify(answer.body)).toContain(code);
  expectError(answer, code);
}

/** Undoes the end of the sessions whose tokens are used on. */
async function signedInAgain({ id, token }: TestUser): Promise<void> {
  const sessions = sessionsRepository(site.table);
  const list = await sessions.find(id);
  const nowMs = Date.now();
  const own = { id: String(decodeJwt(token)['sid']), device: 'A test', hash: '' };
  const isOpen = list.sessions.some((session) => session.id === own.id);
  if (isOpen) return;
  const next = { ...list, sessions: [{ ...own, created_ms: nowMs, used_ms: nowMs }] };
  expect(await sessions.replace(id, list, next)).toBe(true);
}

/** What somebody has for themselves. */
async function secretsOf({ id, token, email, password }: TestUser): Promise<string[]> {
  const items = await ownItems(site.table, { id, username: '', email: '' });
  const keys = items.flatMap((item) => ('stream_key' in item ? [String(item.stream_key)] : []));
  return [token, email, password, ...keys];
}

/** Sends random requests to every route as `person`, and checks that the data of `others` is unchanged. */
function fuzzAllRoutes(
  person: () => TestUser | undefined,
  others: () => readonly TestUser[],
  runs: number,
): void {
  let before: unknown[];
  let secrets: string[];
  const readOthers = () => Promise.all(others().map((other) => ownItems(site.table, other)));

  beforeAll(async () => {
    before = await readOthers();
    secrets = (await Promise.all(others().map(secretsOf))).flat();
  });

  // spec: 3.2
  it.each(routes)(
    '%s answers by its contract, and reveals nothing of others',
    { timeout },
    async (name, { access }) => {
      const property = fc.asyncProperty(requestsOf(name, knownOn(name)), async (request) => {
        // What comes beyond Cognito's hourly limits is refused before it is looked at.
        if (name.startsWith('POST /auth/')) site.pool.wait(HOUR_MS);
        const answer = await send(person(), request);
        expectPromised(name, answer);
        if (!person() && access === 'signed-in') expectError(answer, 'unauthenticated');
        const text = JSON.stringify(answer.body) ?? '';
        for (const secret of secrets) expect(text).not.toContain(secret);
        if (answer.status < 400) answered.add(name);
        if (/logout|sessions/.test(name)) await Promise.all([ada, bea].map(signedInAgain));
      });
      await fc.assert(property, { numRuns: runs });
    },
  );

  // spec: 6.1
  it('other users’ data is unchanged', async () => {
    expect(await readOthers()).toEqual(before);
  });
}

describe('random requests of a visitor', () => {
  fuzzAllRoutes(
    () => undefined,
    () => [ada, bea],
    fewerRuns,
  );
});

describe('random requests of Ada', () => {
  fuzzAllRoutes(
    () => ada,
    () => [bea],
    numRuns,
  );
});

describe('random requests of Bea', () => {
  fuzzAllRoutes(
    () => bea,
    () => [ada],
    fewerRuns,
  );
});

describe('after all random requests', () => {
  it('every address has answered in the common form, with every method', { timeout }, async () => {
    const property = fc.asyncProperty(requestsAnywhere, async (request) => {
      const answer = await send(ada, request);
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
      if (answer.status >= 400) expectError(answer, ApiError.parse(answer.body).code);
    });
    await fc.assert(property, { numRuns: 10 * numRuns });
  });

  // A few tries are not enough for that.
  it.runIf(isSoak)('every route has succeeded', () => {
    expect(
      routes.map(([name]) => name).filter((name) => !answered.has(name) && !HARD_TO_MEET.has(name)),
    ).toEqual([]);
  });

  it('every channel counts the followers that it has', async () => {
    await foldCounters(site.table);
    const items = await readAll(site.table);
    const followed = items.filter(({ sk }) => sk.startsWith('FOLLOW#'));
    for (const { id, followers } of items.filter(({ sk }) => sk === 'CHANNEL')) {
      expect(followers).toBe(followed.filter(({ channel_id }) => channel_id === id).length);
    }
  });

  it('both users can log in as before', async () => {
    // Guessed passwords lock out unknown devices for up to a day.
    const guesses = guessesRepository(site.table, stageLimits(limits).guesses);
    site.pool.wait(HOUR_MS);
    for (const { id, username, password } of [ada, bea]) {
      await guesses.forget(id, 'STRANGERS');
      expectSuccess(
        'POST /auth/login',
        await site.api('POST', '/auth/login', { body: { username, password } }),
      );
    }
  });

  it('the log contains no password, token, stream key or e-mail address', async () => {
    const log = site.log.lines.join('');
    expect(site.log.lines.length).toBeGreaterThan(routes.length * numRuns);
    const secrets = (await Promise.all([ada, bea].map(secretsOf))).flat();
    for (const secret of [CANARY, ...secrets]) expect(log).not.toContain(secret);
  });
});

/** What they ask for is sent by mail, known to one person, signed for one thing, or stored elsewhere first, or for who has a role. */
const HARD_TO_MEET = new Set<RouteName>([
  'POST /auth/login',
  'DELETE /auth/me',
  'POST /auth/refresh',
  'POST /auth/reset-password',
  'POST /auth/change-password',
  'POST /auth/email',
  'POST /auth/export',
  'POST /auth/export/links',
  'POST /auth/email/confirm',
  'POST /auth/two-factor',
  'POST /auth/two-factor/confirm',
  'POST /auth/two-factor/recovery-codes',
  'DELETE /auth/two-factor',
  'POST /pictures/{id}/complete',
  'POST /browser-stream/{stream_id}/captions',
  'PUT /browser-stream/{stream_id}/captions/settings',
  'PUT /browser-stream/{stream_id}/picture',
  'PUT /browser-stream/{stream_id}/curve',
  'POST /browser-stream/{stream_id}/resume',
  'POST /videos/upload/{upload_id}/complete',
  'POST /videos/publish',
  'POST /videos/{id}/views',
  'POST /presence/{id}',
  'POST /reports/appeals',
  'GET /moderation/cases',
  'GET /moderation/decided',
  'GET /moderation/cases/{case_id}',
  'POST /moderation/cases/{case_id}',
]);
