import type { Picture } from '#shared/channels/pictures.ts';
import { PLAIN } from '../../media/annotated-pictures.ts';
import { expectError, expectSuccess } from '../contract-checks.ts';
import type { LocalApi, TestUser } from '../local-api.ts';
import { beginTwoFactor } from '../second-factors.ts';
import { send, type Seeding } from './seeding.ts';

const PNG = PLAIN['image/png'];

/** Texts, a picture, another that is never completed, and a language. */
export async function profile(seeding: Seeding): Promise<void> {
  const { site, person, name } = seeding;
  await send(seeding, person, 'PUT /auth/language', '/auth/language', { body: { language: 'en' } });
  const { url: avatar } = await uploadPicture(site, person);
  const body = { avatar, description: `I collect fans of ${name}`, schedule: `${name} on Fridays` };
  await send(seeding, person, 'PUT /streamers/profile', '/streamers/profile', { body });
  await beginPicture(site, person);
}

/** Uploads a small picture as the page does. */
export async function uploadPicture(
  site: LocalApi,
  owner: TestUser,
): Promise<Picture & { readonly id: string }> {
  const { picture_id: id, url, fields } = await beginPicture(site, owner);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([PNG]));
  await fetch(url, { method: 'POST', body: form });
  const { token } = owner;
  const answer = await site.api('POST', `/pictures/${id}/complete`, { token });
  return { ...expectSuccess('POST /pictures/{id}/complete', answer), id };
}

async function beginPicture(site: LocalApi, { token }: TestUser) {
  const body = { content_type: 'image/png', size: PNG.length };
  return expectSuccess('POST /pictures', await site.api('POST', '/pictures', { token, body }));
}

export async function secondFactor({ site, person }: Seeding): Promise<void> {
  await beginTwoFactor(site, person);
}

/** Wrong passwords, in three ways that count separately. A right password resets two of them. */
export async function failedLogIns({ site, person }: Seeding): Promise<void> {
  const { username, token, device } = person;
  const body = { username, password: 'a wrong one' };
  for (const headers of [{}, { cookie: device }])
    expectError(await site.api('POST', '/auth/login', { body, headers }), 'invalid_credentials');
  const wrong = { token, body: { password: 'a wrong one' } };
  expectError(await site.api('DELETE', '/auth/me', wrong), 'forbidden');
}
