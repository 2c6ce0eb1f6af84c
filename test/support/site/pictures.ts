import { readFileSync } from 'node:fs';
import type { Picture, PictureUpload } from '#shared/channels/pictures.ts';
import type { Person } from './people.ts';

const png = readFileSync(new URL('../../../web/public/icon-512.png', import.meta.url));

/** Uploads a small picture as the page does. Returns its address. */
export async function aPicture(person: Person): Promise<string> {
  const asked = { content_type: 'image/png', size: png.length };
  const { picture_id, url, fields } = (await person.call('POST', '/pictures', asked)) as PictureUpload;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([png]));
  await fetch(url, { method: 'POST', body: form });
  return ((await person.call('POST', `/pictures/${picture_id}/complete`)) as Picture).url;
}
