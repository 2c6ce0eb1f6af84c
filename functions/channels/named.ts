import type { Page } from '../base/page.ts';
import type { ChannelNames } from './ports.ts';

interface OfChannel {
  readonly channel_id: string;
  readonly username: string;
}

type Named<T> = T & { readonly display_name: string };

/** Each with the name that its channel goes by; a channel that is gone goes by its username. */
export async function named<T extends OfChannel>(
  names: ChannelNames,
  things: readonly T[],
): Promise<Named<T>[]> {
  const found = await names.find(things.map(({ channel_id }) => channel_id));
  return things.map((thing) => ({
    ...thing,
    display_name: found.get(thing.channel_id) ?? thing.username,
  }));
}

/** The same of one page of a list. */
export const namedPage = async <T extends OfChannel>(names: ChannelNames, page: Page<T>) => ({
  ...page,
  items: await named(names, page.items),
});
