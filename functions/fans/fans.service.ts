import type { Fan, FanBody } from '#shared/channels/fans.ts';
import { MAX_FANS } from '#shared/plain/fans/fan-limits.ts';
import { authorize } from '#functions/base/authorized.ts';
import type { FindVisible } from '#functions/base/visible.ts';
import { busy, DomainError, notFound } from '#functions/base/errors.ts';
import { createFan, isSameFan, toFan } from './fan.ts';
import { requireOwnPicture } from '#functions/pictures/index.ts';
import type { Page, PageRequest } from '#functions/base/page.ts';
import type { ChannelNames, ChannelsRepository } from '#functions/channels/index.ts';
import type { FansRepository } from './table/fans.repository.ts';
import type { FoundFansRepository } from './table/found-fans.repository.ts';
import type { ModelsRepository } from './table/models.repository.ts';
import type { ShowingsRepository } from './table/showings.repository.ts';

export interface FansDeps {
  readonly fans: FansRepository;
  readonly fanSearch: FoundFansRepository;
  readonly models: ModelsRepository;
  readonly showings: ShowingsRepository;
  readonly findVisible: FindVisible;
  readonly names: ChannelNames;
  readonly channels: Pick<ChannelsRepository, 'findVisible'>;
  /** The channel id of a video that the caller may open; otherwise `null`. */
  readonly ownerOfVideo: (callerId: string | undefined, videoId: string) => Promise<string | null>;
  /** Schedules the deletion of a picture by its URL, unless the channel still uses it elsewhere. */
  readonly discardPicture: (channelId: string, url: string) => Promise<void>;
  readonly clock: () => number;
}

/** Retries because another tab or a repeated request may change the same fan. */
const ATTEMPTS = 5;

/** Newest first. Throws `not_found`. */
export async function listCollection(
  { fans, channels }: FansDeps,
  channelId: string,
  part: PageRequest,
): Promise<Page<Fan>> {
  const [channel, page] = await Promise.all([channels.findVisible(channelId), fans.list(channelId, part)]);
  if (!channel) throw notFound('channel');
  return page;
}

/**
 * Adds or changes a fan of the caller, and schedules the deletion of pictures that it no longer shows. Throws
 * `forbidden` for another's fan, `conflict` if the collection is full, `not_found`, `busy`.
 */
export async function saveFan(deps: FansDeps, callerId: string, id: string, body: FanBody): Promise<Fan> {
  const { fans, clock } = deps;
  for (const url of body.picture_urls) requireOwnPicture(callerId, url);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await fans.find(id);
    if (before) authorize(callerId, before.channel_id, before, 'fan');
    const added_at = before?.added_at ?? new Date(clock()).toISOString();
    const fan = createFan({ id, channel_id: callerId, added_at }, body);
    const dropped = (before?.picture_urls ?? []).filter((url) => !fan.picture_urls.includes(url));
    await discardAll(deps, callerId, dropped);
    const outcome = before && isSameFan(toFan(before), fan) ? 'saved' : await fans.save(fan, before);
    if (outcome === 'too many') throw new DomainError('conflict', 'too_many_fans', { max: MAX_FANS });
    if (outcome === 'no channel') throw notFound('channel');
    if (outcome === 'conflict') continue;
    // Also if nothing changed, because an earlier request may have failed before this step.
    if (before) await fans.refreshLinks(fan);
    return fan;
  }
  throw busy('changed_elsewhere');
}

/** Idempotent. Throws `forbidden`, `busy`. */
export async function deleteFan(deps: FansDeps, callerId: string, id: string): Promise<void> {
  const { fans } = deps;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await fans.find(id);
    if (before) {
      const owned = authorize(callerId, before.channel_id, before, 'fan');
      await discardAll(deps, callerId, before.picture_urls);
      if (!(await fans.remove(owned))) continue;
    }
    await fans.removeLinks(id);
    return;
  }
  throw busy('changed_elsewhere');
}

/** Call it before the change, because a process that dies after it would leave them public. Pictures in use are kept. */
const discardAll = ({ discardPicture }: FansDeps, channelId: string, urls: readonly string[]) =>
  Promise.all(urls.map((url) => discardPicture(channelId, url)));
