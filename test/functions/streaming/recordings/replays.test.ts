import { GetChannelCommand, IvsClient } from '@aws-sdk/client-ivs';
import { describe, expect, it } from 'vitest';
import { LOCAL_RECORDING_CONFIGURATION_ARN } from '#infra/local/live-channels/live-channels.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import {
  ago,
  recordingEvent,
  type RecordingEvent,
  recordingsOf,
  SETUP,
} from '#test/support/api/videos/recordings.ts';

const site = await localApi({ ivs: true, storage: true });

const { start, stop, videosOf, streamItem, age, put, notify, putRecording, textAt, filesBelow } =
  recordingsOf(() => site);

describe('an ended recording', () => {
  it('becomes a public video of its channel with the stream’s title', async () => {
    const ada = await site.aUser();
    await start(ada);
    await age(ada, 10 * MINUTE_MS);
    await stop(ada);
    const event = recordingEvent(ada, { startedAt: ago(9 * MINUTE_MS), durationMs: 125_400 });
    await notify(event);
    const prefix = event.detail.recording_s3_key_prefix;
    expect(await videosOf(ada)).toEqual([
      {
        id: expect.any(String),
        channel_id: ada.id,
        username: ada.username,
        kind: 'replay',
        title: SETUP.title,
        category: SETUP.game,
        tags: SETUP.tags,
        visibility: 'public',
        description: '',
        status: 'ready',
        percent: 100,
        reason: null,
        playback_url: `/${prefix}/media/hls/master.m3u8`,
        thumbnail_url: `/${prefix}/media/thumbnails/thumb1.jpg`,
        storyboard_url: null,
        duration_s: 125.4,
        views: 0,
        likes: 0,
        created_at: expect.any(String),
      },
    ]);
  });

  it('has the chat of its time and no other', async () => {
    const [ada, grace] = [await site.aUser(), await site.aUser()];
    const say = async (message: string, visibleAgoMs: number) => {
      const body = { message, shown_at: ago(visibleAgoMs).toISOString() };
      const answer = await site.api('POST', `/chat/${ada.id}`, { token: grace.token, body });
      return expectSuccess('POST /chat/{id}', answer);
    };
    await start(ada);
    await age(ada, 10 * MINUTE_MS);
    const said = [await say('Of its end', 3 * MINUTE_MS), await say('When it was over', MINUTE_MS)];
    await stop(ada);
    said.push(await say('And seen late', 3 * MINUTE_MS));
    const startedAt = ago(9 * MINUTE_MS);
    await notify(recordingEvent(ada, { startedAt, durationMs: 7 * MINUTE_MS }));
    const [video] = await videosOf(ada);
    const answer = await site.api('GET', `/replays/${video?.id}/chat`);
    const { messages, recorded } = expectSuccess('GET /replays/{id}/chat', answer);
    expect(messages).toEqual([said[0], said[2]]);
    expect(recorded).toMatchObject([{ at_s: 0 }]);
    // IVS's events have times in whole seconds.
    expect(Math.abs(Date.parse(recorded[0]!.time) - startedAt.getTime())).toBeLessThanOrEqual(1000);
  });

  it('has the title that the stream had at its end', async () => {
    const ada = await site.aUser();
    await start(ada, { title: 'Warming up' });
    await age(ada, 10 * MINUTE_MS);
    await start(ada, { title: 'Now in earnest' });
    await stop(ada);
    await start(ada, { title: 'The next evening' });
    await notify(recordingEvent(ada, { startedAt: ago(9 * MINUTE_MS) }));
    expect(await videosOf(ada)).toMatchObject([{ title: 'Now in earnest' }]);
    await site.api('PATCH', '/streamers/status', { token: ada.token, body: { title: 'Renamed on air' } });
    await age(ada, 5 * MINUTE_MS);
    await notify(recordingEvent(ada, { startedAt: ago(4 * MINUTE_MS) }));
    expect(await videosOf(ada)).toMatchObject([{ title: 'Renamed on air' }, { title: 'Now in earnest' }]);
  });

  it('is matched by stream id when several broadcasts began in one minute', async () => {
    const ada = await site.aUser();
    for (const number of [1, 2, 3]) {
      await start(ada, { title: `Take ${number}` });
      const { ivs_channel_arn: arn } = await streamItem(ada);
      const detail = { event_name: 'Stream Start', channel_name: ada.id, stream_id: `st-${number}` };
      const time = new Date(Date.now() + 1000).toISOString();
      const change = {
        'detail-type': 'IVS Stream State Change',
        source: 'aws.ivs',
        time,
        resources: [arn],
        detail,
      };
      await site.deliver(change);
      await stop(ada);
    }
    await notify(recordingEvent(ada, { streamId: 'st-2', durationMs: 5_000 }));
    expect(await videosOf(ada)).toMatchObject([{ title: 'Take 2' }]);
  });

  it('becomes one video, however often it is reported', async () => {
    const ada = await site.aUser();
    await start(ada);
    const event = recordingEvent(ada);
    await Promise.all([notify(event), notify(event)]);
    await notify(event);
    expect(await videosOf(ada)).toHaveLength(1);
    await stop(ada);
    await start(ada);
    await age(ada, -2 * MINUTE_MS);
    await notify(recordingEvent(ada, { startedAt: ago(-3 * MINUTE_MS) }));
    expect(await videosOf(ada)).toHaveLength(2);
  });

  it.each([
    ['is too short', { durationMs: 4_999 }],
    ['has only begun', { status: 'Recording Start', durationMs: 0 }],
    ['lies in a bucket of others', { bucket: 'holiday-cams' }],
  ])('makes none when it %s', async (_, options) => {
    const ada = await site.aUser();
    await start(ada);
    await notify(recordingEvent(ada, options));
    expect(await videosOf(ada)).toEqual([]);
  });

  it('becomes no video when its channel is gone or unknown', async () => {
    await notify(recordingEvent({ id: '01JD0000000000000000000000' }));
    await notify(recordingEvent({ id: '' }));
    const event = recordingEvent({ id: 'x' });
    await expect(site.deliver({ ...event, detail: {} })).resolves.toBeUndefined();
  });

  it('is logged when it failed', async () => {
    const ada = await site.aUser();
    site.log.clear();
    await notify(recordingEvent(ada, { status: 'Recording End Failure' }));
    expect(site.log.entries()).toMatchObject([
      {
        level: 'error',
        step: 'recording',
        error: { message: expect.stringContaining('Recording End Failure') },
      },
    ]);
    expect(await videosOf(ada)).toEqual([]);
  });
});

