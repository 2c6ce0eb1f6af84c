/** What a stranger learns from the pictures that somebody shows. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PictureType } from '#functions/pictures/files/picture-type.ts';
import type { Picture, PictureUpload } from '#shared/channels/pictures.ts';
import { annotated, PLAIN, SECRET } from '#test/support/media/annotated-pictures.ts';
import { aPerson, type Person } from '#test/support/site/people.ts';
import { type RunningSite, runSite, siteFolder } from '#test/support/site/running-site.ts';
import { asDeployed } from '#test/support/runner/site-template.ts';

const folder = siteFolder();
let site: RunningSite;
let victim: Person;

beforeAll(async () => {
  site = await runSite(folder.path, {}, asDeployed());
  victim = await aPerson(site.url, 'photographer');
});
afterAll(async () => {
  await site?.end('SIGTERM');
  folder.remove();
});

async function upload(type: PictureType): Promise<string> {
  const bytes = annotated(type, 6);
  const asked = { content_type: type, size: bytes.length };
  const { picture_id, url, fields } = (await victim.call('POST', '/pictures', asked)) as PictureUpload;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([bytes]));
  expect((await fetch(url, { method: 'POST', body: form })).status).toBe(204);
  return ((await victim.call('POST', `/pictures/${picture_id}/complete`)) as Picture).url;
}

test.each(Object.keys(PLAIN) as PictureType[])(
  'a picture of type %s does not reveal where it was taken',
  async (type) => {
    const url = await upload(type);
    await victim.call('PUT', '/streamers/profile', { avatar: url });
    const visible = await fetch(site.url + url);
    expect([visible.status, visible.headers.get('content-type')]).toEqual([200, type]);
    const bytes = Buffer.from(await visible.arrayBuffer());
    expect(bytes.toString('latin1')).not.toContain(SECRET);
    expect(bytes.length).toBeLessThan(PLAIN[type].length + 60);
  },
);
