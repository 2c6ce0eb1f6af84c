import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveProfile, saveFailureText } from '#web/features/profile/use-profile.ts';
import { uploadPicture } from '#web/lib/pictures/pictures-upload.ts';
import { stubBrowser } from '../support/browser.ts';
import { aChannel } from '../support/channel.ts';

const ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const S3 = 'https://bucket.example/';
const channel = { ...aChannel('ada'), links: [] };

interface Sent {
  readonly method: string | undefined;
  readonly url: string;
  readonly body: unknown;
}
const sent: Sent[] = [];
/** Statuses by address, where they are not 200. */
const failing = new Map<string, number>();

const answerTo = (url: string): unknown => {
  if (url === '/api/pictures') return { picture_id: ID, url: S3, fields: { key: 'k', policy: 'p' } };
  return url.endsWith('/complete') ? { url: '/media/pictures/new.webp' } : channel;
};

beforeEach(() => {
  sent.length = 0;
  failing.clear();
  stubBrowser('/channel/ada');
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
    sent.push({ method, url, body });
    const status = failing.get(url) ?? 200;
    const failure = { code: 'unavailable', detail: 'Please try again soon.', request_id: 'r' };
    return Promise.resolve(Response.json(status === 200 ? answerTo(url) : failure, { status }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const addresses = () => sent.map(({ method, url }) => `${method} ${url}`);
const aPicture = () => new Blob(['pixels'], { type: 'image/webp' });

describe('a profile picture', () => {
  it('is announced, uploaded and completed', async () => {
    expect(await uploadPicture(aPicture())).toBe('/media/pictures/new.webp');
    expect(addresses()).toEqual(['POST /api/pictures', `POST ${S3}`, `POST /api/pictures/${ID}/complete`]);
    expect(JSON.parse(String(sent[0]?.body))).toEqual({ content_type: 'image/webp', size: 6 });
    const form = sent[1]?.body as FormData;
    expect([...form.keys()]).toEqual(['key', 'policy', 'file']);
  });

  it('is not uploaded again when a later step is retried', async () => {
    const form = { ...channel, avatar: { blob: aPicture(), url: 'blob:x' } };
    failing.set('/api/streamers/profile', 503);
    await expect(saveProfile(form, channel)).rejects.toThrow('Please try again soon.');
    failing.clear();
    sent.length = 0;
    await saveProfile(form, channel);
    expect(addresses()).toEqual(['PUT /api/streamers/profile']);
    expect(JSON.parse(String(sent[0]?.body))).toEqual({ avatar: '/media/pictures/new.webp' });
  });

  it('that S3 refuses leaves the profile unchanged, with a plain message', async () => {
    failing.set(S3, 403);
    const form = { ...channel, avatar: { blob: aPicture(), url: 'blob:x' } };
    const error = await saveProfile(form, channel).catch((error: unknown) => error);
    expect(saveFailureText(error)).toBe('The picture could not be uploaded. Please try again.');
    expect(addresses()).not.toContain('PUT /api/streamers/profile');
  });
});

describe('saving the profile', () => {
  it('sends nothing without changes', async () => {
    expect(await saveProfile(channel, channel)).toBeNull();
    expect(sent).toEqual([]);
  });

  it('sends profile and stream details separately', async () => {
    await saveProfile({ ...channel, schedule: 'Fridays', title: 'New' }, channel);
    expect(addresses()).toEqual(['PUT /api/streamers/profile', 'PATCH /api/streamers/status']);
  });
});
