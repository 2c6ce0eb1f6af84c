import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { ChannelMissing } from '#web/features/channels/channel-missing.tsx';
import { channelQuery } from '#web/features/channels/channels.queries.ts';
import { isNotFound } from '#web/lib/api/api.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { RoomChat } from './room-chat.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** /channel/{username}/chat: the chat alone, for a separate window. */
export function ChatPage() {
  const { username = '' } = useParams();
  const query = useQuery(channelQuery(username));
  const { data, error } = query;
  const isMissing = isNotFound(error);
  useDocumentTitle(
    isMissing ? t('channel.notFound') : data && t('chat.titleOfChannel', { displayName: data.display_name }),
  );
  return (
    <main className="flex min-h-dvh flex-col">
      {isMissing ? (
        <ChannelMissing username={username} />
      ) : (
        <Loaded query={query} failure={t('channel.loadFailed')}>
          {({ id, username: streamer, display_name }) => (
            <>
              <h1 className="sr-only">{t('chat.titleOfChannel', { displayName: display_name })}</h1>
              <RoomChat
                key={id}
                channelId={id}
                streamer={streamer}
                isAlone
                className="h-[calc(100dvh-var(--keyboard,0px))]"
              />
            </>
          )}
        </Loaded>
      )}
    </main>
  );
}
