/**
 * Processes that are killed during an act of moderation. `test/soak/moderation-kills.test.ts` kills whole sites at any
 * moment.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLocalApi, type LocalApi } from '#test/support/api/local-api.ts';
import { killAtEachWrite, type Cast, type KillableSite } from '#test/support/api/moderation/killed-acts.ts';
import { aModerator } from '#test/support/api/moderation/moderators.ts';
import { ROOM_ACTS } from '#test/support/api/moderation/room-acts.ts';
import { SITE_ACTS } from '#test/support/api/moderation/site-acts.ts';
import { startKillableDatabase, type KillableDatabase } from '#test/support/stand-ins/killable-database.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

let database: KillableDatabase;
let api: LocalApi;
let site: KillableSite;
let cast: Cast;

beforeAll(async () => {
  database = await startKillableDatabase(newFolder());
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = database.endpoint;
  api = await startLocalApi();
  const [streamer, roomModerator] = [await api.aUser(), await api.aUser()];
  cast = { streamer, roomModerator, siteModerator: await aModerator(api) };
  const { token } = streamer;
  await api.api('PUT', `/rooms/${streamer.id}/moderators/${roomModerator.username}`, { token });
  site = {
    database,
    person: () => api.aUser(),
    call: ({ token }, method, path, body) => api.api(method, path, { token, body }),
    // Its pending requests are refused.
    restart: async () => {},
  };
});
afterAll(async () => {
  await api.close();
  await database[Symbol.asyncDispose]();
});

describe('a process that dies at a write', () => {
  it.each(Object.entries({ ...ROOM_ACTS, ...SITE_ACTS }))(
    'while %s leaves no partial state',
    async (name, act) => {
      // Before a write is the same as after the previous one.
      const { kills } = await killAtEachWrite(site, cast, { [name]: act }, ['after']);
      expect(kills).toBeGreaterThan(0);
    },
  );
});
