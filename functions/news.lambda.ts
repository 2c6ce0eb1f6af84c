import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { provenAddresses } from './auth/email/proven-addresses.repository.ts';
import { BATCH_KEYS, getMany } from './aws/table/read-items.ts';
import { openTable } from './aws/table/table.ts';
import { once } from '#functions/base/async/once.ts';
import { usernameKey } from './channels/channel.item.ts';
import { channelsRepository } from './channels/table/channels.repository.ts';
import { refusalsIn } from './chat/rooms/refused-authors.ts';
import { readEnvironment } from './environment.ts';
import { bellsRepository } from './follows/bells.repository.ts';
import { followersRepository } from './follows/followers.repository.ts';
import { publishedRepository } from './library/published.repository.ts';
import { logFailure, measure } from './log/log.ts';
import { newsKeys } from './news/news-keys.ts';
import { onNotices, onPages } from './news/news.handlers.ts';
import { pageQueue } from './news/page-queue.sqs.ts';
import { noticesRepository } from './news/table/notices.repository.ts';
import { preferencesRepository } from './news/table/preferences.repository.ts';
import { entriesRepository } from './news/table/entries.repository.ts';
import { remindersRepository } from './schedules/reminders/reminders.repository.ts';
import type { NewsMail, DeliveryDeps } from './news/delivery/delivery.ts';
import { resumeNews } from './news/delivery/deliver-page.service.ts';
import { mailOf, notificationContent } from './news/delivery/content.ts';
import { isListed } from './videos/visibility.ts';
import { videosRepository } from './videos/table/videos.repository.ts';

const environment = readEnvironment('news');
const { SITE_URL: siteUrl, MAIL_FROM: from } = environment;
const table = openTable(environment.TABLE_NAME);
const keys = newsKeys(environment.NEWS_KEYS);
const channels = channelsRepository(table);
const videos = videosRepository(table);
const reminders = remindersRepository(table);

const pusher = once(async () => {
  const { webPushSender } = await import('./news/delivery/web-push.ts');
  const subject = from === '' ? siteUrl : `mailto:${from}`;
  return webPushSender({ keys: keys.push, subject, alsoOrigins: environment.PUSH_ORIGINS });
});
const mailer = once(async () => {
  const { mailerTo } = await import('./mail/mailer.ts');
  return mailerTo(table, environment);
});

const delivery: DeliveryDeps = {
  notices: noticesRepository(table),
  bells: bellsRepository(table),
  followers: followersRepository(table),
  addPublished: publishedRepository(table).add,
  listReminded: async (notice, range, limit) => {
    const { peopleToNotify } = await import('./schedules/reminders/reminders.service.ts');
    return peopleToNotify(reminders, notice, range, limit);
  },
  preferences: preferencesRepository(table),
  entries: entriesRepository(table),
  contentOf: (notice) =>
    notificationContent(
      {
        channel: channels.findVisible,
        ownChannel: channels.findById,
        video: async (id) => {
          const video = await videos.find(id);
          return video && isListed(video) ? video : null;
        },
      },
      notice,
    ),
  findIds: async (usernames) => {
    const claims = await getMany<{ channel_id?: string }>(table, usernames.map(usernameKey));
    return claims.flatMap(({ channel_id: id }) => (id === undefined ? [] : [id]));
  },
  findRefusals: refusalsIn(table),
  addresses: (ids) => provenAddresses(table, ids),
  push: async (browser, push) => (await pusher())(browser, push),
  mail:
    from === ''
      ? undefined
      : async (mail: NewsMail) => {
          const endToken = keys.endToken(mail.personId, mail.content.kind);
          await (await mailer()).send(mailOf(mail, { siteUrl, endToken }));
        },
  queue: pageQueue({ ...table.client.config, queueUrl: environment.NEWS_QUEUE_URL }),
  // One batch read covers the settings of this many people.
  pagePeople: BATCH_KEYS,
  onFailure: logFailure,
  clock: Date.now,
};

type NewsEvent = SQSEvent | DynamoDBStreamEvent | { readonly 'detail-type': 'Scheduled Event' };

/** Notifications from the table's stream, pages of recipients from the queue, and the tick. */
export async function handler(event: NewsEvent): Promise<unknown> {
  if ('detail-type' in event) return tick();
  return isOfQueue(event) ? onPages(delivery, event) : onNotices(delivery, event);
}

/** A failure of one part does not stop the other. */
async function tick(): Promise<void> {
  const [{ raiseReminders }, { dueDeps }] = await Promise.all([
    import('./schedules/reminders/due.service.ts'),
    import('./schedules/reminders/due.deps.ts'),
  ]);
  const done = await Promise.allSettled([resumeNews(delivery), raiseReminders(dueDeps(table))]);
  for (const part of done) if (part.status === 'rejected') throw part.reason;
  measure({ name: 'Ticks', value: 1, part: 'news' });
}

const isOfQueue = (event: SQSEvent | DynamoDBStreamEvent): event is SQSEvent =>
  event.Records[0]?.eventSource === 'aws:sqs';
