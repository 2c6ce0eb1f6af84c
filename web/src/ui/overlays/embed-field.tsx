import { Code } from 'lucide-react';
import { embedCode } from '../../../../shared/plain/embed-code.ts';
import { Button } from '../button.tsx';
import { fieldClass } from '../forms/field.tsx';
import { copy } from './copy-and-share.ts';
import { t } from '../../lib/i18n/messages.ts';

interface EmbedFieldProps {
  readonly path: string;
  readonly title: string;
  /** Copying succeeded or failed, which a toast reports. */
  readonly onCopied: () => void;
}

export function EmbedField({ path, title, onCopied }: EmbedFieldProps) {
  const code = embedCode({ url: new URL(path, location.origin).href, title });
  const copyCode = async () => {
    await copy(code);
    onCopied();
  };
  return (
    <div>
      <label className="block text-sm font-medium">
        {t('common.embed')}
        <textarea
          value={code}
          readOnly
          rows={4}
          spellCheck={false}
          onFocus={({ target }) => target.select()}
          className={`${fieldClass} mt-1.5 block resize-none py-2 font-mono text-xs`}
        />
      </label>
      <Button variant="secondary" className="mt-3" onClick={() => void copyCode()}>
        <Code className="size-4" />
        {t('common.copyEmbedCode')}
      </Button>
    </div>
  );
}
