/** Who would learn by a report what they may not see, or bury the moderators under reports. */
import { beforeEach, describe, expect, it } from 'vitest';
import { stageLimits } from '#functions/limits/stage-limits.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { RoomCaller } from '#test/support/api/rooms.ts';
import { aModerator, decided, queueOf, report } from '#test/support/api/moderation/moderators.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

const UNKNOWN_ID = '0'.repeat(26);
const SUSPEND = { act: 'suspend', reason: 'spam', days: null } as const;

let ada: TestUser;
let bea: TestUser;
const site = await localApi();
const rooms = new RoomCaller(site);
const moderator = await aModerator(site);
beforeEach(async () => {
  [ada, bea] = [await site.aUser(), await site.aUser()];
});

const aVideo = async (visibility?: 'private' | 'unlisted') =>
  (
    await seedVideos(site.table, bea, [
      { status: 'ready', title: 'Turning', ...(visibility && { visibility }) },
    ])
  )[0]!;

/** Neither is it answered otherwise than of nothing, nor has the queue a case of it. */
async function expectNothingThere(bodies: readonly object[]): Promise<void> {
  const before = await queueOf(site, moderator);
  const answered = async (body: object) => expectError(await report(site, ada, body), 'not_found');
  for (const body of bodies) await answered(body);
  expect(await queueOf(site, moderator)).toEqual(before);
}

describe('a report of hidden content is not found', () => {
  it('for private, unknown and misplaced content', async () => {
    const [hidden, listed] = [await aVideo('private'), await aVideo('unlisted')];
    const { id: message_id } = await rooms.say(bea, bea, 'here, not there');
    await expectNothingThere([
      { kind: 'video', id: hidden.id },
      { kind: 'video', id: UNKNOWN_ID },
      { kind: 'channel', id: UNKNOWN_ID },
      { kind: 'profile', id: UNKNOWN_ID },
      { kind: 'message', id: bea.id, message_id: UNKNOWN_ID },
      { kind: 'message', id: bea.id },
      { kind: 'message', id: UNKNOWN_ID, message_id },
      { kind: 'message', id: ada.id, message_id },
    ]);
    expectSuccess('POST /reports', await report(site, ada, { kind: 'video', id: listed.id }));
  });

  it('for removed or cleared messages and removed videos', async () => {
    const [removed, cleared] = [await rooms.say(bea, bea, 'one'), await rooms.say(bea, bea, 'two')];
    expect((await rooms.remove(bea, bea, removed.id)).status).toBe(204);
    await rooms.clear(bea, bea);
    const video = await aVideo();
    const other = await site.aUser();
    expectSuccess('POST /reports', await report(site, other, { kind: 'video', id: video.id }));
    await decided(site, moderator, `video.${video.id}`, { act: 'remove', reason: 'spam' });
    await expectNothingThere([
      { kind: 'message', id: bea.id, message_id: removed.id },
      { kind: 'message', id: bea.id, message_id: cleared.id },
      { kind: 'video', id: video.id },
    ]);
  });

  it('for a suspended user’s channel, messages and videos', async () => {
    const [video, { id: message_id }] = [await aVideo(), await rooms.say(bea, bea, 'hello')];
    const other = await site.aUser();
    expectSuccess('POST /reports', await report(site, other, { kind: 'channel', id: bea.id }));
    await decided(site, moderator, `channel.${bea.id}`, SUSPEND);
    await site.deliver({ 'detail-type': 'Scheduled Event' });
    await expectNothingThere([
      { kind: 'channel', id: bea.id },
      { kind: 'profile', id: bea.id },
      { kind: 'message', id: bea.id, message_id },
      { kind: 'video', id: video.id },
    ]);
  });
});

it('reports above the rate limit are refused', async () => {
  const [author, another] = [await site.aUser(), await site.aUser()];
  const body = { kind: 'channel', id: bea.id, reason: 'spam' } as const;
  const { requests } = stageLimits('cloud').rates.report!;
  for (let n = 0; n < requests; n += 1) expectSuccess('POST /reports', await report(site, author, body));
  expectError(await report(site, author, body), 'too_many_requests');
  // Others are heard all the same.
  expectSuccess('POST /reports', await report(site, another, body));
});
