import { ArrowUp, Plus, X } from 'lucide-react';
import { useId } from 'react';
import { flushSync } from 'react-dom';
import { MAX_PROFILE_LINKS, PROFILE_LINK_MAX_LENGTH } from '#shared/limits.ts';
import { useRemovalFocus } from '#web/lib/hooks/use-removal-focus.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { fieldClass } from '#web/ui/forms/field.tsx';
import { linkError } from './profile-form.ts';

interface LinksFieldProps {
  readonly links: readonly string[];
  /** Whether to say what is wrong. */
  readonly isChecked: boolean;
  readonly onChange: (links: readonly string[]) => void;
}

/** The links of a profile, in the order in which visitors see them. */
export function LinksField({ links, isChecked, onChange }: LinksFieldProps) {
  const { box, removed } = useRemovalFocus<HTMLFieldSetElement>('[data-remove]', '[data-add]');
  const add = () => {
    flushSync(() => onChange([...links, '']));
    box.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  };
  const remove = (at: number) => {
    removed(at);
    onChange(links.filter((_, other) => other !== at));
  };
  return (
    <fieldset ref={box} className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{t('profile.links')}</legend>
      <ul className="space-y-2">
        {links.map((link, at) => (
          // The same place has the same field, whose text changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className="flex items-start gap-1">
            <LinkField
              number={at + 1}
              link={link}
              error={isChecked ? linkError(link) : undefined}
              onChange={(changed) => onChange(links.with(at, changed))}
            />
            {at > 0 && (
              <IconButton
                label={t('profile.moveLinkUp', { number: at + 1 })}
                size="field"
                onClick={() => onChange(links.toSpliced(at - 1, 2, link, links[at - 1]!))}
              >
                <ArrowUp className="size-4" />
              </IconButton>
            )}
            <IconButton
              data-remove
              label={t('profile.removeLink', { number: at + 1 })}
              size="field"
              onClick={() => remove(at)}
            >
              <X className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex items-center gap-3">
        <Button
          data-add
          variant="secondary"
          size="sm"
          disabled={links.length >= MAX_PROFILE_LINKS}
          onClick={add}
        >
          <Plus className="size-4" />
          {t('profile.addLink')}
        </Button>
        <span className="text-xs text-soft tabular-nums">
          {t('common.countOfMax', { count: links.length, max: MAX_PROFILE_LINKS })}
        </span>
      </div>
    </fieldset>
  );
}

interface LinkFieldProps {
  readonly number: number;
  readonly link: string;
  readonly error: string | undefined;
  readonly onChange: (link: string) => void;
}

function LinkField({ number, link, error, onChange }: LinkFieldProps) {
  const errorId = useId();
  return (
    <div className="min-w-0 flex-1">
      <input
        dir="ltr"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        aria-label={t('profile.linkNumber', { number })}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        placeholder="https://"
        maxLength={PROFILE_LINK_MAX_LENGTH}
        value={link}
        onChange={({ target }) => onChange(target.value)}
        className={`${fieldClass} h-11`}
      />
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
