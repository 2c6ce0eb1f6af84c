import { type FormEvent, useRef } from 'react';
import { COMMENT_MAX_LENGTH } from '#shared/limits.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { uniqueKey } from '#web/lib/api/unique-key.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { useCurrentPath } from '#web/lib/hooks/browser-hooks.ts';
import { useKept } from '#web/lib/hooks/use-kept.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/forms/inputs.tsx';
import { type Thread, useWriteComment } from './comments.queries.ts';

interface CommentFormProps {
  readonly thread: Thread;
  /** Of the text. */
  readonly label: string;
  /** Of the button. */
  readonly send: string;
  /** @default false */
  readonly isForFollowers?: boolean;
  readonly onSent?: () => void;
}

export function CommentForm(props: CommentFormProps) {
  const state = { from: useCurrentPath() };
  if (useSession()) return <Form {...props} />;
  return (
    <ButtonLink to={paths.login()} state={state} variant="secondary">
      {t('comments.logIn')}
    </ButtonLink>
  );
}

function Form({ thread, label, send, isForFollowers = false, onSent }: CommentFormProps) {
  const [text, setText] = useKept(`comment.${thread.replyTo ?? thread.id}`, () => '');
  const { mutate, isPending, error } = useWriteComment(thread);
  const keyOf = useIdempotencyKey();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      setText('');
      onSent?.();
    };
    if (text.trim() !== '') mutate({ text, key: keyOf(text) }, { onSuccess });
  };
  return (
    <form onSubmit={submit} className="space-y-3">
      <TextArea
        label={label}
        rows={2}
        value={text}
        maxLength={COMMENT_MAX_LENGTH}
        onChange={({ target }) => setText(target.value)}
        error={error ? detailOr(error, t('comments.sendFailed')) : undefined}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        {isForFollowers && <p className="me-auto text-sm text-soft">{t('comments.followersOnly')}</p>}
        <Button type="submit" busy={isPending} disabled={text.trim() === ''}>
          {send}
        </Button>
      </div>
    </form>
  );
}

/** The same key for the same text, so that a repeated attempt writes once. */
function useIdempotencyKey(): (text: string) => string {
  const latest = useRef({ text: '', key: '' });
  return (text) => {
    if (latest.current.text !== text) latest.current = { text, key: uniqueKey() };
    return latest.current.key;
  };
}
