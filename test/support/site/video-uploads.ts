/** Uploads through the public API, as any client sends them. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { UploadedVideo, Video } from '#shared/videos/videos.ts';
import type { Person } from './people.ts';
import type { RunningSite } from './running-site.ts';

const READY_WITHIN_MS = 120_000;

/** The site's address. */
type Site = Pick<RunningSite, 'url'>;

export interface Answer {
  readonly status: number;
  readonly body: { readonly code?: string; readonly detail?: string; readonly id?: string };
}

/** Calls the API and returns any response; `FormData` is sent unchanged, anything else as JSON. */
export async function ask(
  { url }: Site,
  { token }: Pick<Person, 'token'>,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) };
}

/** Sends a small file as a form. */
export function sendFile(
  site: Site,
  person: Person,
  name: string,
  bytes: string | Uint8Array<ArrayBuffer>,
): Promise<Answer> {
  const form = new FormData();
  form.set('file', new File([bytes], name, { type: 'video/mp4' }));
  return ask(site, person, 'POST', '/videos/upload', form);
}

export const publish = (site: Site, person: Person, video_url: string, title: string): Promise<Answer> =>
  ask(site, person, 'POST', '/videos/publish', { video_url, title, category: 'Box Fans' });

/** Uploads a small file. Returns its `video_url`. Throws if it is refused. */
export async function uploaded(
  site: Site,
  person: Person,
  name: string,
  bytes: string | Uint8Array<ArrayBuffer>,
): Promise<string> {
  const { status, body } = await sendFile(site, person, name, bytes);
  if (status !== 201) throw new Error(`The upload of ${name} failed with ${status}: ${body.detail}`);
  return (body as UploadedVideo).video_url;
}

/** Uploads and publishes a small file. Throws if it is refused. */
export async function published(site: Site, person: Person, path: string, title: string): Promise<Video> {
  const video_url = await uploaded(site, person, title, Uint8Array.from(readFileSync(path)));
  const details = { video_url, title, category: 'Box Fans' };
  return (await person.call('POST', '/videos/publish', details)) as Video;
}

/** Waits until this person's video is ready. Throws on timeout. */
export async function untilReady(person: Person, { id }: Video): Promise<void> {
  const lateMs = Date.now() + READY_WITHIN_MS;
  while (((await person.call('GET', `/videos/${id}`)) as Video).status !== 'ready') {
    if (Date.now() > lateMs) throw new Error(`The video ${id} did not become ready`);
    await pause(300);
  }
}
