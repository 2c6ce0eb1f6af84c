import { SendHorizontal } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Quote } from '#shared/community/chat.ts';
import type { RoomRole } from '#shared/community/rooms.ts';
import { isComposing } from '#web/lib/keyboard/is-composing.ts';
import { IconButton } from '#web/ui/button.tsx';
import { fieldClass } from '#web/ui/forms/field.tsx';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import { EmotePicker } from '../emotes/emote-picker.tsx';
import { emoteText } from '../emotes/site-emotes.ts';
import type { ChatEvent } from '../feed/chat-state.ts';
import { CompletionList, optionId, useCompletion } from './completion-list.tsx';
import { problemText } from './commands/command-texts.ts';
import { commandsFor } from './commands/read-draft.ts';
import { useCommands } from './commands/use-commands.tsx';
import { fitToText } from './fit-to-text.ts';
import { ReplyBar } from './reply-entry.tsx';
import type { UnacceptedRules } from './use-rules.ts';
import { type SlowModeTurn, useSecondsUntil, WaitNote } from './slow-mode.tsx';
import { charactersLeft, type GetPlayingDate, isSendable, useSend } from './use-send.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface ChatComposerProps {
  readonly channelId: string;
  readonly dispatch: (event: ChatEvent) => void;
  readonly onSend: () => void;
  readonly names: () => readonly string[];
  readonly answering: Quote | null;
  readonly onAnswered: () => void;
  readonly playingDate: GetPlayingDate;
  readonly turn: SlowModeTurn;
  readonly role: RoomRole;
  /** To be accepted before a message is sent. */
  readonly rules: UnacceptedRules | null;
}

export function ChatComposer(props: ChatComposerProps) {
  const { channelId, dispatch, onSend, names, answering, onAnswered, playingDate, turn, role, rules } = props;
  const [isAsking, setAsking] = useState(false);
  const { onSettled } = turn;
  const { text, setText, send, take, restore } = useSend({ channelId, dispatch, playingDate, onSettled });
  const commands = useCommands({ channelId, role, text, take, restore });
  const { draft, problem } = commands;
  const waitS = useSecondsUntil(turn.nextMs);
  const field = useRef<HTMLTextAreaElement>(null);
  const completion = useCompletion({ field, text, setText, names, commands: commandsFor(role), channelId });
  const listId = useId();
  const countId = useId();
  const waitId = useId();
  const problemId = useId();
  const left = charactersLeft(draft);
  const isTooLong = left !== null && left < 0;
  const isCompleting = completion.options.length > 0;
  useLayoutEffect(() => {
    if (field.current) fitToText(field.current);
  });
  useEffect(() => {
    if (answering) field.current?.focus();
  }, [answering]);

  const sendText = (isAccepted = rules === null) => {
    completion.close();
    if (!commands.submit() && draft.type === 'message') {
      if (!isAccepted && isSendable(draft)) return setAsking(true);
      if (waitS === 0 && send(draft, answering)) {
        onSend();
        onAnswered();
      }
    }
    // Pressing the button would close the on-screen keyboard.
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sendText();
  };
  const press = (event: KeyboardEvent) => {
    // Keys during a composition belong to the input method.
    if (isComposing(event.nativeEvent) || completion.press(event)) return;
    if (event.key === 'Escape' && answering) return onAnswered();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    sendText();
  };

  return (
    <form onSubmit={submit} className="relative border-t border-line p-3">
      {isAsking && rules && (
        <AcceptRulesDialog
          rules={rules.text}
          onAccept={() => {
            rules.accept();
            setAsking(false);
            sendText(true);
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {commands.dialogs}
      {isCompleting && (
        <CompletionList
          id={listId}
          options={completion.options}
          at={completion.at}
          onTake={completion.take}
        />
      )}
      {answering && <ReplyBar quote={answering} onCancel={onAnswered} />}
      <div className="flex items-end gap-1">
        <textarea
          ref={field}
          dir="auto"
          rows={1}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            completion.update();
          }}
          onKeyDown={press}
          onBlur={completion.close}
          placeholder={t('chat.messagePlaceholder')}
          aria-label={t('chat.messagePlaceholder')}
          aria-invalid={isTooLong || problem !== null || undefined}
          aria-describedby={
            [left !== null && countId, waitS > 0 && waitId, problem && problemId].filter(Boolean).join(' ') ||
            undefined
          }
          aria-autocomplete="list"
          aria-controls={isCompleting ? listId : undefined}
          aria-activedescendant={completion.at < 0 ? undefined : optionId(listId, completion.at)}
          autoComplete="off"
          enterKeyHint="send"
          className={`${fieldClass} field-sizing-content max-h-28 min-h-control-md resize-none py-1.5 pointer-coarse:py-2`}
        />
        <EmotePicker onPick={(code) => completion.insertHere(emoteText(code))} />
        <IconButton
          label={t('chat.send')}
          type="submit"
          variant="secondary"
          disabled={draft.type === 'message' && (waitS > 0 || !isSendable(draft))}
        >
          <SendHorizontal className="rtl:-scale-x-100 size-5" />
        </IconButton>
      </div>
      {problem && (
        <p id={problemId} role="alert" className="mt-1.5 text-xs text-danger">
          {problemText(problem)}
        </p>
      )}
      {waitS > 0 && <WaitNote id={waitId} waitS={waitS} />}
      {left !== null && (
        <p id={countId} className={`mt-1.5 text-xs tabular-nums ${isTooLong ? 'text-danger' : 'text-soft'}`}>
          {isTooLong ? t('chat.charactersOver', { count: -left }) : t('chat.charactersLeft', { count: left })}
        </p>
      )}
    </form>
  );
}

const AcceptRulesDialog = overlayOnDemand(() => import('./accept-rules-dialog.tsx'), 'AcceptRulesDialog');
