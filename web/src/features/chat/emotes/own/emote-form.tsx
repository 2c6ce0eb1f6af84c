import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import {
  EMOTE_ALT_MAX_LENGTH,
  EMOTE_CODE_MAX_LENGTH,
  EMOTE_CODE_MIN_LENGTH,
  MAX_PICTURE_BYTES,
  MEBIBYTE,
} from '#shared/limits.ts';
import { ApiFailure, call, detailOr } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';
import type { NewPicture } from '#web/lib/pictures/picture.ts';
import { uploadPicture } from '#web/lib/pictures/pictures-upload.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { PictureButton } from '#web/ui/forms/picture-button.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { emotesQuery } from '../../rooms.queries.ts';
import { emoteText } from '../site-emotes.ts';

type Field = 'picture' | 'code' | 'alt';
type Problems = Partial<Record<Field, string>>;

const TYPES: readonly string[] = ['image/png', 'image/webp', 'image/gif', 'image/avif'];
const CODE = new RegExp(`^[a-z]{${EMOTE_CODE_MIN_LENGTH},${EMOTE_CODE_MAX_LENGTH}}$`);
const EMPTY = { picture: null as NewPicture | null, code: '', alt: '' };

/** Adds an emote to the channel. The file is sent as it is, because encoding it again would end its animation. */
export function EmoteForm({ channelId: id }: { readonly channelId: string }) {
  const cache = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  const createUrl = useObjectUrls();
  const change = (changed: Partial<typeof EMPTY>) => {
    setDraft({ ...draft, ...changed });
    setProblems({});
  };
  const take = (file: File | undefined) => {
    if (file) change({ picture: { blob: file, url: createUrl(file) } });
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const code = codeIn(draft.code);
    const found = problemsOf({ ...draft, code });
    setProblems(found);
    if (!draft.picture || Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const picture_url = await uploadPicture(draft.picture.blob);
      const body = { picture_url, alt: draft.alt };
      const emotes = await call('PUT /rooms/{id}/emotes/{code}', { params: { id, code }, body });
      cache.setQueryData(emotesQuery(id).queryKey, emotes);
      toastSuccess(t('emotes.added', { code: emoteText(code) }));
      setDraft(EMPTY);
    } catch (error) {
      setProblems({ [fieldOf(error)]: detailOr(error, t('emotes.notAdded')) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="space-y-4">
      <PictureChoice picture={draft.picture} problem={problems.picture} onTake={take} />
      <TextField
        required
        label={t('emotes.code')}
        hint={t('emotes.codeHint')}
        value={draft.code}
        error={problems.code}
        onChange={({ target }) => change({ code: target.value })}
        // With its colons.
        maxLength={EMOTE_CODE_MAX_LENGTH + 2}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
      <TextField
        required
        label={t('emotes.alt')}
        hint={t('emotes.altHint')}
        value={draft.alt}
        error={problems.alt}
        onChange={({ target }) => change({ alt: target.value })}
        maxLength={EMOTE_ALT_MAX_LENGTH}
        autoComplete="off"
      />
      <Button type="submit" variant="secondary" busy={isBusy}>
        {t('emotes.add')}
      </Button>
    </form>
  );
}

interface PictureChoiceProps {
  readonly picture: NewPicture | null;
  readonly problem: string | undefined;
  readonly onTake: (file: File | undefined) => void;
}

function PictureChoice({ picture, problem, onTake }: PictureChoiceProps) {
  const noteId = useId();
  return (
    <div role="group" aria-label={t('fields.picture_url')} aria-describedby={noteId}>
      <div className="flex items-center gap-3">
        {picture && (
          <img src={picture.url} alt="" className="size-12 rounded-md border border-line object-contain" />
        )}
        <PictureButton label={t('emotes.choosePicture')} isBusy={false} onTake={onTake}>
          {t('emotes.choosePicture')}
        </PictureButton>
      </div>
      <p
        id={noteId}
        role={problem && 'alert'}
        className={`mt-1.5 text-sm ${problem ? 'text-danger' : 'text-soft'}`}
      >
        {problem ?? t('emotes.pictureHint', { mb: MAX_PICTURE_BYTES / MEBIBYTE })}
      </p>
    </div>
  );
}

/** Creates addresses of files, which live as long as the form. */
function useObjectUrls(): (file: File) => string {
  const urls = useRef<string[]>([]);
  useEffect(() => {
    const all = urls.current;
    return () => all.splice(0).forEach((url) => URL.revokeObjectURL(url));
  }, []);
  return (file) => {
    const url = URL.createObjectURL(file);
    urls.current.push(url);
    return url;
  };
}

/** The code of an emote as people type it: ":Hype:" is "hype". */
const codeIn = (text: string): string => text.trim().replaceAll(':', '').toLowerCase();

function problemsOf({ picture, code, alt }: typeof EMPTY): Problems {
  const max_mb = MAX_PICTURE_BYTES / MEBIBYTE;
  return {
    ...(!picture && { picture: t('emotes.pictureMissing') }),
    ...(picture && !TYPES.includes(picture.blob.type) && { picture: t('emotes.wrongFile') }),
    ...(picture &&
      picture.blob.size > MAX_PICTURE_BYTES && { picture: t('errors.picture_too_large', { max_mb }) }),
    ...(!CODE.test(code) && { code: t('errors.not_an_emote_code', { field: t('emotes.code') }) }),
    ...(alt.trim() === '' && { alt: t('errors.required', { field: t('emotes.alt') }) }),
  };
}

/** Refusals without a field are about the picture. */
function fieldOf(error: unknown): Field {
  const field = error instanceof ApiFailure ? error.field : undefined;
  return field === 'code' || field === 'alt' ? field : 'picture';
}
