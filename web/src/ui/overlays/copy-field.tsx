import { Copy, Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../button.tsx';
import { Field, fieldClass } from '../forms/field.tsx';
import { copy } from './copy-and-share.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface CopyFieldProps {
  readonly label: string;
  /** For the buttons' labels: "Copy key". */
  readonly what: 'key' | 'server' | 'token' | 'secret' | 'dock' | 'overlay';
  readonly value: string;
  /** Masked until it is revealed. */
  readonly secret?: boolean;
  readonly note?: ReactNode;
}

/** A read-only text to copy into another program. */
export function CopyField({ label, what, value, secret = false, note }: CopyFieldProps) {
  const [isRevealed, setIsRevealed] = useState(false);
  return (
    <Field label={label} hint={note}>
      {(ties) => (
        <div className="flex gap-1.5">
          <input
            {...ties}
            type={secret && !isRevealed ? 'password' : 'text'}
            readOnly
            value={value}
            onFocus={({ target }) => target.select()}
            autoComplete="off"
            spellCheck={false}
            // Keeps password managers from offering to save it.
            data-1p-ignore
            data-lpignore="true"
            className={`${fieldClass} h-11 min-w-0 flex-1 font-mono text-sm`}
          />
          {secret && (
            <IconButton
              label={isRevealed ? t('streaming.hideKey') : t('streaming.showKey')}
              onClick={() => setIsRevealed(!isRevealed)}
              variant="outline"
              size="field"
            >
              {isRevealed ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
            </IconButton>
          )}
          <IconButton
            label={t('streaming.copyValue', { what })}
            onClick={() => void copy(value)}
            variant="outline"
            size="field"
          >
            <Copy className="size-4" />
          </IconButton>
        </div>
      )}
    </Field>
  );
}
