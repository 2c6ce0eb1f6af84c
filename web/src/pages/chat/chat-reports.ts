import { useQuery } from '@tanstack/react-query';
import type { ChannelEmote } from '#shared/community/channel-emotes.ts';
import { emotesQuery } from '#web/features/chat/rooms.queries.ts';
import { useReportEntry } from '#web/features/moderation/reports/report-menu.tsx';

const NO_EMOTES: readonly ChannelEmote[] = [];

/** The entries that report a message of a chat, or the channel's emotes in it, with their dialog. */
export function useChatReports(channelId: string, streamer: string) {
  const { emotes = NO_EMOTES } = useQuery(emotesQuery(channelId)).data ?? {};
  return useReportEntry(channelId, streamer, emotes);
}
