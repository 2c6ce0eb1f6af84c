import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { CHAT_LIMIT_DEFAULT } from '#shared/limits.ts';
import { call } from '#web/lib/api/api.ts';
import { listen } from '#web/lib/listen.ts';
import { listenToChannel } from '#web/lib/realtime/realtime.ts';
import { type ChatPorts, followChat } from './chat-feed.ts';
import { canReadBack, type ChatEvent, chatReducer, type ChatState, INITIAL_CHAT } from './chat-state.ts';

export type OlderMessages = ReturnType<typeof useOlder>;

/** The chat of one channel. Use it in a component keyed by the channel. */
export function useChat(channelId: string) {
  const [state, dispatch] = useReducer(chatReducer, INITIAL_CHAT);
  useEffect(() => followChat(chatPorts(channelId), dispatch), [channelId]);
  const older = useOlder(channelId, state, dispatch);
  return { state, dispatch, older };
}

function useOlder(channelId: string, state: ChatState, dispatch: (event: ChatEvent) => void) {
  const [isLoading, setIsLoading] = useState(false);
  const isAsking = useRef(false);
  const hasFailed = useRef(false);
  const before = state.messages[0]?.id;
  const isPossible = canReadBack(state);

  const load = useCallback(() => {
    if (isAsking.current || !isPossible || before === undefined) return;
    isAsking.current = true;
    hasFailed.current = false;
    setIsLoading(true);
    loadMessages(channelId, { before })
      .then((page) => dispatch({ type: 'older', page }))
      .catch((error: unknown) => {
        hasFailed.current = true;
        console.error('Error fetching chat messages', error);
      })
      .finally(() => {
        isAsking.current = false;
        setIsLoading(false);
      });
  }, [channelId, before, isPossible, dispatch]);
  /** Loads near the top. After a failure the reader must press a button. */
  const loadByItself = useCallback(() => {
    if (!hasFailed.current) load();
  }, [load]);
  return { isPossible, isLoading, load, loadByItself };
}

export const loadMessages = (channelId: string, options: { before?: string; signal?: AbortSignal } = {}) =>
  call('GET /chat/{id}', {
    params: { id: channelId },
    query: { limit: CHAT_LIMIT_DEFAULT, ...(options.before && { before: options.before }) },
    ...(options.signal && { signal: options.signal }),
  });

const chatPorts = (channelId: string): ChatPorts => ({
  load: (signal) => loadMessages(channelId, { signal }),
  listen: (listener) => listenToChannel(channelId, listener),
  isVisible: () => document.visibilityState === 'visible',
  onVisible: (act) =>
    listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && act()),
});
