import type { ChannelEmotes, EmoteBody } from '#shared/community/channel-emotes.ts';
import { MAX_EMOTES } from '#shared/limits.ts';
import { SITE_EMOTES } from '#shared/plain/site-emotes.ts';
import { stillUrlOf } from '#shared/plain/still-picture.ts';
import { busy, DomainError, notFound } from '#functions/base/errors.ts';
import { pictureKey } from '#functions/denied-media/index.ts';
import { requireOwnPicture } from '#functions/pictures/index.ts';
import { requireStreamer } from '../permissions.service.ts';
import type { EmotesItem, StoredEmote } from '../room.item.ts';
import type { RoomsDeps } from '../rooms.service.ts';
import type { EmotesRepository } from './emotes.repository.ts';

export interface EmotesDeps extends Pick<RoomsDeps, 'channels' | 'publish' | 'clock'> {
  readonly emotes: EmotesRepository;
  /** Deletes the picture of a removed emote soon. May be repeated. */
  readonly discardPicture: (channelId: string, url: string) => Promise<void>;
}

interface EmoteOf {
  readonly channelId: string;
  readonly code: string;
}

const ATTEMPTS = 6;

/** Throws `not_found`. */
export async function listEmotes(
  { channels, emotes }: Pick<EmotesDeps, 'channels' | 'emotes'>,
  channelId: string,
): Promise<ChannelEmotes> {
  const [channel, stored] = await Promise.all([channels.findById(channelId), emotes.list(channelId)]);
  if (!channel) throw notFound('channel');
  return toEmotes(stored);
}

/**
 * Adds an emote. Repeated with the same picture, it changes the alternative text alone. Throws `forbidden`, `not_found` and
 * `conflict`.
 */
export async function putEmote(
  deps: EmotesDeps,
  callerId: string,
  { channelId, code }: EmoteOf,
  { picture_url: url, alt }: EmoteBody,
): Promise<ChannelEmotes> {
  requireStreamer(deps, callerId, channelId);
  requireOwnPicture(channelId, url);
  const [id = ''] = pictureKey(url);
  // A token stays valid for up to a day after its account is deleted.
  if (!(await deps.channels.findById(channelId))) throw notFound('channel');
  if (SITE_EMOTES.some((name) => name === code))
    throw new DomainError('conflict', 'emote_of_site', { code, field: 'code' });
  if (await deps.emotes.isDenied(channelId, id)) throw new DomainError('conflict', 'emote_removed');
  return change(deps, channelId, ({ emotes }) => {
    requireFree(emotes, { code, id });
    return [...emotes.filter((emote) => emote.code !== code), { id, code, alt, url }];
  });
}

function requireFree(emotes: readonly StoredEmote[], { code, id }: Pick<StoredEmote, 'code' | 'id'>): void {
  const same = emotes.find((emote) => emote.code === code);
  if (same && same.id !== id) throw new DomainError('conflict', 'emote_code_taken', { code, field: 'code' });
  // A picture is deleted with its emote.
  if (emotes.some((emote) => emote.id === id && emote !== same))
    throw new DomainError('conflict', 'emote_picture_used');
  if (!same && emotes.length >= MAX_EMOTES)
    throw new DomainError('conflict', 'too_many_emotes', { max: MAX_EMOTES });
}

/** One that is gone: changes nothing. Throws `forbidden`. */
export async function removeEmote(
  deps: EmotesDeps,
  callerId: string,
  { channelId, code }: EmoteOf,
): Promise<ChannelEmotes> {
  requireStreamer(deps, callerId, channelId);
  return change(deps, channelId, async ({ emotes }) => {
    const removed = emotes.find((emote) => emote.code === code);
    if (!removed) return emotes;
    // First, so that a request that dies between the two leaves no file; a picture in use is kept.
    await deps.discardPicture(channelId, removed.url);
    return emotes.filter((emote) => emote !== removed);
  });
}

type Change = (before: EmotesItem) => readonly StoredEmote[] | Promise<readonly StoredEmote[]>;

async function change(
  { emotes, publish }: EmotesDeps,
  channelId: string,
  changed: Change,
): Promise<ChannelEmotes> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = await emotes.read(channelId);
    const next = await changed(before);
    if (next !== before.emotes && !(await emotes.replace(channelId, before, next))) continue;
    await publish(channelId, { type: 'emotes' });
    return toEmotes(next);
  }
  throw busy('changed_elsewhere');
}

const toEmotes = (stored: readonly StoredEmote[]): ChannelEmotes => ({
  emotes: stored
    .map(({ id, code, alt, url }) => ({ id, code, alt, url, still_url: stillUrlOf(url) }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1)),
});
