import { FileUp, Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CaptionReading } from '#shared/videos/captions.ts';
import type { Video } from '#shared/videos/videos.ts';
import { ApiFailure } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { nativeName, spokenLanguages } from '#web/lib/i18n/spoken-languages.ts';
import { Button } from '#web/ui/button.tsx';
import { RequiredNote } from '#web/ui/forms/field.tsx';
import { useScrollToProblem } from '#web/ui/forms/use-scroll-to-problem.ts';
import { SelectField } from '#web/ui/forms/select.tsx';
import { toast } from '#web/ui/overlays/toast.tsx';
import { CaptionFailure, sentencesOf } from './caption-failure.tsx';
import { bytesOf, textOf } from './caption-file.ts';
import { usePutCaptions } from './captions.mutations.ts';
import { ChangedLines, changedLinesText } from './changed-lines.tsx';
import { paths } from '#web/lib/paths.ts';
import { EncodingChoice } from './encoding-choice.tsx';
import { ShiftOffer } from './shift-offer.tsx';

type Bytes = Uint8Array<ArrayBuffer>;

/** A file that was sent, and what became of it. */
interface Sent {
  readonly language: string;
  readonly text: string;
  readonly isSaved: boolean;
  readonly reading: CaptionReading;
}

/** Adds a file with captions in a language, or replaces it. */
export function AddCaptions({ video }: { readonly video: Video }) {
  const [language, setLanguage] = useState('');
  const [failure, setFailure] = useState<readonly string[]>([]);
  const [undecoded, setUndecoded] = useState<Bytes | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const put = usePutCaptions(video.id);
  /** Counts attempts without a language. */
  const [misses, setMisses] = useState(0);
  const box = useScrollToProblem<HTMLDivElement>(misses);
  const input = useRef<HTMLInputElement>(null);
  const isKnown = video.captions?.some((known) => known.language === language) ?? false;
  const navigate = useNavigate();
  const hasLanguage = (): boolean => {
    if (language === '') setMisses(misses + 1);
    return language !== '';
  };
  const clear = () => {
    setFailure([]);
    setSent(null);
    setUndecoded(null);
  };
  const refuse = async (error: unknown) => setFailure(await sentencesOf(error));
  const send = async (text: string, to: string, shiftMs?: number) => {
    clear();
    const label = nativeName(to);
    const shift = shiftMs === undefined ? {} : { shift_ms: shiftMs };
    try {
      const { reading } = await put.mutateAsync({ language: to, label, text, ...shift });
      const changed = reading.lines.length > 0 && { description: changedLinesText(reading) };
      toast({ title: t('videos.captionsSaved', { label }), tone: 'success', ...changed });
      setSent({ language: to, text, isSaved: true, reading });
      setLanguage('');
      setMisses(0);
    } catch (error) {
      await refuse(error);
      const clock = error instanceof ApiFailure && clockOf(error);
      if (clock) setSent({ language: to, text, isSaved: false, reading: { lines: [], more: 0, clock } });
    }
  };
  const choose = async (file: File) => {
    clear();
    try {
      const bytes = await bytesOf(file);
      const text = textOf(bytes);
      if (text === null) setUndecoded(bytes);
      else await send(text, language);
    } catch (error) {
      await refuse(error);
    }
  };
  useEffect(() => {
    if (failure.length > 0 || undecoded || sent) box.current?.scrollIntoView({ block: 'end' });
  }, [box, failure, undecoded, sent]);
  return (
    <div ref={box} className="flex scroll-mb-5 flex-col gap-3">
      <RequiredNote />
      <SelectField
        required
        error={misses > 0 && language === '' ? t('videos.captionsChooseLanguage') : undefined}
        label={t('videos.captionsLanguage')}
        value={language}
        placeholder={t('videos.captionsChooseLanguage')}
        options={spokenLanguages()}
        onChange={({ target }) => setLanguage(target.value)}
        disabled={put.isPending}
      />
      <p className="text-sm text-soft">{t('videos.captionsHint')}</p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          onClick={() => hasLanguage() && input.current?.click()}
          busy={put.isPending}
        >
          {!put.isPending && <FileUp className="size-4" />}
          {isKnown ? t('videos.captionsReplace') : t('videos.captionsAdd')}
        </Button>
        {!isKnown && (
          <Button
            variant="secondary"
            onClick={() => hasLanguage() && void navigate(paths.editCaptions(video.id, language))}
            disabled={put.isPending}
          >
            <Pencil className="size-4" />
            {t('videos.captionsWrite')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept=".vtt,.srt,.sbv,.sub,.txt,text/vtt"
        hidden
        aria-label={t('videos.captionsAdd')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void choose(file);
          // Allows choosing the same file again.
          target.value = '';
        }}
      />
      <CaptionFailure sentences={failure} />
      {undecoded && (
        <EncodingChoice
          bytes={undecoded}
          language={language}
          onChoose={(text) => hasLanguage() && void send(text, language)}
        />
      )}
      {sent?.reading.clock && (
        <ShiftOffer
          {...sent.reading.clock}
          isSaved={sent.isSaved}
          busy={put.isPending}
          onShift={(shiftMs) => void send(sent.text, sent.language, shiftMs)}
        />
      )}
      {sent && <ChangedLines key={sent.text} {...sent.reading} language={sent.language} />}
    </div>
  );
}

function clockOf({ reason, params }: ApiFailure): CaptionReading['clock'] {
  if (reason !== 'captions_clock') return undefined;
  return { first_ms: Number(params?.['first_ms']), shift_ms: Number(params?.['shift_ms']) };
}
