import { Download, FileUp, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Captions, Video } from '../../../../../shared/videos/videos.ts';
import { detailOr } from '../../../lib/api/api.ts';
import { t } from '../../../lib/i18n/messages.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ConfirmedButton } from '../../../ui/confirmed-button.tsx';
import { SelectField } from '../../../ui/forms/select.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toastSuccess } from '../../../ui/overlays/toast.tsx';
import { nativeName, spokenLanguages } from '../../../lib/i18n/spoken-languages.ts';
import { textOf, UnreadableFile } from './caption-file.ts';
import { useDeleteCaptions, usePutCaptions } from './captions.mutations.ts';

/** Not in `paths`, which belongs to Home's first load. */
const editorPath = ({ id }: Video, language: string): string => `/videos/${id}/captions/${language}`;

interface CaptionsDialogProps {
  readonly video: Video;
  readonly onClose: () => void;
}

/** The captions of a video, for its owner: adds, replaces, downloads and deletes files by language. */
export function CaptionsDialog({ video, onClose }: CaptionsDialogProps) {
  const { captions = [] } = video;
  return (
    <Dialog title={t('videos.captions')} description={video.title} onClose={onClose}>
      <div className="space-y-6 px-4 py-5 sm:px-6">
        {captions.length === 0 ? (
          <p className="text-soft">{t('videos.captionsNone')}</p>
        ) : (
          <ul className="divide-y divide-line rounded-lg border border-line">
            {captions.map((one) => (
              <Row key={one.language} video={video} captions={one} />
            ))}
          </ul>
        )}
        <AddFile video={video} />
      </div>
    </Dialog>
  );
}

function Row({ video, captions }: { readonly video: Video; readonly captions: Captions }) {
  const { language, label, url } = captions;
  const remove = useDeleteCaptions(video.id);
  const deleteIt = () =>
    remove.mutate(language, { onSuccess: () => toastSuccess(t('videos.captionsDeleted', { label })) });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <span className="me-auto min-w-0 truncate py-2 max-sm:basis-full">
        <bdi lang={language}>{label}</bdi> <span className="text-sm text-soft">{language}</span>
      </span>
      <ButtonLink
        to={editorPath(video, language)}
        variant="ghost"
        size="sm"
        aria-label={t('videos.captionsEdit', { label })}
      >
        <Pencil className="size-4" />
        {t('common.edit')}
      </ButtonLink>
      <ButtonLink
        to={url}
        reloadDocument
        download={`${video.title} (${language}).vtt`}
        variant="ghost"
        size="sm"
        aria-label={t('videos.captionsDownload', { label })}
      >
        <Download className="size-4" />
        {t('videos.download')}
      </ButtonLink>
      <ConfirmedButton
        label={t('common.delete')}
        confirmation={t('videos.captionsDelete', { label })}
        onConfirm={deleteIt}
        size="sm"
      />
      <p role="alert" className="basis-full text-sm text-danger empty:hidden">
        {remove.error && detailOr(remove.error, t('videos.captionsDeleteFailed'))}
      </p>
    </li>
  );
}

function AddFile({ video }: { readonly video: Video }) {
  const [language, setLanguage] = useState('');
  const [failure, setFailure] = useState('');
  const put = usePutCaptions(video.id);
  const input = useRef<HTMLInputElement>(null);
  const isKnown = video.captions?.some((known) => known.language === language) ?? false;
  const navigate = useNavigate();
  const hasLanguage = (): boolean => {
    if (language === '') setFailure(t('videos.captionsChooseLanguage'));
    return language !== '';
  };
  const choose = () => {
    if (hasLanguage()) input.current?.click();
  };
  const write = () => {
    if (hasLanguage()) void navigate(editorPath(video, language));
  };
  const send = async (file: File) => {
    setFailure('');
    const label = nativeName(language);
    try {
      await put.mutateAsync({ language, label, text: await textOf(file) });
      toastSuccess(t('videos.captionsSaved', { label }));
      setLanguage('');
    } catch (error) {
      setFailure(
        error instanceof UnreadableFile ? error.message : detailOr(error, t('videos.captionsFailed')),
      );
    }
  };
  return (
    <div className="space-y-3">
      <SelectField
        label={t('videos.captionsLanguage')}
        value={language}
        placeholder={t('videos.captionsChooseLanguage')}
        options={spokenLanguages()}
        onChange={({ target }) => setLanguage(target.value)}
        disabled={put.isPending}
      />
      <p className="text-sm text-soft">{t('videos.captionsHint')}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={choose} busy={put.isPending}>
          {!put.isPending && <FileUp className="size-4" />}
          {isKnown ? t('videos.captionsReplace') : t('videos.captionsAdd')}
        </Button>
        {!isKnown && (
          <Button variant="secondary" onClick={write} disabled={put.isPending}>
            <Pencil className="size-4" />
            {t('videos.captionsWrite')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept=".vtt,.srt,text/vtt"
        hidden
        aria-label={t('videos.captionsAdd')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void send(file);
          // Allows choosing the same file again.
          target.value = '';
        }}
      />
      <p role="alert" className="text-sm text-danger">
        {failure}
      </p>
    </div>
  );
}
