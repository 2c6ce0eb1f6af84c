import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { captionsOfPart } from '#functions/browser-stream/replay-captions.ts';
import { captionsTopic } from '#shared/plain/topics.ts';
import { aCue, agoS, CaptionsCaller } from '#test/support/api/captions-caller.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { passTo } from '#test/support/api/passes.ts';
import { listenToTopic } from '#test/support/stand-ins/channel-listener.ts';

const site = await localApi({ storage: true, realtime: true });
const captions = await CaptionsCaller.on(site);
const { ada, bea, moderator } = captions;
beforeEach(async () => {
  await captions.goLive();
});

const added: CaptionsCaller['added'] = (...asked) => captions.added(...asked);
const turned = async (is_on: boolean, user: TestUser = ada) =>
  expectSuccess('PUT /browser-stream/{stream_id}/captions/settings', await captions.turn(is_on, user));
const channelLanguage = async () => {
  const { body } = await site.api('GET', `/streamers/${ada.username}`);
  return (body as { captions_language?: string }).captions_language;
};
const vtt = async () => String((await captions.call('GET', '/live/subtitles/0-60000.vtt', undefined)).body);
/** As a replay and a clip have them. */
const captionsOfReplay = async () => {
  const { camera, id } = captions;
  const broadcast = (await camera.broadcasts.find(id))!;
  return captionsOfPart(camera.broadcasts, broadcast, [{ startMs: 0, endMs: 60_000 }]);
};

describe('the captions of a broadcast are moderated:', () => {
  it('only the streamer and a moderator delete one', async () => {
    const [first, second, kept] = [await added(), await added(), await added({ text: 'Kept' })];
    expectError(await captions.remove(first, bea), 'forbidden');
    expectError(await captions.remove(first), 'unauthenticated');
    for (const [cue, user] of [
      [first, ada],
      [second, moderator],
      [second, moderator],
    ] as const)
      expect((await captions.remove(cue, user)).status).toBe(204);
    expect((await captions.slotOf(kept.at)).cues).toContainEqual(kept);
    expect((await captions.slotOf(first.at)).cues).not.toContainEqual(first);
    expect(await captions.latest()).toMatchObject({ is_on: true, cues: [kept] });
    expect((await vtt()).match(/-->/g)).toHaveLength(1);
    expect((await captionsOfReplay())?.cues).toMatchObject([{ text: 'Kept' }]);
  });

  it('one is deleted of another broadcast only by those who moderate that', async () => {
    const cue = await added();
    await captions.camera.live(bea, { way: 'direct' });
    expectError(await captions.remove(cue, bea), 'forbidden');
    expect((await captions.remove({ ...cue, id: randomUUID() }, ada)).status).toBe(204);
    expect((await captions.remove({ ...cue, at: agoS(50) }, ada)).status).toBe(204);
    expectError(await captions.remove({ ...cue, at: 'yesterday' }, ada), 'invalid_request');
    expect((await captions.latest()).cues).toEqual([cue]);
  });

  it('a deleted one leaves the pages of viewers', async () => {
    const cue = await added();
    const pass = await passTo(site, 'channel', ada.id);
    const client = await listenToTopic(site.realtime!, captionsTopic(ada.id), pass);
    await captions.remove(cue, ada);
    const { event } = (await client.next()) as { event?: unknown };
    expect(JSON.parse(String(event))).toEqual({ events: [{ type: 'deleted', id: cue.id }] });
    client.close();
  });

  it('those of the last minutes are listed for the streamer and moderators, latest first', async () => {
    const cues = [await added({ at: agoS(50) }), await added({ at: agoS(1) })];
    expect(await captions.latest(ada)).toEqual({ is_on: true, cues: cues.toReversed() });
    expect(await captions.latest(moderator)).toEqual(await captions.latest(ada));
    expectError(await captions.call('GET', '/captions', bea), 'forbidden');
    expectError(await captions.call('GET', '/captions', undefined), 'unauthenticated');
  });

  it('they are turned off, for everybody, and on again', async () => {
    const cue = await added();
    expectError(await captions.turn(false, bea), 'forbidden');
    expect(await turned(false, moderator)).toEqual({ is_on: false });
    expect(await turned(false)).toEqual({ is_on: false });
    for (const user of [ada, moderator]) {
      const refused = await captions.add(aCue(), user);
      expectError(refused, 'conflict');
      expect(refused.body).toMatchObject({ reason: 'live_captions_off' });
    }
    expect(await channelLanguage()).toBeUndefined();
    expect(await captions.slotOf(cue.at)).toEqual({ language: null, cues: [] });
    expect(await vtt()).not.toContain('-->');
    expect(await captionsOfReplay()).toBeUndefined();
    expect(await captions.latest()).toEqual({ is_on: false, cues: [cue] });
    expect(await turned(true)).toEqual({ is_on: true });
    expect(await channelLanguage()).toBe('en');
    expect((await captions.slotOf(cue.at)).cues).toEqual([cue]);
    await added();
  });

  it('they can be off before the first one', async () => {
    await turned(false);
    expectError(await captions.add(aCue()), 'conflict');
    await turned(true);
    expect(await channelLanguage()).toBeUndefined();
    await added({ language: 'de' });
    expect(await channelLanguage()).toBe('de');
  });

  it('they stay as they are once the broadcast has ended', async () => {
    await captions.camera.stopped(ada, captions.id);
    expectError(await captions.turn(false, ada), 'conflict');
  });
});
