/** Captions are typed during a camera broadcast, and a viewer in Firefox reads them live and after going back. */
import { beforeAll, expect, it } from 'vitest';
import { cameraWorld } from '#test/support/browser/camera/camera-world.ts';
import {
  expectAfterRewind,
  expectRead,
  useTypedBroadcast,
} from '#test/support/browser/camera/typed-captions.ts';
import { type FirefoxVisitor, press, useFirefox } from '#test/support/browser/firefox.ts';
import type { AnyPage } from '#test/support/media/counter-picture.ts';

const USERNAME = 'TypedTess';

const camera = cameraWorld(USERNAME);
const visit = useFirefox(camera.world);
const { type, early } = useTypedBroadcast(camera, USERNAME);
let firefox: FirefoxVisitor;

beforeAll(async () => {
  firefox = await visit();
});

it('are read live in Firefox', async () => {
  const { page } = firefox;
  await page.goto(`${camera.world.site.url}/channel/${USERNAME}`);
  await press(page, 'Captions (c)');
  await page.locator('::-p-aria([name="English"][role="menuitemradio"])').click();
  const { text } = await type('It turns <slowly>');
  await expectRead(page as AnyPage, text);
});

it('are read at their pictures in Firefox after going back', async () => {
  await expectAfterRewind(firefox.page as AnyPage, early());
  expect(firefox.complaints).toEqual([]);
});
