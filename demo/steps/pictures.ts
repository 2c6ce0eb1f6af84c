import type { Api } from '../api.ts';

/** Uploads a PNG as the site's own page does: a form sent directly to storage, then its check. Returns its address. */
export async function uploadPicture(api: Api, png: Buffer): Promise<string> {
  const body = { content_type: 'image/png', size: png.length } as const;
  const { picture_id, url, fields } = await api.call('POST /pictures', { body });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'fan.png');
  const stored = await fetch(url, { method: 'POST', body: form });
  if (!stored.ok) throw new Error(`The picture was not stored: ${stored.status} ${await stored.text()}`);
  return (await api.call('POST /pictures/{id}/complete', { params: { id: picture_id } })).url;
}
