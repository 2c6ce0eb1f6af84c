import { getItem } from '#functions/aws/table/get-item.ts';
import type { Key, Table } from '#functions/aws/table/table.ts';
import { caseKey } from '#functions/moderation/cases/case.item.ts';
import { accountKey, channelKey, usernameKey } from '#functions/channels/channel.item.ts';
import { messageKey } from '#functions/chat/chat.item.ts';
import {
  has,
  bodyOfSuccess,
  together,
  type Actor,
  type Cast,
  type KillableSite,
  type Prepare,
  type Ready,
} from './killed-acts.ts';
import { aMessage } from './room-acts.ts';

interface CaseItem {
  readonly version: number;
  readonly is_open: boolean;
}

/** A new person, and a case of their channel. */
async function aCase(site: KillableSite): Promise<{ person: Actor; id: string }> {
  const [person, reporter] = [await site.person(), await site.person()];
  await bodyOfSuccess(
    site.call(person, 'PUT', '/streamers/profile', { description: 'I sell fans', schedule: 'Always' }),
  );
  await bodyOfSuccess(
    site.call(reporter, 'POST', '/reports', { kind: 'channel', id: person.id, reason: 'spam' }),
  );
  return { person, id: `channel.${person.id}` };
}

const caseIn = async ({ database }: KillableSite, id: string): Promise<CaseItem> =>
  (await getItem<CaseItem>(database.table, caseKey(id)))!;

/** Decides a case as it is now. */
async function decision(
  site: KillableSite,
  { siteModerator }: Cast,
  id: string,
  body: object,
): Promise<Pick<Ready, 'by' | 'request' | 'entries'> & { readonly isDecided: () => Promise<boolean> }> {
  const { version } = await caseIn(site, id);
  return {
    by: siteModerator,
    request: ['POST', `/moderation/cases/${id}`, { version, ...body }],
    isDecided: async () => (await caseIn(site, id)).version === version + 1,
    entries: 1,
  };
}

async function decided(site: KillableSite, cast: Cast, id: string, body: object): Promise<void> {
  const { by, request } = await decision(site, cast, id, body);
  await bodyOfSuccess(site.call(by, ...request));
}

const SUSPEND = { act: 'suspend', reason: 'spam', days: null };
const REMOVE = { act: 'remove', reason: 'spam' };

/** Whether all says so by which somebody is suspended at once. */
export async function isSuspended(table: Table, { id, username }: Actor): Promise<boolean> {
  const of = async (key: Key, field: string) =>
    (await getItem<Record<string, unknown>>(table, key))?.[field] !== undefined;
  return together({
    account: await of(accountKey(id), 'suspended'),
    channel: await of(channelKey(id), 'is_hidden'),
    name: await of(usernameKey(username), 'is_hidden'),
    sessions: await of({ pk: `CHANNEL#${id}`, sk: 'SESSIONS' }, 'suspended'),
  });
}

/** By the site's moderators: each with its entry in the public log. */
export const SITE_ACTS: Readonly<Record<string, Prepare>> = {
  'a report is dismissed': async (site, cast) => {
    const { id } = await aCase(site);
    const { isDecided, ...act } = await decision(site, cast, id, { act: 'dismiss' });
    return { ...act, hasHappened: isDecided };
  },
  'a profile is removed': async (site, cast) => {
    const { id, person } = await aCase(site);
    const { isDecided, ...act } = await decision(site, cast, id, REMOVE);
    const { table } = site.database;
    const hasHappened = async () => {
      const channel = await getItem<{ description: string; schedule: string }>(table, channelKey(person.id));
      return together({
        decided: await isDecided(),
        description: channel?.description === '',
        schedule: channel?.schedule === '',
      });
    };
    return { ...act, hasHappened };
  },
  'a message is removed by the site': async (site, cast) => {
    const [{ id: messageId }, reporter] = [await aMessage(site, cast), await site.person()];
    const thing = { kind: 'message', id: cast.streamer.id, message_id: messageId };
    await bodyOfSuccess(site.call(reporter, 'POST', '/reports', { ...thing, reason: 'spam' }));
    const id = `message.${cast.streamer.id}.${messageId}`;
    const { isDecided, ...act } = await decision(site, cast, id, REMOVE);
    const key = messageKey(cast.streamer.id, messageId);
    const hasHappened = async () =>
      together({ decided: await isDecided(), gone: !(await has(site.database.table, key)) });
    return { ...act, hasHappened };
  },
  'somebody is suspended': async (site, cast) => {
    const { id, person } = await aCase(site);
    const { isDecided, ...act } = await decision(site, cast, id, SUSPEND);
    const { table } = site.database;
    const hasHappened = async () =>
      together({ decided: await isDecided(), suspended: await isSuspended(table, person) });
    return { ...act, hasHappened };
  },
  'a suspension is undone': async (site, cast) => {
    const { id, person } = await aCase(site);
    await decided(site, cast, id, SUSPEND);
    const { isDecided, ...act } = await decision(site, cast, id, { act: 'undo' });
    const { table } = site.database;
    const hasHappened = async () =>
      together({ decided: await isDecided(), back: !(await isSuspended(table, person)) });
    return { ...act, hasHappened };
  },
};
