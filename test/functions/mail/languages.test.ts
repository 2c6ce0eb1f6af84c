/** Every mail and notification in every language of the interface. */
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#messages/languages.ts';
import { ACCOUNT_CHANGES, changeMail, codeMail, replacedMail } from '#functions/auth/email/email-words.ts';
import type { Mail } from '#functions/mail/mail.ts';
import { suspendedMail } from '#functions/moderation/suspension/suspended-mail.ts';
import { mailOf, pushOf } from '#functions/news/delivery/content.ts';
import type { NotificationContent } from '#functions/news/delivery/delivery.ts';
import { NEWS_KINDS, PlanChangeKind, type PlanTiming } from '#shared/people/news.ts';
import { MODERATION_EVENTS } from '#shared/plain/moderation/moderation-events.ts';
import { REPORT_REASONS } from '#shared/plain/moderation/report-words.ts';

const SITE = { siteUrl: 'https://fans.example', endToken: 'ada~live~mac' };

const CONTENTS: readonly NotificationContent[] = [
  ...NEWS_KINDS.filter((kind) => kind !== 'moderation').map((kind) => ({ kind, change: undefined })),
  ...MODERATION_EVENTS.map((event) => ({ kind: 'moderation' as const, event, change: undefined })),
  ...PlanChangeKind.options.map((change) => ({ kind: 'reminder' as const, change })),
].map((of) => ({ ...of, name: 'Rosa', by: 'Ben', title: 'All night', path: '/channel/rosa' }));

/** About an account or what the person has published, and not about a channel. */
const OF_PERSON = [
  'content_removed',
  'suspended',
  'suspension_lifted',
  'appeal_rejected',
  'comment',
  'reply',
];
const isOfPerson = ({ kind, event }: NotificationContent) =>
  [kind, String(event)].some((of) => OF_PERSON.includes(of));

/** A message that lacks a value or a translation. */
const UNFINISHED = /undefined|null|\[object|[{}]|\b(mail|notifications)\.[a-z]/;

const WEEKLY: PlanTiming = {
  start_date: '2026-11-30',
  start_time: '20:00',
  time_zone: 'Europe/Berlin',
  repeat: 'weekly',
  weekdays: ['mon', 'fri'],
  end_date: '2027-01-30',
};

const TIMINGS: readonly PlanTiming[] = [
  { ...WEEKLY, repeat: 'none', weekdays: [], end_date: null },
  { ...WEEKLY, repeat: 'daily', weekdays: [], end_date: null },
  { ...WEEKLY, end_date: null },
  WEEKLY,
  { ...WEEKLY, repeat: 'biweekly' },
];

describe.each(LANGUAGES)('in $name', ({ tag: language, dir }) => {
  const ada = { username: 'Ada_1', email: 'ada@fans.example', isUnverified: false, language } as const;

  const expectWhole = (mail: Mail): void => {
    expect(mail).toMatchObject({ to: ada.email, language });
    expect(mail.subject).not.toMatch(UNFINISHED);
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.text).not.toMatch(UNFINISHED);
    // Mail scanners open every link, so only notifications have links; opening those changes nothing.
    if (!mail.headers) expect(mail.text).not.toMatch(/https?:/);
  };

  it('the last line of the mail with a code is the code alone', () => {
    const mail = codeMail(ada, ada.email, '012345');
    expectWhole(mail);
    expect(mail.text).toContain(ada.username);
    expect(mail.text.split('\n').at(-1)).toBe('012345');
    expect(mail.text.match(/\d{6}/g)).toEqual(['012345']);
    expect(mail.subject).not.toContain('012345');
  });

  it('the former address hears of its replacement', () => {
    const mail = replacedMail(ada, ada.email);
    expectWhole(mail);
    expect(mail.text).toContain(ada.username);
  });

  it.each(ACCOUNT_CHANGES)('the account’s owner hears of: %s', (change) => {
    const mail = changeMail(ada, change);
    expectWhole(mail);
    expect(mail.text).toContain(ada.username);
  });

  it('a suspension says until when and why', () => {
    const reasons = Object.keys(REPORT_REASONS).map((reason) => {
      const mail = suspendedMail(ada, { until: '2026-11-29T18:30:00.000Z', reason, words: 'No shop.' });
      expectWhole(mail);
      expect(mail.text).toContain(ada.username);
      expect(mail.text).toContain('No shop.');
      expect(mail.text).toMatch(/2026|٢٠٢٦/);
      return mail.text.split('\n\n')[1];
    });
    expect(new Set(reasons).size).toBe(reasons.length);
    const forever = suspendedMail(ada, { until: null, reason: 'spam', words: '' });
    expectWhole(forever);
    expect(forever.text).not.toMatch(/2026|٢٠٢٦/);
  });

  it('each notification has a title of its own', () => {
    const titles = CONTENTS.map((content) => {
      const push = pushOf(content, 'a place', language);
      expect(push).toMatchObject({ body: 'All night', path: '/channel/rosa', lang: language, dir });
      expect(push.title).not.toMatch(UNFINISHED);
      expect(push.title.includes('Rosa')).toBe(!isOfPerson(content));
      expect(push.title.includes('Ben')).toBe(content.kind === 'mention');
      return push.title;
    });
    expect(new Set(titles).size).toBe(CONTENTS.length);
  });

  it('the push of a changed plan gives its time', () => {
    const bodies = TIMINGS.map((timing) => {
      const content = { ...CONTENTS.find(({ change }) => change === 'moved')!, timing };
      const { body } = pushOf(content, 'a place', language);
      expect(body).toMatch(/^All night · .*Europe\/Berlin/s);
      expect(body).not.toMatch(UNFINISHED);
      return body;
    });
    expect(new Set(bodies).size).toBe(TIMINGS.length);
  });

  it.each(CONTENTS)('the mail of $kind, $change $event has the links and headers', (content) => {
    const mail = mailOf({ personId: 'ada', to: ada.email, username: ada.username, language, content }, SITE);
    expectWhole(mail);
    expect(mail.subject.includes('Rosa')).toBe(!isOfPerson(content));
    const lines = mail.text.split('\n');
    for (const line of ['All night', '/channel/rosa', `/news/end#${SITE.endToken}`, '/settings'])
      expect(lines).toContain(line.startsWith('/') ? SITE.siteUrl + line : line);
    expect(lines.filter((line) => line.includes('http'))).toHaveLength(3);
    expect(mail.text).toContain(ada.username);
    expect(mail.headers).toEqual({
      'List-Unsubscribe': `<${SITE.siteUrl}/api/news/end/${SITE.endToken}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': 'Fanfare <news.fans.example>',
    });
  });
});

it('the push of a changed plan gives its time as the page does', () => {
  const content = { ...CONTENTS[0]!, kind: 'reminder' as const, change: 'moved' as const, timing: WEEKLY };
  expect(pushOf(content, 'a place', 'en').body).toMatch(
    /^All night · Every Monday and Friday at 8:00\sPM \(Europe\/Berlin\), until January 30, 2027$/,
  );
});

it('a mail is in English where no language was chosen', () => {
  const mail = codeMail({ username: 'Ada_1', language: undefined }, 'ada@fans.example', '012345');
  expect(mail).toEqual({
    to: 'ada@fans.example',
    isRequested: true,
    language: 'en',
    subject: 'Your Fanfare code',
    text: expect.stringMatching(
      /^Someone, hopefully you, .* account Ada_1 .* 10 minutes\. .*\n\nYour code:\n012345$/,
    ),
  });
});
