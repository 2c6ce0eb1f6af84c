import { DeleteChannelCommand, IvsClient } from '@aws-sdk/client-ivs';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import {
  ago,
  recordingEvent,
  type RecordingEvent,
  recordingsOf,
  SETUP,
} from '#test/support/api/videos/recordings.ts';

const site = await localApi({ ivs: true, storage: true });

const { start, stop, videosOf, streamItem, age, put, putEnded, reportStored } = recordingsOf(() => site);

describe('the file of a recording that has ended', () => {
  /** A recording of the user's channel at IVS, of a stream of ten minutes. */
  async function recordedBy(user: TestUser, streamId?: string): Promise<RecordingEvent> {
    const event = recordingEvent(user, { startedAt: ago(9 * MINUTE_MS), ...(streamId && { streamId }) });
    const { ivs_channel_arn: arn } = await streamItem(user);
    const { detail } = event;
    const prefix = detail.recording_s3_key_prefix.replace('AsXego4U6tnj', String(arn).split('/')[1]!);
    return { ...event, detail: { ...detail, recording_s3_key_prefix: prefix } };
  }

  async function aStreamer(): Promise<TestUser> {
    const user = await site.aUser();
    await start(user);
    await age(user, 10 * MINUTE_MS);
    await stop(user);
    return user;
  }

  it('is enough for a replay without an event of IVS', async () => {
    const ada = await aStreamer();
    const event = await recordedBy(ada);
    await putEnded(event);
    await reportStored(event);
    const playback_url = `/${event.detail.recording_s3_key_prefix}/media/hls/master.m3u8`;
    expect(await videosOf(ada)).toMatchObject([{ title: SETUP.title, playback_url, duration_s: 60 }]);
  });

  it('has the address of the replay', async () => {
    const ada = await aStreamer();
    const event = await recordedBy(ada);
    await putEnded(event, 'media/hls-2');
    await reportStored(event);
    const playback_url = `/${event.detail.recording_s3_key_prefix}/media/hls-2/master.m3u8`;
    expect(await videosOf(ada)).toMatchObject([{ playback_url }]);
  });

  const orders: [string, (event: RecordingEvent) => Promise<unknown>][] = [
    ['first', async (event) => [await reportStored(event), await site.deliver(event)]],
    ['after IVS’s event', async (event) => [await site.deliver(event), await reportStored(event)]],
    ['with it', (event) => Promise.all([site.deliver(event), reportStored(event)])],
    [
      'again and again',
      async (event) => {
        for (const deliver of [reportStored, site.deliver, reportStored, site.deliver]) await deliver(event);
      },
    ],
  ];
  it.each(orders)('makes one replay, delivered %s', async (_, deliver) => {
    const ada = await aStreamer();
    const event = await recordedBy(ada);
    await putEnded(event);
    await deliver(event);
    expect(await videosOf(ada)).toMatchObject([{ title: SETUP.title }]);
  });

  it('is awaited when IVS’s event arrives first, which names the stream', async () => {
    const ada = await site.aUser();
    for (const number of [1, 2]) {
      await start(ada, { title: `Take ${number}` });
      const { ivs_channel_arn: arn } = await streamItem(ada);
      await site.deliver({
        'detail-type': 'IVS Stream State Change',
        source: 'aws.ivs',
        time: new Date(Date.now() + 1000).toISOString(),
        resources: [arn],
        detail: { event_name: 'Stream Start', channel_name: ada.id, stream_id: `st-${number}` },
      });
      await stop(ada);
    }
    const reported = await recordedBy(ada, 'st-1');
    const { detail } = await recordedBy(ada);
    const event = { ...reported, detail: { ...reported.detail, recording_s3_key_prefix: placedNow(detail) } };
    await site.deliver(event);
    expect(await videosOf(ada)).toEqual([]);
    await putEnded({ ...event, startedAt: `${new Date().toISOString().slice(0, 19)}Z` });
    await reportStored(event);
    expect(await videosOf(ada)).toMatchObject([{ title: 'Take 1' }]);
  });

  it('is used when IVS lost the channel, and ignored when the channel is unknown', async () => {
    const ada = await aStreamer();
    const event = await recordedBy(ada);
    const { ivs_channel_arn: arn } = await streamItem(ada);
    await new IvsClient().send(new DeleteChannelCommand({ arn: String(arn) }));
    await start(ada);
    await stop(ada);
    await putEnded(event);
    await reportStored(event);
    expect(await videosOf(ada)).toHaveLength(1);
    await reportStored(recordingEvent(ada));
    await reportStored(event, 'holiday-cams').catch(() => {});
    expect(await videosOf(ada)).toHaveLength(1);
  });

  it('goes to the dead letters with the reason when it is invalid', async () => {
    const ada = await aStreamer();
    const event = await recordedBy(ada);
    await put(`${event.detail.recording_s3_key_prefix}/events/recording-ended.json`, '{"version":"v9"}');
    await expect(reportStored(event)).rejects.toThrow(/recording .+ is not understood: channel_arn/);
    await expect(site.deliver(event)).rejects.toThrow('is not understood');
    expect(await videosOf(ada)).toEqual([]);
  });
});

/** The same recording, begun in this minute. */
const placedNow = ({ recording_s3_key_prefix: prefix }: RecordingEvent['detail']): string => {
  const parts = prefix.split('/');
  const minute = new Date().toISOString().slice(0, 16).split(/[-T:]/).map(Number);
  return [...parts.slice(0, 4), ...minute, parts.at(-1)].join('/');
};
