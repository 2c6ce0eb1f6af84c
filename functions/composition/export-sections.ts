/** The sections of a person's data export. Loaded when an export is made. */
import { accountsRepository } from '#functions/auth/accounts/accounts.repository.ts';
import { emailCodesRepository } from '#functions/auth/table/email-codes.repository.ts';
import { isPending } from '#functions/auth/table/email-code.ts';
import type { ExportSection } from '#functions/auth/export/export.ts';
import { listSessions } from '#functions/auth/sessions/sessions.service.ts';
import { secondFactorFacts } from '#functions/auth/table/second-factors.repository.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { listReportsBy } from '#functions/moderation/cases/person-cases.repository.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { clipsRepository } from '#functions/clips/table/clips.repository.ts';
import { commentsRepository } from '#functions/comments/comments.repository.ts';
import { listCommentsBy } from '#functions/comments/deletion.repository.ts';
import { listLikesOfComments } from '#functions/comments/likes.repository.ts';
import { listMessagesBy } from '#functions/chat/person-messages.repository.ts';
import { fansRepository } from '#functions/fans/table/fans.repository.ts';
import { showingsRepository } from '#functions/fans/table/showings.repository.ts';
import { followsRepository } from '#functions/follows/follows.repository.ts';
import { likesRepository } from '#functions/library/likes.repository.ts';
import { historyRepository } from '#functions/library/history.repository.ts';
import { toEntry } from '#functions/library/playlists/playlist.ts';
import { playlistsRepository } from '#functions/library/playlists/playlists.repository.ts';
import { watchLaterRepository } from '#functions/library/watch-later.repository.ts';
import { preferencesRepository } from '#functions/news/table/preferences.repository.ts';
import { hiddenPeopleRepository } from '#functions/hidden-people/hidden-people.repository.ts';
import { exportActs } from '#functions/chat/rooms/acts/person-acts.repository.ts';
import { exportOwnRoom, exportRolesElsewhere } from '#functions/chat/rooms/person-rooms.repository.ts';
import { listVotes } from '#functions/chat/polls/polls.repository.ts';
import { raidsRepository } from '#functions/raids/raids.repository.ts';
import { remindersRepository } from '#functions/schedules/reminders/reminders.repository.ts';
import { schedulesRepository } from '#functions/schedules/schedules.repository.ts';
import { sessionsRepository } from '#functions/auth/table/sessions.repository.ts';
import { listActsAbout } from '#functions/moderation/transparency/person-acts.repository.ts';
import { broadcastFigures, dayFigures } from '#functions/statistics/figures.ts';
import { statisticsRepository } from '#functions/statistics/statistics.repository.ts';
import { toWebhook } from '#functions/webhooks/webhook.ts';
import { listPublicWebhooks } from '#functions/webhooks/table/webhooks.repository.ts';
import { videoLists } from '#functions/videos/table/video-lists.repository.ts';

/** Entries of a page; messages are short. */
const VIDEOS = 100;
const MESSAGES = 1000;
const ENTRIES = 1000;
const FANS = 100;
const PLAYLISTS = 20;

type Read = ExportSection['read'];

const paged = (name: string, about: string, read: Read): ExportSection => ({ name, about, read });

/** A section that is read at once. */
const whole = (name: string, about: string, read: (accountId: string) => Promise<unknown>): ExportSection =>
  paged(name, about, async (accountId) => ({ items: await read(accountId) }));

