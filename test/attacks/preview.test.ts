import { describe, expect, it } from 'vitest';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { reportStream } from '#test/support/api/ivs-events.ts';
import { localApi } from '#test/support/api/local-api.ts';

const site = await localApi({ ivs: true });
const SETUP = { title: 'A fan', game: 'Box Fans', tags: ['quiet'] };

describe('software that is connected while the channel is not live', () => {
  it('is in no answer to others, and plays for none of those who have watched the channel', async () => {
    const [ada, grace] = [await site.aUser(), await site.aUser()];
    const as = (token: string | undefined, path: string) => site.api('GET', path, token ? { token } : {});
    await site.api('POST', '/streaming/start', { token: ada.token, body: SETUP });
    await reportStream(site, ada, 'Stream Start', { streamId: 'st-1' });
    const { video_url: watched } = expectSuccess(
      'GET /streamers/{username}',
      await as(undefined, `/streamers/${ada.username}`),
    );
    const [, folder = ''] = /\/media\/live\/(\w+)\//.exec(watched) ?? [];
    const token = (url: string) => new URL(url).searchParams.get('token') ?? undefined;
    const plays = (url: string) => site.liveChannels?.accessOf(folder).mayPlay?.(token(url));
    expect([plays(watched), plays(watched.split('?')[0]!)]).toEqual([true, false]);

    await site.api('POST', '/streaming/stop', { token: ada.token });
    await reportStream(site, ada, 'Stream Start', { streamId: 'st-2', laterS: 2 });
    const status = expectSuccess('GET /streaming/status', await as(ada.token, '/streaming/status'));
    const preview = status.preview?.playback_url ?? '';
    expect([plays(preview), plays(watched)]).toEqual([true, false]);

    const paths = [
      `/streamers/${ada.username}`,
      '/streamers?live=true',
      '/streamers',
      `/search?q=${ada.username}`,
      '/categories/box-fans/streamers',
      '/streaming/status',
      '/stream-health',
      `/videos?channel=${ada.id}`,
      '/videos/latest',
      `/feeds/${ada.username}.xml`,
    ];
    for (const path of paths)
      for (const caller of [undefined, grace.token]) {
        const { body } = await as(caller, path);
        expect(JSON.stringify(body), path).not.toContain(folder);
        expect(JSON.stringify(body), path).not.toMatch(/"(is_live":true|ingest":"receiving)"?/);
      }
  });

  it('is not ended, started or reset by others', async () => {
    const [ada, grace] = [await site.aUser(), await site.aUser()];
    const { stream_key } = expectSuccess(
      'POST /streaming/start',
      await site.api('POST', '/streaming/start', { token: ada.token, body: SETUP }),
    );
    await site.api('POST', '/streaming/key', { token: grace.token });
    await site.api('POST', '/streaming/stop', { token: grace.token });
    expect((await site.api('POST', '/streaming/key')).status).toBe(401);
    const status = await site.api('GET', '/streaming/status', { token: ada.token });
    expect(expectSuccess('GET /streaming/status', status)).toMatchObject({ is_live: true, stream_key });
  });
});
