/** Mails and pushes in the recipient's language, by one that the interface does not have and that has a few texts. */
import { afterAll, expect, it, vi } from 'vitest';
import type * as languages from '#messages/languages.ts';
import type * as mailTexts from '#messages/server/mail.ts';
import type * as notificationTexts from '#messages/server/notifications.ts';
import { PASSWORD } from '#test/support/api/accounts-pool.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { startPushService } from '#test/support/browser/push/push-service.ts';
import { NO_NEWS } from '#test/support/api/news-settings.ts';

vi.mock('#messages/languages.ts', async (importOriginal) => {
  const original = await importOriginal<typeof languages>();
  const LANGUAGES = [...original.LANGUAGES, { tag: 'he', name: 'Hebrew', dir: 'rtl' }];
  const languageWith = (tag: string) => LANGUAGES.find((one) => one.tag === tag) ?? LANGUAGES[0];
  return { ...original, LANGUAGES, languageWith };
});
vi.mock('#messages/server/mail.ts', async (importOriginal) => {
  const { mail } = await importOriginal<typeof mailTexts>();
  const he = {
    'mail.codeSubject': 'Code!',
    'mail.codeBelow': 'Look:',
    'mail.passwordChangedSubject': 'Password!',
  };
  return { mail: { ...mail, he } };
});
vi.mock('#messages/server/notifications.ts', async (importOriginal) => {
  const { notifications } = await importOriginal<typeof notificationTexts>();
  return { notifications: { ...notifications, he: { 'notifications.video': [['name'], '!'] } } };
});

const service = await startPushService();
const site = await localApi({ mail: true, news: { pushOrigins: [service.origin], hiddenMs: 50 } });
afterAll(() => service.close());

const choose = ({ token }: Pick<TestUser, 'token'>, language: string) =>
  site.api('PUT', '/auth/language', { token, body: { language } });
const newestTo = (email: string) => site.pool.mailsTo(email).at(-1);

it('the first code is in the language of the sign-up, and what has no translation in English', async () => {
  const [username, email] = ['of_hebrew', 'of_hebrew@fans.example'];
  const body = { username, email, password: PASSWORD, language: 'he' };
  expect((await site.api('POST', '/auth/signup', { body })).status).toBe(201);
  const code = site.pool.lastCodeTo(email);
  expect(newestTo(email)).toMatchObject({
    subject: 'Code!',
    text: expect.stringMatching(new RegExp(`^Someone, hopefully you, .*\n\nLook:\n${code}$`)),
    headers: { 'Content-Language': 'he' },
  });
});

it('a notice is in the language that the account has now', async () => {
  const ada = await site.aProvenUser();
  let password = ada.password;
  const changed = async (): Promise<string | undefined> => {
    const body = { current_password: password, new_password: `${password}!` };
    const answer = await site.api('POST', '/auth/change-password', { token: ada.token, body });
    expectSuccess('POST /auth/change-password', answer);
    password = body.new_password;
    return newestTo(ada.email)?.subject;
  };
  expect(await changed()).toBe('Your Fanfare password was changed');
  await choose(ada, 'he');
  expect(await changed()).toBe('Password!');
  await choose(ada, 'en');
  expect(await changed()).toBe('Your Fanfare password was changed');
});

it('one notification reaches each person in their own language', async () => {
  const rosa = await site.aProvenUser();
  const people = await Promise.all(
    ['he', 'en'].map(async (language) => {
      const person = await site.aProvenUser();
      const { token } = person;
      await choose(person, language);
      const mail = { ...NO_NEWS, video: true };
      await site.api('PUT', '/news/settings', { token, body: { push: mail, mail } });
      await site.api('POST', `/follows/${rosa.id}`, { token });
      await site.api('PUT', `/news/bells/${rosa.id}`, { token });
      const unread = await site.api('GET', '/news/unread', { token });
      const browser = service.subscribe(expectSuccess('GET /news/unread', unread).push_key);
      await site.api('PUT', '/news/browsers', { token, body: browser.subscription });
      return { browser, email: person.email };
    }),
  );
  await seedVideos(site.table, rosa, [{ status: 'ready', title: 'Blades' }]);
  const titles = [`${rosa.username}!`, `${rosa.username} published a video`];
  const received = () =>
    people.map(({ browser, email }) => [
      browser.pushes.map(({ payload }) => [payload.title, payload.lang, payload.dir]),
      newestTo(email)?.subject,
    ]);
  await expect.poll(received).toEqual([
    [[[titles[0], 'he', 'rtl']], `${titles[0]} · Fanfare`],
    [[[titles[1], 'en', 'ltr']], `${titles[1]} · Fanfare`],
  ]);
});
