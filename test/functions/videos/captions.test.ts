import { GetObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { budgetsOf } from '#functions/limits/limits.adapters.ts';
import { stageLimits } from '#functions/limits/stage-limits.ts';
import { MAX_CAPTION_TEXT, MAX_CAPTIONS } from '#shared/plain/captions/caption-limits.ts';
import { ApiError } from '#shared/base/api-error.ts';
import type { Video } from '#shared/videos/videos.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';

const site = await localApi({ storage: true, transcoder: {} });
const stage = new VideosStage(site);
const [ada, bea] = [await site.aUser(), await site.aUser()];

const SRT = '1\n00:00:01,000 --> 00:00:02,000\n<font color="red">Bladeless</font> & <i>quiet\n';
const PUT = 'PUT /videos/{id}/captions/{language}';
const DELETE = 'DELETE /videos/{id}/captions/{language}';

async function aVideo(fields: Partial<Video> = {}): Promise<Video> {
  const [video] = await seedVideos(site.table, ada, [{ status: 'ready', duration_s: 60, ...fields }]);
  return video!;
}

interface Given {
  readonly text?: string;
  readonly label?: string;
  readonly shift_ms?: number;
  readonly user?: TestUser | null;
}

const put = (id: string, language: string, { user = ada, ...body }: Given = {}) =>
  site.api('PUT', `/videos/${id}/captions/${language}`, {
    token: user?.token,
    body: { label: 'English', text: SRT, ...body },
  });
const remove = (id: string, language: string, user: TestUser | undefined = ada) =>
  site.api('DELETE', `/videos/${id}/captions/${language}`, { token: user?.token });

const keysOf = ({ id, channel_id }: Video) =>
  stage.keys('media', `media/videos/${channel_id}/${id}/captions/`);

async function fileAt(url: string) {
  const file = new GetObjectCommand({ Bucket: site.storage?.mediaBucket ?? '', Key: url.slice(1) });
  const { Body, ContentType, CacheControl } = await stage.s3.send(file);
  return { text: await Body?.transformToString(), ContentType, CacheControl };
}

describe('captions of a video', () => {
  it('are stored as clean WebVTT, which everybody finds with the video', async () => {
    const video = await aVideo();
    const { captions } = expectSuccess(PUT, await put(video.id, 'EN-us'));
    expect(captions).toEqual([
      {
        language: 'en-US',
        label: 'English',
        url: expect.stringMatching(/^\/media\/videos\/\w+\/\w+\/captions\/en-US-[\da-f]{16}\.vtt$/),
      },
    ]);
    expect((await stage.find(video.id, bea)).captions).toEqual(captions);
    expect(await fileAt(captions![0]!.url)).toEqual({
      text: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nBladeless &amp; <i>quiet</i>\n',
      ContentType: 'text/vtt; charset=utf-8',
      CacheControl: expect.stringContaining('immutable'),
    });
  });

  it('are replaced and deleted with their file, repeatedly', async () => {
    const video = await aVideo();
    await put(video.id, 'en');
    await put(video.id, 'de', { label: 'Deutsch' });
    await put(video.id, 'en', { text: SRT.replace('quiet', 'loud') });
    const twice = await put(video.id, 'en', { text: SRT.replace('quiet', 'loud') });
    const { captions } = expectSuccess(PUT, twice);
    expect(captions?.map(({ label }) => label)).toEqual(['Deutsch', 'English']);
    expect(await keysOf(video)).toEqual(captions?.map(({ url }) => url.slice(1)));
    for (let time = 0; time < 2; time++) {
      const left = expectSuccess(DELETE, await remove(video.id, 'EN'));
      expect(left.captions).toMatchObject([{ language: 'de' }]);
    }
    expect(expectSuccess(DELETE, await remove(video.id, 'de'))).not.toHaveProperty('captions');
    expect(await keysOf(video)).toEqual([]);
  });

  it('are charged for each replacement, also by an earlier file, until the day’s files are used up', async () => {
    const video = await aVideo();
    const cara = await site.aUser();
    const [own] = await seedVideos(site.table, cara, [{ status: 'ready', duration_s: 60 }]);
    const replace = (n: number) =>
      put(own!.id, 'en', { user: cara, text: SRT.replace('quiet', n % 2 ? 'loud' : 'calm') });
    const amount = stageLimits('cloud').persons.new.files - 4;
    await budgetsOf(site.table, { LIMITS: 'cloud' }).take('files', {
      channelId: cara.id,
      itemId: 'BEFORE',
      amount,
    });
    for (let n = 0; n < 4; n += 1) expectSuccess(PUT, await replace(n));
    const kept = expectSuccess(PUT, await replace(3)).captions;
    const refused = await replace(4);
    expectError(refused, 'too_many_requests');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await stage.find(own!.id, bea)).captions).toEqual(kept);
    expect(await keysOf(own!)).toEqual(kept?.map(({ url }) => url.slice(1)));
    expectSuccess(PUT, await put(video.id, 'en'));
  });

  it('are deleted with the video', async () => {
    const video = await aVideo();
    await put(video.id, 'en');
    await site.api('DELETE', `/videos/${video.id}`, { token: ada.token });
    expect(await keysOf(video)).toEqual([]);
  });

  it.each([
    ['1\n00:00:01,000 --> 00:00:99,000\nOne', /^Line 2: this time cannot be read/],
    [
      '1:00:99,0 --> 1:00:99,5\nOne\n\n0:09,0 --> 0:01,0\nTwo',
      /^2 of 2 captions in this file cannot be used.* Line 1: this time .* Line 4: this caption ends before/,
    ],
    ['[Script Info]\nTitle: x', /SubStation Alpha \(\.ass, \.ssa\) file. Save it as WebVTT/],
    ['1\n00:00:02,000 --> 00:00:01,000\nOne', /^Line 2: this caption ends before/],
    ['1\n00:02:00,000 --> 00:02:01,000\nOne', /after the end of the video/],
    ['Hello', /neither WebVTT/],
    ['x'.repeat(MAX_CAPTION_TEXT + 1), /at most 2 MB/],
  ])('refuse %.30s', async (text, detail) => {
    const video = await aVideo();
    expect(expectError(await put(video.id, 'en', { text }), 'invalid_request')).toMatch(detail);
    expect(await keysOf(video)).toEqual([]);
  });

  it('are read as programs write them, and what was changed or left out is answered', async () => {
    const video = await aVideo();
    const text = `${SRT}\n2\n00:00:03,000 -> 00:00:04,000\n<JOHN> Hello\n\n3\n00:00:09,000 --> 00:00:05,000\nBye\n`;
    const { reading, captions } = expectSuccess(PUT, await put(video.id, 'en', { text }));
    expect(reading).toEqual({
      lines: [
        { line: 3, text: '<font color="red">Bladeless</font> & <i>quiet', change: 'formatting' },
        {
          line: 6,
          text: '00:00:03,000 -> 00:00:04,000',
          change: 'timing',
          result: '00:00:03.000 --> 00:00:04.000',
        },
        { line: 7, text: '<JOHN> Hello', change: 'tag_as_text' },
        { line: 10, text: '00:00:09,000 --> 00:00:05,000', change: 'left_out_order' },
        { line: 11, text: 'Bye', change: 'left_out_order' },
      ],
      more: 0,
    });
    expect((await fileAt(captions![0]!.url)).text).toMatch(/04\.000\n&lt;JOHN&gt; Hello\n$/);
    expect(await stage.find(video.id, ada)).not.toHaveProperty('reading');
  });

  it('of a broadcast’s clock are shifted as it is proposed', async () => {
    const video = await aVideo();
    const text = SRT.replaceAll('00:00:', '10:00:');
    const refused = await put(video.id, 'en', { text });
    expect(expectError(refused, 'invalid_request')).toMatch(/starts at 10:00:01/);
    const { params } = ApiError.parse(refused.body);
    const shifted = await put(video.id, 'en', { text, shift_ms: Number(params?.['shift_ms']) });
    const { captions } = expectSuccess(PUT, shifted);
    expect((await fileAt(captions![0]!.url)).text).toMatch(/^WEBVTT\n\n00:00:01\.000/);
    expectError(await put(video.id, 'en', { text, shift_ms: 1e12 }), 'invalid_request');
  });

  it('refuse a language that is none, and one too many', async () => {
    const video = await aVideo();
    expectError(await put(video.id, 'english_language'), 'invalid_request');
    expectError(await put(video.id, 'en-US-US-US'), 'invalid_request');
    for (let at = 0; at < MAX_CAPTIONS; at++)
      expectSuccess(PUT, await put(video.id, `a${String.fromCodePoint(97 + at)}`));
    expect(expectError(await put(video.id, 'zz'), 'conflict')).toMatch(/at most 20 languages/);
    expectSuccess(PUT, await put(video.id, 'aa', { label: 'Afar' }));
  });

  it('wait until the video is ready', async () => {
    const video = await aVideo({ status: 'processing' });
    expect(expectError(await put(video.id, 'en'), 'conflict')).toMatch(/once the video is ready/);
  });

  it('are the owner’s to change', async () => {
    const [open, hidden] = [await aVideo(), await aVideo({ visibility: 'private' })];
    expectError(await put(open.id, 'en', { user: null }), 'unauthenticated');
    expectError(await put(open.id, 'en', { user: bea }), 'forbidden');
    expectError(await put(hidden.id, 'en', { user: bea }), 'not_found');
    expectError(await remove(open.id, 'en', bea), 'forbidden');
    expectError(await remove('0'.repeat(26), 'en'), 'not_found');
  });
});
