/** Captions are typed during a camera broadcast, and viewers in WebKit read them live and after going back. */
import { afterEach, expect, it } from 'vitest';
import { cameraWorld } from '#test/support/browser/camera/camera-world.ts';
import {
  expectAfterRewind,
  expectRead,
  useTypedBroadcast,
} from '#test/support/browser/camera/typed-captions.ts';
import { button, until } from '#test/support/browser/webkit/page.ts';
import { openWithoutFeatures, PLAYBACK_WAYS } from '#test/support/browser/webkit/playback-ways.ts';
import { useWebKit } from '#test/support/browser/webkit/webkit.ts';

const USERNAME = 'TypedTess';

const camera = cameraWorld(USERNAME);
const webkit = useWebKit(camera.world);
const { page } = webkit;
const { type, early } = useTypedBroadcast(camera, USERNAME);
let lines = 0;

afterEach(() => webkit.expectNoErrors());

it.each(PLAYBACK_WAYS)(
  'are read live and at their pictures by %s',
  { timeout: 300_000 },
  async (_, lacking, source) => {
    await webkit.withNewIfLost(async () => {
      await openWithoutFeatures(camera.world, webkit, {
        widthPx: 1280,
        lacking,
        path: `/channel/${USERNAME}`,
      });
      await until(async () =>
        expect(await page.attribute('//*[@data-player]', 'data-state')).toBe('playing'),
      );
      await page.click(button('Captions (c)'));
      await page.click('//*[@role="menuitemradio"][normalize-space()="English"]');
      lines += 1;
      const { text } = await type(`It turns <slowly>, line ${lines}`);
      await expectRead(page, text);
      await expectAfterRewind(page, early());
      const url = () => page.evaluate(() => document.querySelector('video')?.currentSrc, null);
      expect(await url()).toMatch(source);
    });
  },
);
