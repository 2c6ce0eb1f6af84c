import { provenAddresses } from '#functions/auth/email/proven-addresses.repository.ts';
import type { LambdaContext } from '#functions/http/context.ts';
import { mailerTo } from '#functions/mail/mailer.ts';
import { preferencesRepository } from '#functions/news/table/preferences.repository.ts';
import type { SwitchedOffDeps } from './switched-off.service.ts';
import { changeList, findPublicWebhook } from './table/webhooks.repository.ts';

/** Loaded lazily, because few webhooks are switched off. */
export function switchedOffDeps({
  table,
  environment,
}: Pick<LambdaContext<'news'>, 'table' | 'environment'>): SwitchedOffDeps {
  return {
    find: (channelId, id) => findPublicWebhook(table, channelId, id),
    endEvents: (channelId, id) =>
      changeList(table, channelId, (known) => known[id] && { webhooks: { ...known, [id]: [] }, writes: [] }),
    findRecipient: async (channelId) => (await provenAddresses(table, [channelId])).get(channelId),
    findLanguage: async (channelId) => (await preferencesRepository(table).find(channelId)).language,
    mail: environment.MAIL_FROM === '' ? undefined : (mail) => mailerTo(table, environment).send(mail),
  };
}
