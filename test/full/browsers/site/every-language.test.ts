/** A user signs up, follows, chats and publishes in each language of the interface, in Firefox and in Chromium. */
import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { readTexts } from '#messages/catalogue.ts';
import { type Language, LANGUAGES } from '#messages/languages.ts';
import { press, waitForText, useChromium, useFirefox } from '#test/support/browser/firefox.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { type Film, FILMS, useFilms } from '#test/support/media/video-files.ts';
import { PASSWORD, type Person } from '#test/support/site/people.ts';

const world = useWorld();
const makeFilm = useFilms();
const VISITORS = { Firefox: useFirefox(world), Chromium: useChromium(world) };
const CASES = Object.entries(VISITORS).flatMap(([browser, visit]) =>
  LANGUAGES.map(({ tag, dir }) => ({ browser, visit, tag, dir })),
);

let gale: Person;
let film: string;

beforeAll(async () => {
  gale = await world.person('GaleForce');
  await gale.call('PATCH', '/streamers/status', { title: 'Fans', game: 'Box Fans', tags: [] });
  film = await makeFilm(FILMS.find(({ name }) => name === 'desk.mp4') as Film);
});

describe.each(CASES)('in $browser, in the language "$tag"', ({ browser, visit, tag, dir }) => {
  const texts = readTexts(tag);
  const text = (key: string): string => texts.get(key)!;

  it('a visitor signs up, follows a channel, chats and publishes a video', async () => {
    const { page, complaints } = await visit();
    const { url } = world.site;
    const username = `${browser}_${tag}`;

    await page.goto(`${url}/signup`);
    await chooseLanguage(page, tag);
    expect(await page.$eval('html', ({ lang, dir }) => ({ lang, dir }))).toEqual({ lang: tag, dir });
    for (const [name, value] of Object.entries({
      username,
      email: `${username}@example.com`,
      password: PASSWORD,
      confirmPassword: PASSWORD,
    }))
      await page.type(`input[name=${name}]`, value);
    await press(page, text('common.signUp'));
    await waitForText(page, text('signup.accountCreated'));
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser')!).language)).toBe(tag);

    await page.goto(`${url}/channel/GaleForce`);
    await press(page, text('follows.follow'));
    await page.locator(`::-p-aria([name="${text('follows.following')}"][role="button"])`).wait();
    const message = `Hello مرحبا こんにちは ${tag}`;
    await page.type(`textarea[aria-label="${text('chat.messagePlaceholder')}"]`, message);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => gale.call('GET', `/chat/${gale.id}`))
      .toContainEqual(expect.objectContaining({ username, message }));
    await waitForText(page, message);

    await page.goto(`${url}/upload`);
    const picker = await page.locator('input[type=file]').waitHandle();
    await picker.uploadFile(film);
    await press(page, text('videos.startUpload'));
    await waitForText(page, text('videos.uploadDone'));
    await page.select('form select', 'Table Fans');
    await press(page, text('videos.publish'));
    await waitForText(page, text('videos.published'));
    expect(complaints).toEqual([]);
  });
});

async function chooseLanguage(page: Page, tag: Language): Promise<void> {
  await page.locator('select').wait();
  if (tag === 'en') return;
  await Promise.all([page.waitForNavigation(), page.select('select', tag)]);
  await page.locator(`html[lang=${tag}] input[name=username]`).wait();
}
