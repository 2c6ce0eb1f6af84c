import type { BroadcastsRepository } from '../table/broadcasts.repository.ts';
import { CATEGORIES } from '#shared/plain/category-list.ts';
import { authorize } from '#functions/base/authorized.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { BroadcastChange } from '../broadcast.ts';

const NAMES: readonly string[] = CATEGORIES.map(({ name }) => name);

/** Changes the channel's live camera broadcast. Throws `invalid_request` for an unknown category. */
export async function changeLatest(
  { broadcasts }: { readonly broadcasts: BroadcastsRepository },
  channelId: string,
  change: BroadcastChange,
): Promise<void> {
  const latest = await broadcasts.findLatest(channelId);
  if (latest?.state !== 'live') return;
  const { category } = change;
  if (category !== undefined && category !== latest.category && !NAMES.includes(category)) {
    throw new DomainError('invalid_request', 'unknown_category', { field: 'game' });
  }
  await broadcasts.change(authorize(channelId, latest.channelId, latest, 'broadcast'), change);
}
