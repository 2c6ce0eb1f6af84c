import { beforeEach, describe, expect, it } from 'vitest';
import { captionsOfPart, recordedCues } from '#functions/browser-stream/replay-captions.ts';
import { parseCaptions } from '#shared/plain/captions/parse-captions.ts';
import { captionsTopic } from '#shared/plain/topics.ts';
import { makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { aCue, agoS, CaptionsCaller, WHOLE_BROADCAST, POST } from '#test/support/api/captions-caller.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { passTo } from '#test/support/api/passes.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';
import { listenToTopic } from '#test/support/stand-ins/channel-listener.ts';

const SEGMENTS = makeSegments();

let id: string;
const site = await localApi({ storage: true, realtime: true });
const captions = await CaptionsCaller.on(site);
const { camera, ada, bea, moderator } = captions;
beforeEach(async () => {
  id = await captions.goLive();
});

const add: CaptionsCaller['add'] = (...asked) => captions.add(...asked);
const added: CaptionsCaller['added'] = (...asked) => captions.added(...asked);
const slotOf: CaptionsCaller['slotOf'] = (at) => captions.slotOf(at);

describe('a caption of a live broadcast', () => {
  it('is found by the time of its picture, and shown on the channel', async () => {
    const cue = await added({ at: agoS(2.3) });
    expect(cue).toMatchObject({ text: 'The <fan> turns & turns', duration_s: 3 });
    expect(await slotOf(cue.at)).toMatchObject({ language: 'en', cues: [cue] });
    const { body } = await site.api('GET', `/streamers/${ada.username}`);
    expect(body).toMatchObject({ captions_language: 'en' });
    await camera.stopped(ada, id);
    const { body: after } = await site.api('GET', `/streamers/${ada.username}`);
    expect(after).not.toHaveProperty('captions_language');
  });

  it('comes to viewers who have turned captions on', async () => {
    const pass = await passTo(site, 'channel', ada.id);
    const client = await listenToTopic(site.realtime!, captionsTopic(ada.id), pass);
    const cue = await added();
    const { event } = (await client.next()) as { event?: unknown };
    expect(JSON.parse(String(event))).toEqual({ events: [{ type: 'cue', cue }] });
    client.close();
  });

  it('is idempotent, and comes from the streamer or a moderator', async () => {
    const body = aCue();
    const first = expectSuccess(POST, await add(body, ada));
    expect(expectSuccess(POST, await add({ ...body, text: 'Another' }))).toEqual(first);
    expect((await slotOf(first.at)).cues).toEqual([first]);
    expectError(await add(aCue(), bea), 'forbidden');
    expectError(
      await site.api('POST', `/browser-stream/${id}/captions`, { body: aCue() }),
      'unauthenticated',
    );
  });

  it('belongs to a picture of the last minute of a live broadcast', async () => {
    expectError(await add(aCue({ at: agoS(61) })), 'conflict');
    expectError(await add(aCue({ at: agoS(-6) })), 'conflict');
    expectError(await add(aCue({ text: '' })), 'invalid_request');
    for (const language of ['e', 'en-x-a', 'en-u-nu-latn', 'abcd', 'de-1996-1996'])
      expectError(await add(aCue({ language })), 'invalid_request');
    await camera.broadcasts.end({ id, channelId: ada.id }, { atMs: Date.now() - 61_000, by: 'streamer' });
    expectError(await add(aCue()), 'conflict');
  });

  it('is the only one with its id, for one time', async () => {
    const one = aCue({ at: agoS(2) });
    const { at } = expectSuccess(POST, await add(one));
    for (const seconds of [0, 1, 30, 59]) {
      const again = await add({ ...one, at: agoS(seconds) });
      expectError(again, 'conflict');
      expect(again.body).toMatchObject({ reason: 'live_caption_known' });
    }
    expect((await camera.broadcasts.cuesBetween(id, WHOLE_BROADCAST)).map(({ atMs }) => atMs)).toEqual([
      Date.parse(at),
    ]);
  });

  it('is stored with its author, whom no route shows', async () => {
    const { at } = await added();
    const item = (await readAll(site.table)).find(
      ({ pk, sk }) => pk === `CAMERA#${id}` && sk.startsWith('CAPTION#'),
    );
    expect(item).toMatchObject({ author_id: moderator.id });
    expect(JSON.stringify([await slotOf(at), await captions.latest()])).not.toContain(moderator.id);
  });
});

describe('the rendition of captions', () => {
  it('is listed only where a broadcast has captions', async () => {
    await camera.segmentStored(ada, id, 0, SEGMENTS[0]!);
    const variants = async () =>
      expectSuccess('GET /browser-stream/{stream_id}/live.m3u8', await camera.playlist(id));
    expect(await variants()).not.toContain('SUBTITLES');
    await added();
    expect(await variants()).toMatch(
      /#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",LANGUAGE="en".*URI="live\/captions\.m3u8"\n(#EXT-X-STREAM-INF.*SUBTITLES="captions"\n.*\n)+$/,
    );
  });

  it('has WebVTT of each segment, with what came before it was listed', async () => {
    const { startedAtMs } = (await camera.broadcasts.find(id))!;
    await camera.segmentStored(ada, id, 0, SEGMENTS[0]!);
    const cue = await added();
    const playlist = expectSuccess(
      'GET /browser-stream/{stream_id}/live/{playlist}',
      await camera.rendition(id, 'captions'),
    );
    const [address] = /^subtitles\/\d+-\d+\.vtt$/m.exec(playlist) ?? [];
    const main = expectSuccess(
      'GET /browser-stream/{stream_id}/live/{playlist}',
      await camera.rendition(id, 'main'),
    );
    const timing = (text: string) => text.match(/#EXT(INF|-X-(TARGET|MEDIA|PROGRAM)).*/g);
    expect(timing(playlist)).toEqual(timing(main));
    const file = async (path: string) => {
      const answer = await site.api('GET', `/browser-stream/${id}/live/${path}`);
      const body = expectSuccess('GET /browser-stream/{stream_id}/live/subtitles/{file}', answer);
      const { headers } = answer;
      expect(headers.get('content-type')).toBe('text/vtt; charset=utf-8');
      expect(body).toMatch(/^WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00\.000\n/);
      return String(body);
    };
    await file(address!);
    const atMs = Date.parse(cue.at) - startedAtMs;
    const { cues } = parseCaptions(await file(`subtitles/${Math.max(0, atMs - 500)}-${atMs + 2000}.vtt`));
    const [listed] = cues;
    expect(listed).toMatchObject({ text: 'The &lt;fan&gt; turns &amp; turns' });
    expect(Math.abs(listed!.startMs - atMs)).toBeLessThan(500);
    expect(await file('subtitles/900000-901000.vtt')).not.toContain('-->');
    expectError(await site.api('GET', `/browser-stream/${id}/live/subtitles/2000-1000.vtt`), 'not_found');
  });
});

describe('captions of a replay', () => {
  it('are named by their tag where it has no name', async () => {
    await added();
    const broadcast = (await camera.broadcasts.find(id))!;
    const part = await captionsOfPart(camera.broadcasts, { ...broadcast, captionsLanguage: 'en-x-a' }, [
      { startMs: 0, endMs: 60_000 },
    ]);
    expect(part).toMatchObject({ language: 'en-x-a', label: 'en-x-a', cues: [{}] });
  });

  it('are at the position of their picture, after a gap or in it', () => {
    const segments = [
      { startMs: 0, endMs: 1000 },
      { startMs: 5000, endMs: 6000 },
    ];
    const cues = [200, 3000, 5500, 9000].map((ms) => ({
      id: `${ms}`,
      atMs: 100_000 + ms,
      durationMs: 1500,
      arrivedAtMs: 0,
      text: `<${ms}>`,
    }));
    const placed = recordedCues(cues, segments, 100_000);
    expect(placed.map(({ startMs }) => startMs)).toEqual([200, 1000, 1500]);
    expect(placed[1]).toMatchObject({ endMs: 2500, text: '&lt;3000&gt;' });
  });
});
