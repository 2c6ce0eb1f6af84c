import { provenAddresses } from '#functions/auth/email/proven-addresses.repository.ts';
import { queueOf } from '#functions/aws/queue.ts';
import { BATCH_KEYS, getMany } from '#functions/aws/table/read-items.ts';
import { once } from '#functions/base/async/once.ts';
import { usernameKey } from '#functions/channels/channel.item.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { refusalsIn } from '#functions/chat/rooms/refused-authors.ts';
import { bellsRepository } from '#functions/follows/bells.repository.ts';
import { followersRepository } from '#functions/follows/followers.repository.ts';
import type { LambdaContext } from '#functions/http/context.ts';
import { publishedRepository } from '#functions/library/published.repository.ts';
import { logFailure } from '#functions/log/log.ts';
import { remindersRepository } from '#functions/schedules/reminders/reminders.repository.ts';
import { videosRepository } from '#functions/videos/table/videos.repository.ts';
import { isNewsFor } from '#functions/videos/visibility.ts';
import { newsKeys } from '../news-keys.ts';
import type { Page } from '../page.ts';
import { entriesRepository } from '../table/entries.repository.ts';
import { noticesRepository } from '../table/notices.repository.ts';
import { preferencesRepository } from '../table/preferences.repository.ts';
import { mailOf, notificationContent } from './content.ts';
import type { DeliveryDeps, NewsMail } from './delivery.ts';

type Context = Pick<LambdaContext<'news'>, 'table' | 'environment'>;

export function deliveryDeps({ table, environment }: Context): DeliveryDeps {
  const channels = channelsRepository(table);
  const videos = videosRepository(table);
  const reminders = remindersRepository(table);
  return {
    notices: noticesRepository(table),
    bells: bellsRepository(table),
    followers: followersRepository(table),
    addPublished: publishedRepository(table).add,
    listReminded: async (notice, range, limit) => {
      const { peopleToNotify } = await import('#functions/schedules/reminders/reminders.service.ts');
      return peopleToNotify(reminders, notice, range, limit);
    },
    preferences: preferencesRepository(table),
    entries: entriesRepository(table),
    contentOf: (notice) =>
      notificationContent(
        {
          channel: channels.findVisible,
          ownChannel: channels.findById,
          video: async (id, personId) => {
            const video = await videos.find(id);
            return video && isNewsFor(personId, video) ? video : null;
          },
          clip: async (id, personId) => {
            const { visibleClipFinder } = await import('#functions/clips/table/clips-around.repository.ts');
            return visibleClipFinder(table)(personId, id);
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
    ...senders({ table, environment }),
    queue: queueOf<Page>({ ...table.client.config, queueUrl: environment.NEWS_QUEUE_URL }),
    // One batch read covers the settings of this many people.
    pagePeople: BATCH_KEYS,
    onFailure: logFailure,
    clock: Date.now,
  };
}

/** The first message loads its sender. `MAIL_FROM` is empty where no mail is sent. */
function senders({ table, environment }: Context): Pick<DeliveryDeps, 'push' | 'mail'> {
  const { SITE_URL: siteUrl, MAIL_FROM: from } = environment;
  const keys = newsKeys(environment.NEWS_KEYS);
  const pusher = once(async () => {
    const { webPushSender } = await import('./web-push.ts');
    const subject = from === '' ? siteUrl : `mailto:${from}`;
    return webPushSender({ keys: keys.push, subject, alsoOrigins: environment.PUSH_ORIGINS });
  });
  const mailer = once(async () => {
    const { mailerTo } = await import('#functions/mail/mailer.ts');
    return mailerTo(table, environment);
  });
  const mail = async (news: NewsMail) => {
    const endToken = keys.endToken(news.personId, news.content.kind);
    await (await mailer()).send(mailOf(news, { siteUrl, endToken }));
  };
  return {
    push: async (browser, push) => (await pusher())(browser, push),
    mail: from === '' ? undefined : mail,
  };
}
