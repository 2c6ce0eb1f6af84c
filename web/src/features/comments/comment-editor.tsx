import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Comment } from '#shared/community/comments.ts';
import { COMMENT_MAX_LENGTH } from '#shared/limits.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/forms/inputs.tsx';
import { type Thread, useEditComment } from './comments.queries.ts';

interface CommentEditorProps {
  readonly comment: Comment;
  readonly thread: Thread;
  readonly onClose: () => void;
}

/** In place of the text. */
export function CommentEditor({ comment, thread, onClose }: CommentEditorProps) {
  const [text, setText] = useState(comment.text);
  const { mutate, isPending, error } = useEditComment(thread);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === comment.text) return onClose();
    if (text.trim() !== '') mutate({ comment, text }, { onSuccess: onClose });
  };
  return (
    <form ref={form} onSubmit={submit} className="mt-2 space-y-3">
      <TextArea
        label={t('comments.edit')}
        rows={3}
        value={text}
        maxLength={COMMENT_MAX_LENGTH}
        onChange={({ target }) => setText(target.value)}
        error={error ? detailOr(error, t('comments.editFailed')) : undefined}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" busy={isPending} disabled={text.trim() === ''}>
          {t('common.saveChanges')}
        </Button>
      </div>
    </form>
  );
}
