import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { liveMedia } from '#infra/local/live-channels/live-media.ts';
import type { PlaybackPolicy } from '#infra/local/live-channels/playback-policy.ts';
import { removeFolder, temporaryFolder } from '#test/support/stand-ins/live-site.ts';

const CHANNEL = 'abcdABCDefgh';
const SITE = 'https://fans.example';
const FOREIGN = 'https://thief.example';
const folder = temporaryFolder();
mkdirSync(join(folder, CHANNEL));
for (const file of ['index.m3u8', 'st-a-1.ts']) writeFileSync(join(folder, CHANNEL, file), 'media');
afterAll(() => removeFolder(folder));

async function get(policy: PlaybackPolicy | undefined, file: string, origin?: string) {
  const headers = origin === undefined ? {} : { origin };
  const answer = await liveMedia(folder, () => ({ policy })).request(`/${CHANNEL}/${file}`, { headers });
  return [answer.status, answer.headers.get('access-control-allow-origin')];
}

describe('playback of a channel', () => {
  it('is allowed in any page without a policy', async () => {
    expect(await get(undefined, 'index.m3u8', FOREIGN)).toEqual([200, '*']);
  });

  it('is allowed in pages of the policy’s origins, and in players that send none, such as Safari’s and AirPlay’s', async () => {
    const policy = { allowedOrigins: [SITE], isStrict: false };
    expect(await get(policy, 'index.m3u8', SITE)).toEqual([200, SITE]);
    expect(await get(policy, 'index.m3u8', FOREIGN)).toEqual([403, null]);
    expect(await get(policy, 'index.m3u8')).toEqual([200, '*']);
    expect(await get(policy, 'st-a-1.ts', FOREIGN)).toEqual([200, FOREIGN]);
  });

  it('needs an allowed origin for every file if the policy is strict', async () => {
    const policy = { allowedOrigins: [SITE], isStrict: true };
    for (const file of ['index.m3u8', 'st-a-1.ts']) {
      expect(await get(policy, file, SITE)).toEqual([200, SITE]);
      expect(await get(policy, file, FOREIGN)).toEqual([403, null]);
      expect(await get(policy, file)).toEqual([403, null]);
    }
  });
});
