import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { ChannelEmote } from '#shared/community/channel-emotes.ts';
import { useLiveQuery } from '#web/lib/realtime/use-live-query.ts';
import { emotesQuery } from '../rooms.queries.ts';
import { SITE_EMOTES } from './site-emotes.ts';

export interface DisplayedEmote {
  readonly alt: string;
  readonly still: string;
  /** Absent if it does not move. */
  readonly moving?: string | undefined;
}

type Emotes = ReadonlyMap<string, DisplayedEmote>;

const Context = createContext<Emotes>(SITE_EMOTES);

interface ChannelEmotesProps {
  readonly channelId: string;
  /** Updates them by the channel's events. @default false */
  readonly isLive?: boolean;
  readonly children: ReactNode;
}

/** The emotes of a chat: the channel's own, and those of the site. While its own are unknown, they are texts. */
export function ChannelEmotes({ channelId, isLive = false, children }: ChannelEmotesProps) {
  const query = emotesQuery(channelId);
  const pollMs = useLiveQuery(isLive ? channelId : undefined, query.queryKey, unchanged, isOfEmotes);
  const { data } = useQuery({ ...query, refetchInterval: isLive && pollMs && pollMs * RARE });
  const emotes = useMemo(
    () =>
      new Map([
        ...(data?.emotes.map((emote) => [emote.code, displayed(emote)] as const) ?? []),
        ...SITE_EMOTES,
      ]),
    [data],
  );
  return <Context value={emotes}>{children}</Context>;
}

/** By code, the channel's own first. */
export const useEmotes = (): Emotes => useContext(Context);

const unchanged = <T,>(emotes: T): T => emotes;
const isOfEmotes = ({ type }: { readonly type: string }): boolean => type === 'emotes';
/** Without a socket, emotes are polled so many times less often than the chat. */
const RARE = 10;

export const displayed = ({ alt, url, still_url }: ChannelEmote): DisplayedEmote => ({
  alt,
  still: still_url ?? url,
  ...(still_url !== null && { moving: url }),
});