describe('an interrupted stream', () => {
  const prefixOf = ({ detail }: ReturnType<typeof recordingEvent>) => detail.recording_s3_key_prefix;
  const HD = (...segments: readonly number[]) => ({ '720p30': { bandwidth: 3_000_000, segments } });

  /** Ten minutes on the air, interrupted; the events of its two recordings. */
  async function interrupted(user: TestUser) {
    await start(user);
    await age(user, 10 * MINUTE_MS);
    await stop(user);
    const first = recordingEvent(user, { startedAt: ago(9 * MINUTE_MS), durationMs: 10_000 });
    const second = recordingEvent(user, {
      startedAt: ago(5 * MINUTE_MS),
      durationMs: 6_500,
      streamId: 'st-2',
    });
    await putRecording(prefixOf(first), HD(4, 6));
    await putRecording(prefixOf(second), HD(2.5, 4));
    return { first, second };
  }

  const orders: [string, (first: RecordingEvent, second: RecordingEvent) => Promise<unknown>][] = [
    ['in order', async (first, second) => [await notify(first), await notify(second)]],
    ['the later first', async (first, second) => [await notify(second), await notify(first)]],
    ['at once', (first, second) => Promise.all([notify(first), notify(second)])],
    [
      'twice',
      async (first, second) => {
        for (const event of [first, second, second, first]) await notify(event);
      },
    ],
  ];
  it.each(orders)('becomes one replay of all its recordings, reported %s', async (_, deliver) => {
    const ada = await site.aUser();
    const { first, second } = await interrupted(ada);
    await deliver(first, second);
    const videos = await videosOf(ada);
    expect(videos).toMatchObject([{ title: SETUP.title, duration_s: 16.5 }]);
    const { playback_url: url = '', thumbnail_url } = videos[0]!;
    expect(thumbnail_url).toBe(`/${prefixOf(first)}/media/thumbnails/thumb0.jpg`);
    const master = (await textAt(url ?? '')).trim().split('\n');
    expect(master).toContain('#EXT-X-STREAM-INF:BANDWIDTH=3000000,RESOLUTION=1280x720');
    const playlist = await textAt(new URL(master.at(-1) ?? '', `http://cdn${url}`).pathname);
    expect(playlist).toBe(
      [
        '#EXTM3U',
        '#EXT-X-VERSION:3',
        '#EXT-X-PLAYLIST-TYPE:VOD',
        '#EXT-X-TARGETDURATION:6',
        '#EXT-X-MEDIA-SEQUENCE:0',
        '#EXTINF:4.000,',
        `/${prefixOf(first)}/media/hls/720p30/0.ts`,
        '#EXTINF:6.000,',
        `/${prefixOf(first)}/media/hls/720p30/1.ts`,
        '#EXT-X-DISCONTINUITY',
        '#EXTINF:2.500,',
        `/${prefixOf(second)}/media/hls/720p30/0.ts`,
        '#EXTINF:4.000,',
        `/${prefixOf(second)}/media/hls/720p30/1.ts`,
        '#EXT-X-ENDLIST',
        '',
      ].join('\n'),
    );
  });

  it('becomes a replay when its recordings are long enough together', async () => {
    const ada = await site.aUser();
    await start(ada);
    const events = [9, 8, 7].map((minutes) =>
      recordingEvent(ada, { startedAt: ago(-minutes * MINUTE_MS), durationMs: minutes === 8 ? 400 : 3_000 }),
    );
    await putRecording(prefixOf(events[0]!), HD(3));
    await putRecording(prefixOf(events[2]!), HD(3));
    await notify(events[0]!);
    await notify(events[1]!);
    expect(await videosOf(ada)).toEqual([]);
    await notify(events[2]!);
    expect(await videosOf(ada)).toMatchObject([{ duration_s: 6 }]);
  });

  it('keeps the title that its owner gave the replay, or the stream’s last title', async () => {
    const [ada, bob] = [await site.aUser(), await site.aUser()];
    for (const user of [ada, bob]) {
      await start(user, { title: 'Warming up' });
      const first = recordingEvent(user, { startedAt: ago(-2 * MINUTE_MS), durationMs: 10_000 });
      const second = recordingEvent(user, { startedAt: ago(-5 * MINUTE_MS), durationMs: 10_000 });
      for (const event of [first, second]) await putRecording(prefixOf(event), HD(10));
      await notify(first);
      const [replay] = await videosOf(user);
      if (user === bob)
        await site.api('PATCH', `/videos/${replay?.id}`, {
          token: bob.token,
          body: { title: 'My own words' },
        });
      await start(user, { title: 'Now in earnest' });
      await notify(second);
      await stop(user);
    }
    expect(await videosOf(ada)).toMatchObject([{ title: 'Now in earnest', duration_s: 20 }]);
    expect(await videosOf(bob)).toMatchObject([{ title: 'My own words', duration_s: 20 }]);
  });

  it('is deleted with the files of all its recordings, late ones too', async () => {
    const ada = await site.aUser();
    const { first, second } = await interrupted(ada);
    const late = recordingEvent(ada, { startedAt: ago(3 * MINUTE_MS), durationMs: 8_000, streamId: 'st-3' });
    await putRecording(prefixOf(late), HD(8));
    await notify(first);
    await notify(second);
    const [replay] = await videosOf(ada);
    await site.api('DELETE', `/videos/${replay?.id}`, { token: ada.token });
    expect(await Promise.all([first, second].map((event) => filesBelow(prefixOf(event))))).toEqual([0, 0]);
    await notify(late);
    expect(await filesBelow(prefixOf(late))).toBe(0);
    expect(await videosOf(ada)).toEqual([]);
  });
});

