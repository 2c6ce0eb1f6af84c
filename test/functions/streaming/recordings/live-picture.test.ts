import { describe, expect, it } from 'vitest';
import { LOCAL_RECORDINGS } from '#infra/local/storage/site-buckets.ts';
import type { Channel } from '#shared/channels/channels.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { ivsChannelOf, reportStream as reportState } from '#test/support/api/ivs-events.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';

const site = await localApi({ ivs: true, storage: true });

const post = (path: string, { token }: TestUser, body?: object) =>
  site.api('POST', path, { token, ...(body && { body }) });
const start = (user: TestUser, choice: object = {}) =>
  post('/streaming/start', user, { title: 'A fan', game: 'Box Fans', ...choice });
const channelOf = async ({ username }: TestUser): Promise<Channel> =>
  expectSuccess('GET /streamers/{username}', await site.api('GET', `/streamers/${username}`));
const pictureOf = async (user: TestUser) => (await channelOf(user)).live_thumbnail_url;
const recordingOf = async (user: TestUser) => (await channelOf(user)).recording_url;

const soon = (): Date => new Date(Date.now() + 1000);

/** IVS says that the picture comes, or that it has gone. */
const reportStream = (
  user: TestUser,
  name: 'Stream Start' | 'Stream End',
  { at = soon(), streamId = 'st-1' }: { readonly at?: Date; readonly streamId?: string } = {},
): Promise<void> => reportState(site, user, name, { laterS: (at.getTime() - Date.now()) / 1000, streamId });

const PREFIX = 'ivs/v1/000000000000/AsXego4U6tnj/2026/1/2/3/4';
const recording = (recordingId: string) => `/${PREFIX}/${recordingId}/media/hls/master.m3u8`;
const picture = (recordingId: string) => `/${PREFIX}/${recordingId}/media/latest_thumbnail/thumb.jpg`;

async function reportRecording(
  user: TestUser,
  recordingId: string,
  options: { at?: Date; bucket?: string } = {},
): Promise<void> {
  const { at = soon(), bucket = LOCAL_RECORDINGS } = options;
  await site.deliver({
    'detail-type': 'IVS Recording State Change',
    source: 'aws.ivs',
    time: at.toISOString(),
    resources: [await ivsChannelOf(site, user.id)],
    detail: {
      recording_status: 'Recording Start',
      recording_s3_bucket_name: bucket,
      recording_s3_key_prefix: `${PREFIX}/${recordingId}`,
      recording_duration_ms: 0,
      channel_name: user.id,
      stream_id: 'st-1',
    },
  });
}

describe('the picture of a live stream', () => {
  it('is the picture of its recording while the encoder sends', async () => {
    const ada = await site.aUser();
    await start(ada);
    expect(await pictureOf(ada)).toBe('');
    await reportStream(ada, 'Stream Start');
    await reportRecording(ada, 'one');
    expect(await pictureOf(ada)).toBe(picture('one'));
    const listed = expectSuccess('GET /streamers', await site.api('GET', '/streamers?live=true'));
    expect(listed.find(({ id }: Channel) => id === ada.id)?.live_thumbnail_url).toBe(picture('one'));
  });

  it('is there with the first picture, where the recording is reported before it', async () => {
    const ada = await site.aUser();
    await start(ada);
    await reportRecording(ada, 'one');
    expect([await pictureOf(ada), await recordingOf(ada)]).toEqual(['', undefined]);
    await reportStream(ada, 'Stream Start');
    expect([await pictureOf(ada), await recordingOf(ada)]).toEqual([picture('one'), recording('one')]);
  });

  it('is gone while the encoder is away, and back with the next recording', async () => {
    const ada = await site.aUser();
    await start(ada);
    await reportStream(ada, 'Stream Start');
    await reportRecording(ada, 'one');
    await reportStream(ada, 'Stream End', { at: new Date(Date.now() + 5000) });
    expect(await pictureOf(ada)).toBe('');
    await reportRecording(ada, 'two', { at: new Date(Date.now() + 8000) });
    await reportStream(ada, 'Stream Start', { at: new Date(Date.now() + 9000), streamId: 'st-2' });
    expect(await pictureOf(ada)).toBe(picture('two'));
  });

  it('is gone after the stream, and late events do not restore it', async () => {
    const ada = await site.aUser();
    await start(ada);
    await reportStream(ada, 'Stream Start');
    await reportRecording(ada, 'one');
    await post('/streaming/stop', ada);
    expect(await pictureOf(ada)).toBe('');
    await reportRecording(ada, 'one');
    expect(await pictureOf(ada)).toBe('');
    await start(ada);
    await reportStream(ada, 'Stream Start', { at: new Date(Date.now() + 20_000), streamId: 'st-2' });
    await reportRecording(ada, 'one', { at: new Date(Date.now() - 60_000) });
    expect(await pictureOf(ada)).toBe('');
  });

  it('is ignored from another bucket', async () => {
    const ada = await site.aUser();
    await start(ada);
    await reportStream(ada, 'Stream Start');
    await reportRecording(ada, 'one', { bucket: 'holiday-cams' });
    expect(await pictureOf(ada)).toBe('');
  });
});

describe('the recording of a live stream', () => {
  it('is public while it is live, also while the encoder is away', async () => {
    const ada = await site.aUser();
    await start(ada);
    expect(await recordingOf(ada)).toBeUndefined();
    await reportStream(ada, 'Stream Start');
    const at = soon();
    await reportRecording(ada, 'one', { at });
    expect(await channelOf(ada)).toMatchObject({
      recording_url: recording('one'),
      recording_started_at: at.toISOString(),
    });
    await reportStream(ada, 'Stream End', { at: new Date(Date.now() + 5000) });
    expect(await recordingOf(ada)).toBe(recording('one'));
    await post('/streaming/stop', ada);
    expect(await recordingOf(ada)).toBeUndefined();
    expect(await channelOf(ada)).not.toHaveProperty('recording_started_at');
    await reportRecording(ada, 'one');
    await start(ada);
    expect(await recordingOf(ada)).toBeUndefined();
  });

  it('is the newest, whatever the order of the events', async () => {
    const ada = await site.aUser();
    await start(ada);
    await reportStream(ada, 'Stream Start');
    const [first, second] = [2000, 60_000].map((ms) => new Date(Date.now() + ms));
    await reportRecording(ada, 'two', { at: second! });
    await reportRecording(ada, 'one', { at: first! });
    await reportRecording(ada, 'two', { at: second! });
    expect([await recordingOf(ada), await pictureOf(ada)]).toEqual([recording('two'), picture('two')]);
    expect((await channelOf(ada)).recording_started_at).toBe(second!.toISOString());
  });

  it('is not public where its owner keeps no replay, and again when they do', async () => {
    const ada = await site.aUser();
    await start(ada, { keep_replay: false });
    await reportStream(ada, 'Stream Start');
    await reportRecording(ada, 'one');
    const hidden = await channelOf(ada);
    expect([hidden.recording_url, hidden.recording_started_at]).toEqual([undefined, undefined]);
    const choose = (keep_replay: boolean) =>
      site.api('PATCH', '/streamers/status', { token: ada.token, body: { keep_replay } });
    const kept = expectSuccess('PATCH /streamers/status', await choose(true));
    expect(kept.recording_url).toBe(recording('one'));
    await choose(false);
    expect(await recordingOf(ada)).toBeUndefined();
    expect(await pictureOf(ada)).toBe(picture('one'));
    await reportStream(ada, 'Stream End', { at: new Date(Date.now() + 5000) });
    expect(await recordingOf(ada)).toBeUndefined();
  });
});
