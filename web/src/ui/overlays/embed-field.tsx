import { Code } from 'lucide-react';
import { useState } from 'react';
import { embedCode, withEmbedOptions } from '#shared/plain/embed/embed-code.ts';
import { Button } from '../button.tsx';
import { Checkbox } from '../forms/checkbox.tsx';
import { fieldClass } from '../forms/field.tsx';
import { copy } from './copy-and-share.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface EmbedFieldProps {
  readonly path: string;
  readonly title: string;
  /** Where a video starts, in whole seconds. @default at its beginning */
  readonly startS?: number | null;
  /** Copying succeeded or failed, which a toast reports. */
  readonly onCopied: () => void;
}

export function EmbedField({ path, title, startS = null, onCopied }: EmbedFieldProps) {
  const [isAutoplay, setIsAutoplay] = useState(false);
  const [isMuted, setIsMuted] = useState(false);
  const player = withEmbedOptions(path, { startS, isAutoplay, isMuted });
  const code = embedCode({ url: new URL(player, location.origin).href, title });
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
          dir="ltr"
          readOnly
          rows={4}
          spellCheck={false}
          onFocus={({ target }) => target.select()}
          className={`${fieldClass} mt-1.5 block resize-none py-2 font-mono text-xs`}
        />
      </label>
      <div className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
        <Checkbox checked={isAutoplay} onChange={setIsAutoplay}>
          {t('common.embedAutoplay')}
        </Checkbox>
        <Checkbox checked={isMuted} onChange={setIsMuted}>
          {t('common.embedMuted')}
        </Checkbox>
      </div>
      <Button variant="secondary" className="mt-3" onClick={() => void copyCode()}>
        <Code className="size-4" />
        {t('common.copyEmbedCode')}
      </Button>
    </div>
  );
}