describe('a deleted replay', () => {
  it('loses its files only, and does not come back', async () => {
    const ada = await site.aUser();
    await start(ada);
    await age(ada, 10 * MINUTE_MS);
    await stop(ada);
    await start(ada);
    const [first, second] = [recordingEvent(ada, { startedAt: ago(9 * MINUTE_MS) }), recordingEvent(ada)];
    const prefixes = [first, second].map(({ detail }) => detail.recording_s3_key_prefix);
    for (const prefix of prefixes) {
      for (const name of ['media/hls/master.m3u8', 'media/hls/720p30/0.ts'])
        await put(`${prefix}/${name}`, 'x');
    }
    await notify(first);
    await notify(second);
    const replay = (await videosOf(ada)).find(({ playback_url }) =>
      playback_url?.includes(prefixes[0] ?? ''),
    );
    const path = `/videos/${replay?.id}`;
    const bob = await site.aUser();
    expectError(await site.api('DELETE', path, { token: bob.token }), 'forbidden');
    expectSuccess('DELETE /videos/{id}', await site.api('DELETE', path, { token: ada.token }));
    expect(await Promise.all(prefixes.map(filesBelow))).toEqual([0, 3]);
    await site.deliver(first);
    expect(await videosOf(ada)).toMatchObject([{ playback_url: `/${prefixes[1]}/media/hls/master.m3u8` }]);
  });
});

