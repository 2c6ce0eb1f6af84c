import type { Page } from '#functions/base/page.ts';
import type { ChannelNames } from './table/channels.repository.ts';

interface ChannelOwned {
  readonly channel_id: string;
  readonly username: string;
}

/** Adds the display names of the items' channels; the username if the channel is deleted. */
export async function withDisplayNames<T extends ChannelOwned>(names: ChannelNames, items: readonly T[]) {
  const found = await names.find(items.map(({ channel_id }) => channel_id));
  return items.map((item) => ({
    ...item,
    display_name: found.get(item.channel_id) ?? item.username,
  }));
}

export const pageWithDisplayNames = async <T extends ChannelOwned>(names: ChannelNames, page: Page<T>) => ({
  ...page,
  items: await withDisplayNames(names, page.items),
});
