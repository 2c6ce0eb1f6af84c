import { readFileSync } from 'node:fs';
import type { PictureType } from '#functions/pictures/files/picture-type.ts';
import type { Picture, PictureUpload } from '#shared/channels/pictures.ts';
import type { Person } from './people.ts';

const ICON = readFileSync(new URL('../../../web/public/icon-512.png', import.meta.url));

/** Uploads a picture as the page does. Returns its address. */
export async function uploadPicture(
  person: Person,
  bytes: Uint8Array<ArrayBuffer> = ICON,
  type: PictureType = 'image/png',
): Promise<string> {
  const announced = { content_type: type, size: bytes.length };
  const { picture_id, url, fields } = (await person.call('POST', '/pictures', announced)) as PictureUpload;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([bytes]));
  const { status } = await fetch(url, { method: 'POST', body: form });
  if (status !== 204) throw new Error(`The storage answered ${status}`);
  return ((await person.call('POST', `/pictures/${picture_id}/complete`)) as Picture).url;
}