export const exportSections = (table: Table): readonly ExportSection[] => [
  whole('account', 'your account, which you alone see', (id) => accountsRepository(table).findById(id)),
  whole('two-factor', 'whether logging in asks for a second factor; its secret is for your app alone', (id) =>
    secondFactorFacts(table, id),
  ),
  whole('new_address', 'the e-mail address that you asked to have, and did not confirm yet', async (id) => {
    const code = await emailCodesRepository(table).find(id);
    return code && isPending(code, Date.now()) ? code.email : null;
  }),
  whole('channel', 'your channel, as everybody sees it', (id) => channelsRepository(table).findCurrent(id)),
  whole('schedule', 'the broadcasts that you have planned', async (id) => {
    const { plans } = await schedulesRepository(table).findCurrent(id);
    return plans;
  }),
  whole('reminders', 'the planned broadcasts of which you asked to be reminded', (id) =>
    remindersRepository(table).listAll(id),
  ),
  whole('raids', 'whose raids you accept, and the channels that you have raided lately', async (id) => {
    const raids = raidsRepository(table);
    const [{ accepts = 'all' }, latest] = await Promise.all([raids.find(id), raids.listAll(id, Date.now())]);
    return { accepts, latest };
  }),
  whole('follows', 'the channels that you follow, and whose news reach you', async (id) => {
    const { channels, bells } = await followsRepository(table).listChannels(id);
    return channels.map(({ id: channel_id, username, display_name }) => ({
      channel_id,
      username,
      display_name,
      bell: bells.includes(channel_id),
    }));
  }),
  whole('news', 'how you are told what is new', (id) => preferencesRepository(table).find(id)),
  paged('watch_later', 'the videos that you have saved to watch later', async (id, cursor) => {
    const { items, next } = await watchLaterRepository(table).list(id, { limit: ENTRIES, cursor });
    return { items: items.map(({ video_id, at }) => ({ video_id, saved_at: at })), next };
  }),
  paged('likes', 'the videos and clips that you like; you alone see it', async (id, cursor) => {
    const { items, next } = await likesRepository(table).list(id, { limit: ENTRIES, cursor });
    return { items: items.map(({ kind, liked_id, at }) => ({ [`${kind}_id`]: liked_id, at })), next };
  }),
  paged('playlists', 'your playlists, with what is in them', async (id, cursor) => {
    const playlists = playlistsRepository(table);
    const { items, next } = await playlists.listOwn(id, { limit: PLAYLISTS, cursor });
    const whole = items.map(async ({ id: playlist_id, title, description, visibility, created_at }) => {
      const entries = (await playlists.allEntries(playlist_id)).map(toEntry);
      const ids = entries.map((entry) => ({ [`${entry.kind}_id`]: entry.id }));
      return { id: playlist_id, title, description, visibility, created_at, entries: ids };
    });
    return { items: await Promise.all(whole), next };
  }),
  paged(
    'history',
    'the videos and live broadcasts that you have watched, and how far; you alone see it',
    async (id, cursor) => {
      const history = historyRepository(table);
      const { since } = await history.state(id, Date.now());
      const { items, next } = await history.list(id, since, { limit: ENTRIES, cursor });
      return {
        items: items.map(({ video_id, channel_id, at, position_s }) => ({
          ...(channel_id ? { broadcast_id: video_id, channel_id } : { video_id }),
          at,
          position_s,
        })),
        next,
      };
    },
  ),
  paged(
    'videos',
    'your videos, including unlisted and private ones; playback_url is the address of each one’s files, and captions has those of its captions',
    (channelId, cursor) => videoLists(table).list({ channelId, list: 'all', limit: VIDEOS, cursor }),
  ),
  paged(
    'fans',
    'the fans of your collection, with their pictures’ addresses and what you have repaired',
    (channelId, cursor) => fansRepository(table).list(channelId, { limit: FANS, cursor }),
  ),
  whole('fans_on_stream', 'the fans that you say your stream shows, by their ids', async (id) => {
    const { fanIds } = await showingsRepository(table).find({ kind: 'channel', id }, true);
    return fanIds;
  }),
  paged('clips', 'the clips that you have made, of your channel and of others', (id, cursor) =>
    clipsRepository(table).list({ of: 'clipper', id, limit: VIDEOS, cursor }),
  ),
  paged(
    'messages',
    'what you have written in chats: all beside a replay, and the last thirty days of the rest',
    async (authorId, after) => {
      const { messages: items, next } = await listMessagesBy(table, authorId, { after, limit: MESSAGES });
      return { items, next };
    },
  ),
  whole(
    'votes',
    'your votes in polls of the last day, by the number of the answer; you alone see them',
    (id) => listVotes(table, id, Date.now()),
  ),
  paged('comments', 'what you have written under videos and clips', (id, cursor) =>
    listCommentsBy(table, id, cursor),
  ),
  paged('comment_likes', 'comments and replies that you like', (id, cursor) =>
    listLikesOfComments(table, id, cursor),
  ),
  whole('comment_settings', 'who may write under your videos and clips', (id) =>
    commentsRepository(table).settings(id),
  ),
  whole(
    'chat_room',
    'how your chat is led, by whom, who may not write in it, and its own emotes with their pictures’ addresses',
    (id) => exportOwnRoom(table, id),
  ),
  whole('elsewhere_in_chats', 'chats that you look after, or may not write in', (id) =>
    exportRolesElsewhere(table, id),
  ),
  paged('chat_log', 'what you and your moderators have done in your chat', (id, cursor) =>
    exportActs(table, 'own', id, cursor),
  ),
  paged('chat_acts', 'what you have done as a moderator of chats', (id, cursor) =>
    exportActs(table, 'by', id, cursor),
  ),
  paged('acts_about_you', 'what moderators of chats have done about you', (id, cursor) =>
    exportActs(table, 'about', id, cursor),
  ),
  whole('hidden_people', 'people whom you hide from yourself', async (id) => {
    const hidden = await hiddenPeopleRepository(table).list(id);
    return hidden.map(({ username }) => username);
  }),
  paged('reports', 'what you have reported to the moderators of the site, and answered them', (id, cursor) =>
    listReportsBy(table, id, cursor),
  ),
  whole('moderation', 'what the moderators of the site have decided about you', (id) =>
    listActsAbout(table, id),
  ),
  whole('webhooks', 'the hosts that your channel’s events are sent to, and which events', async (id) =>
    // The rest of an address may be a secret, as with Discord.
    (await listPublicWebhooks(table, id))
      .map(toWebhook)
      .map(({ url, ...webhook }) => ({ ...webhook, host: new URL(url).host })),
  ),
  whole('statistics', 'the figures of your channel by day', async (id) => {
    const days = await statisticsRepository(table).listDays(id, '0', '9');
    return days.map(dayFigures);
  }),
  paged('broadcast_statistics', 'the figures of your broadcasts', async (id, cursor) => {
    const { items, next } = await statisticsRepository(table).listBroadcasts(id, { limit: VIDEOS, cursor });
    return { items: items.map(broadcastFigures), next };
  }),
  whole('sessions', 'where you are signed in', async (accountId) => {
    const ports = { sessions: sessionsRepository(table), clock: Date.now };
    const sessions = await listSessions(ports, { id: accountId, sessionId: '' });
    return sessions.map(({ device, created_at, last_used_at }) => ({ device, created_at, last_used_at }));
  }),
];
