import type { Page } from '../base/page.ts';
import type { ChannelNames } from './table/channels.repository.ts';

interface ChannelOwned {
  readonly channel_id: string;
  readonly username: string;
}

type WithDisplayName<T> = T & { readonly display_name: string };

/** Each with the name that its channel goes by; a channel that is gone goes by its username. */
export async function withDisplayNames<T extends ChannelOwned>(
  names: ChannelNames,
  items: readonly T[],
): Promise<WithDisplayName<T>[]> {
  const found = await names.find(items.map(({ channel_id }) => channel_id));
  return items.map((item) => ({
    ...item,
    display_name: found.get(item.channel_id) ?? item.username,
  }));
}

/** The same of one page of a list. */
export const pageWithDisplayNames = async <T extends ChannelOwned>(names: ChannelNames, page: Page<T>) => ({
  ...page,
  items: await withDisplayNames(names, page.items),
});
