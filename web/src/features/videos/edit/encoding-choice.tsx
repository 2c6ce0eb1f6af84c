import { useId, useState } from 'react';
import { decodeCaptions, LEGACY_ENCODINGS, likelyEncoding } from '#shared/plain/captions/decode-captions.ts';
import { languageName } from '#shared/plain/captions/live-captions.ts';
import { language as page, t } from '#web/lib/i18n/messages.ts';
import { formatFigures } from '#web/lib/i18n/numbers.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';

interface EncodingChoiceProps {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of the captions. */
  readonly language: string;
  readonly onChoose: (text: string) => void;
}

/** Of an encoding's languages. */
const NAMED = 3;
const SAMPLE_LINES = 4;

const options = Object.entries(LEGACY_ENCODINGS).map(([value, tags]) => {
  const names = tags.slice(0, NAMED).map((tag) => languageName(tag, page));
  return { value, text: `${value} – ${formatFigures(names)}` };
});

/** The encoding of a file that is not in Unicode, by how some of its lines read. */
export function EncodingChoice({ bytes, language, onChoose }: EncodingChoiceProps) {
  const [encoding, setEncoding] = useState(likelyEncoding(language));
  const text = decodeCaptions(bytes, encoding);
  const sample = text.split(/\r\n|\r|\n/).filter((line) => /\P{ASCII}/u.test(line));
  const question = useId();
  return (
    <div role="group" aria-labelledby={question} className="space-y-3 rounded-card border border-line p-4">
      <p id={question} className="text-sm">
        {t('captionLines.notUnicode')}
      </p>
      <SelectField
        label={t('captionLines.encoding')}
        value={encoding}
        options={options}
        onChange={({ target }) => setEncoding(target.value)}
        // The person has to choose before anything else happens.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <div lang={language} className="rounded-md bg-canvas px-3 py-2 text-sm empty:hidden">
        {sample.slice(0, SAMPLE_LINES).map((line, at) => (
          // Lines have no other identity.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={at} className="line-clamp-2">
            <bdi>{line.slice(0, 300)}</bdi>
          </p>
        ))}
      </div>
      <Button onClick={() => onChoose(text)}>{t('captionLines.useEncoding')}</Button>
    </div>
  );
}
