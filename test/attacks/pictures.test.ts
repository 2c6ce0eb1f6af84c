/** What a stranger learns from the pictures that somebody shows. */
import { expect, test } from 'vitest';
import { annotated, type PhotoType, PLAIN, SECRET } from '#test/support/media/annotated-pictures.ts';
import { aPerson } from '#test/support/site/people.ts';
import { uploadPicture } from '#test/support/site/pictures.ts';
import { localSite } from '#test/support/site/local-site.ts';

const site = await localSite();
const victim = await aPerson(site.url, 'photographer');

test.each(Object.keys(PLAIN) as PhotoType[])(
  'a picture of type %s does not reveal where it was taken',
  async (type) => {
    const url = await uploadPicture(victim, annotated(type, 6), type);
    await victim.call('PUT', '/streamers/profile', { avatar: url });
    const visible = await fetch(site.url + url);
    expect([visible.status, visible.headers.get('content-type')]).toEqual([200, type]);
    const bytes = Buffer.from(await visible.arrayBuffer());
    expect(bytes.toString('latin1')).not.toContain(SECRET);
    expect(bytes.length).toBeLessThan(PLAIN[type].length + 60);
  },
);
