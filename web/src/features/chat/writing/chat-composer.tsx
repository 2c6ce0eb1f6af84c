import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { fieldLook } from '../../../ui/forms/field.tsx';
import { charactersLeft, toSend } from './draft.ts';
import type { ChatEvent } from '../messages/chat-state.ts';
import { useSend } from './use-send.ts';

interface ChatComposerProps {
  readonly channelId: string;
  readonly dispatch: (event: ChatEvent) => void;
  readonly onSend: () => void;
}

/** "Send a message" and its button: Enter sends. */
export function ChatComposer({ channelId, dispatch, onSend }: ChatComposerProps) {
  const { text, setText, send } = useSend(channelId, dispatch);
  const field = useRef<HTMLTextAreaElement>(null);
  const countId = useId();
  const left = charactersLeft(text);
  const isTooLong = left !== null && left < 0;

  const sendText = () => {
    if (send()) onSend();
    // A touch on the button would close the keyboard.
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sendText();
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    // Enter that ends the composition of a character belongs to the input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    sendText();
  };

  return (
    <form onSubmit={submit} className="border-t border-line p-3">
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          rows={1}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={sendOnEnter}
          placeholder="Send a message"
          aria-label="Send a message"
          aria-invalid={isTooLong || undefined}
          aria-describedby={left === null ? undefined : countId}
          autoComplete="off"
          enterKeyHint="send"
          className={`${fieldLook} field-sizing-content max-h-28 min-h-10 resize-none py-1.5 pointer-coarse:min-h-11 pointer-coarse:py-2`}
        />
        <IconButton label="Send" type="submit" variant="secondary" disabled={toSend(text) === null}>
          <SendHorizontal className="size-5" />
        </IconButton>
      </div>
      {left !== null && (
        <p id={countId} className={`mt-1.5 text-xs tabular-nums ${isTooLong ? 'text-danger' : 'text-soft'}`}>
          {isTooLong ? `${-left} characters too many` : `${left} characters left`}
        </p>
      )}
    </form>
  );
}