describe('the choice to keep replays', () => {
  const isRecorded = async (user: TestUser): Promise<boolean> => {
    const { ivs_channel_arn: arn } = await streamItem(user);
    const { channel } = await new IvsClient().send(new GetChannelCommand({ arn: String(arn) }));
    expect([LOCAL_RECORDING_CONFIGURATION_ARN, '']).toContain(channel?.recordingConfigurationArn);
    return channel?.recordingConfigurationArn !== '';
  };

  it('is on by default', async () => {
    const ada = await site.aUser();
    expect(await start(ada)).toMatchObject({ keep_replay: true });
    expect(await isRecorded(ada)).toBe(true);
  });

  it('is kept for the next stream, and configures IVS', async () => {
    const ada = await site.aUser();
    expect(await start(ada, { keep_replay: false })).toMatchObject({ keep_replay: false });
    expect(await isRecorded(ada)).toBe(false);
    expect(await stop(ada)).toMatchObject({ is_live: false, keep_replay: false });
    await start(ada);
    expect(await isRecorded(ada)).toBe(false);
    await stop(ada);
    expect(await start(ada, { keep_replay: true })).toMatchObject({ keep_replay: true });
    expect(await isRecorded(ada)).toBe(true);
  });

  it('applies from the next stream when it changes while live', async () => {
    const ada = await site.aUser();
    await start(ada);
    expect(await start(ada, { keep_replay: false })).toMatchObject({ is_live: true, keep_replay: false });
    expect(await isRecorded(ada)).toBe(true);
    await stop(ada);
    await start(ada);
    expect(await isRecorded(ada)).toBe(false);
  });

  it('leaves no replay and no files of a live stream when it is turned off', async () => {
    const ada = await site.aUser();
    await start(ada);
    await age(ada, 10 * MINUTE_MS);
    await site.api('PATCH', '/streamers/status', { token: ada.token, body: { keep_replay: false } });
    await stop(ada);
    const event = recordingEvent(ada, { startedAt: ago(9 * MINUTE_MS) });
    const prefix = event.detail.recording_s3_key_prefix;
    await put(`${prefix}/media/hls/master.m3u8`, 'x');
    await notify(event);
    await notify(event);
    expect([await videosOf(ada), await filesBelow(prefix)]).toEqual([[], 0]);
    await start(ada, { keep_replay: true });
    await age(ada, 5 * MINUTE_MS);
    await notify(recordingEvent(ada, { startedAt: ago(4 * MINUTE_MS) }));
    expect(await videosOf(ada)).toHaveLength(1);
  });

  it('is a boolean', async () => {
    const { token } = await site.aUser();
    const answer = await site.api('POST', '/streaming/start', {
      token,
      body: { ...SETUP, keep_replay: 'no' },
    });
    expect(expectError(answer, 'invalid_request')).toBe('keep_replay must be true or false.');
  });
});
