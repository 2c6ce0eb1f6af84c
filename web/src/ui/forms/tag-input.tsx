import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { MAX_TAGS, TAG_MAX_LENGTH } from '#shared/limits.ts';
import { isSameTag } from '#shared/plain/text/same-tag.ts';
import { useRemovalFocus } from '#web/lib/hooks/use-removal-focus.ts';
import { isComposing } from '#web/lib/keyboard/is-composing.ts';
import { Field, fieldClass } from './field.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface TagInputProps {
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  /** While live, tags are fixed (specification §5). */
  readonly disabled?: boolean;
  readonly label?: string;
}

/** Tags (specification §5): Enter adds one, also the form's, and a click removes it. */
export function TagInput({ tags, onChange, disabled = false, label = t('common.tags') }: TagInputProps) {
  const [text, setText] = useState('');
  const full = tagsAreFull(tags);
  const { box, removed } = useRemovalFocus<HTMLDivElement>('button', 'input');

  const add = () => {
    onChange(addTag(tags, text));
    setText('');
  };
  const addLatest = useEffectEvent(add);
  useEffect(() => {
    // Before the form reads its tags: what was typed and not entered belongs to them.
    const addBeforeSubmit = () => flushSync(() => addLatest());
    const form = box.current?.closest('form');
    form?.addEventListener('submit', addBeforeSubmit, { capture: true });
    return () => form?.removeEventListener('submit', addBeforeSubmit, { capture: true });
  }, [box]);

  const addOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    add();
  };

  return (
    <div ref={box}>
      <Field label={label} hint={t('common.countOfMax', { count: tags.length, max: MAX_TAGS })}>
        {(ties) => (
          <input
            dir="auto"
            {...ties}
            className={`${fieldClass} h-11`}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={addOnEnter}
            maxLength={TAG_MAX_LENGTH}
            enterKeyHint="enter"
            placeholder={full ? t('common.tagLimit', { count: MAX_TAGS }) : t('common.tagPlaceholder')}
            disabled={disabled || full}
          />
        )}
      </Field>
      {tags.length > 0 && (
        <ul aria-label={t('common.chosenTags')} className="mt-2 flex flex-wrap gap-2">
          {tags.map((tag, index) => (
            <li key={tag} className="max-w-full">
              <TagButton
                tag={tag}
                disabled={disabled}
                onRemove={() => {
                  removed(index);
                  onChange(removeTag(tags, tag));
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface TagButtonProps {
  readonly tag: string;
  readonly disabled: boolean;
  readonly onRemove: () => void;
}

function TagButton({ tag, disabled, onRemove }: TagButtonProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onRemove}
      title={disabled ? undefined : t('common.removeTag', { tag })}
      className="inline-flex max-w-full items-center gap-1.5 rounded-full bg-raised px-3 py-1 text-sm pointer-coarse:min-h-11 enabled:hover:bg-line"
    >
      <span className="truncate">{tag}</span>
      {!disabled && <X className="size-3.5 shrink-0 text-soft" />}
    </button>
  );
}

export const tagsAreFull = (tags: readonly string[]): boolean => tags.length >= MAX_TAGS;

/** Adds the trimmed `text`; the same array if blank, too many or duplicate in any case. */
export function addTag(tags: readonly string[], text: string): readonly string[] {
  const tag = text.trim();
  const isRepeated = tags.some((other) => isSameTag(other, tag));
  return tag === '' || isRepeated || tagsAreFull(tags) ? tags : [...tags, tag];
}

export const removeTag = (tags: readonly string[], tag: string): readonly string[] =>
  tags.filter((other) => other !== tag);
