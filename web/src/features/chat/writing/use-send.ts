/** Sends messages: specification §5 (Chat) and §8. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ChatMessage, Quote } from '#shared/community/chat.ts';
import { CHAT_MESSAGE_MAX_LENGTH } from '#shared/limits.ts';
import { ApiFailure, call } from '#web/lib/api/api.ts';
import { shouldRetry } from '#web/lib/api/query.ts';
import { readSession } from '#web/lib/api/session/session.ts';
import { uniqueKey } from '#web/lib/api/unique-key.ts';
import { keep, readKept } from '#web/lib/kept.ts';
import { toastFailed, toastLoginRequired } from '#web/ui/overlays/toast.tsx';
import type { Draft } from './commands/read-draft.ts';
import type { SlowModeTurn } from './slow-mode.tsx';
import type { ChatEvent, Pending } from '../feed/chat-state.ts';
import { serverTime } from '#web/lib/server-clock.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** When the visible picture was captured; `null`: none. */
export type GetPlayingDate = () => Date | null;

const playedAt = (date: Date | null) => (date ? { shown_at: date.toISOString() } : {});

interface Sending {
  readonly channelId: string;
  readonly dispatch: (event: ChatEvent) => void;
  readonly playingDate: GetPlayingDate;
  readonly onSettled: SlowModeTurn['onSettled'];
}

/** The draft and how to send it. A message appears at once and returns to the field on failure. */
export function useSend({ channelId, dispatch, playingDate, onSettled }: Sending) {
  const { text, setText, take, giveBack, restore } = useDraft(channelId);
  // Resending the same text reuses its key, because the first try may have arrived.
  const failed = useRef<Pending | null>(null);
  const write = useMutation({
    mutationFn: (pending: Pending) => writeMessage(channelId, pending),
    retry: shouldRetry,
    // Sends in sequence to keep the order.
    scope: { id: `chat ${channelId}` },
    onSuccess: (message, { key }) => dispatch({ type: 'sent', key, message }),
    onError: (error, pending) => {
      failed.current = pending;
      dispatch({ type: 'not-sent', key: pending.key });
      giveBack(asTyped(pending));
      toastFailed(t('chat.sendFailed'), isAboutMessage(error) ? error : null);
    },
    onSettled,
  });

  /** Ignores a blank or too long message. Returns whether it was sent. */
  const send = (draft: MessageDraft, answering: Quote | null): boolean => {
    if (!isSendable(draft)) return false;
    const { message, isAction } = draft;
    const session = readSession();
    if (!session) {
      toastLoginRequired(t('chat.loginRequiredHint'));
      return false;
    }
    const isAgain =
      failed.current?.message === message &&
      (failed.current.action ?? false) === isAction &&
      failed.current.reply_to?.id === answering?.id;
    const again = isAgain ? failed.current?.key : null;
    failed.current = null;
    const pending: Pending = {
      key: again ?? uniqueKey(),
      username: session.user.username,
      message,
      timestamp: new Date(serverTime(Date.now())).toISOString(),
      ...(answering && { reply_to: answering }),
      ...(isAction && { action: true }),
      ...playedAt(playingDate()),
    };
    take();
    dispatch({ type: 'sending', pending });
    write.mutate(pending);
    return true;
  };
  return { text, setText, send, take, restore };
}

/** Sends a message. Repeating the `key` sends nothing new and returns the first one. */
export const writeMessage = (
  channelId: string,
  { message, action, reply_to, shown_at, key }: Pending,
): Promise<ChatMessage> =>
  call('POST /chat/{id}', {
    params: { id: channelId },
    body: {
      message,
      ...(action && { action }),
      ...(reply_to && { reply_to: reply_to.id }),
      ...(shown_at && { shown_at }),
    },
    headers: { 'idempotency-key': key },
  });

/** The text of the field, which a reload keeps. Failed messages return to it even after further typing. */
function useDraft(channelId: string) {
  const key = `chat.draft.${readSession()?.user.id ?? ''}.${channelId}`;
  const [{ text, cameBack }, setDraft] = useState(() => ({ text: readDraft(key), cameBack: '' }));
  useEffect(() => keep('sessionStorage', key, text), [key, text]);
  return {
    text,
    setText: (text: string) => setDraft({ text, cameBack: text.startsWith(cameBack) ? cameBack : '' }),
    take: () => setDraft({ text: '', cameBack: '' }),
    giveBack: (message: string) =>
      setDraft((draft) => ({
        text: textAfterFailure(message, draft.text, draft.cameBack),
        cameBack: textAfterFailure(message, draft.cameBack, draft.cameBack),
      })),
    /** Puts a failed command back, unless something was typed since, which would become a part of it. */
    restore: (command: string) =>
      setDraft((draft) => (draft.text === '' ? { text: command, cameBack: '' } : draft)),
  };
}

function readDraft(key: string): string {
  const kept = readKept('sessionStorage', key);
  return typeof kept === 'string' ? kept : '';
}

/** Whether the server has a reason: too many messages, a rule, or a removed original. */
const isAboutMessage = (error: unknown): boolean =>
  error instanceof ApiFailure && [403, 404, 429].includes(error.status);

/** The length from which the counter is visible. */
const COUNT_FROM = CHAT_MESSAGE_MAX_LENGTH - 100;

type MessageDraft = Extract<Draft, { readonly type: 'message' }>;

export const isSendable = ({ message }: MessageDraft): boolean =>
  message !== '' && message.length <= CHAT_MESSAGE_MAX_LENGTH;

/** The characters left, once few. Negative if the message is too long. */
export function charactersLeft(draft: Draft): number | null {
  if (draft.type !== 'message' || draft.message.length < COUNT_FROM) return null;
  return CHAT_MESSAGE_MAX_LENGTH - draft.message.length;
}

/** The text from which `readDraft` reads the message. */
export function asTyped({ message, action }: Pick<ChatMessage, 'message' | 'action'>): string {
  if (action) return `/me ${message}`;
  return message.startsWith('/') ? `/${message}` : message;
}

/** The text of the field after a failure: returned messages in order, then new text. */
export function textAfterFailure(message: string, written: string, cameBack: string): string {
  const isUntouched = cameBack !== '' && written.startsWith(cameBack);
  const [before, after] = isUntouched ? [cameBack, written.slice(cameBack.length)] : ['', written];
  return [before, message, after]
    .map((text) => text.trim())
    .filter(Boolean)
    .join(' ');
}
