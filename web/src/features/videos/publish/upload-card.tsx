import { CircleCheck, FileVideo, Upload, UploadCloud } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useId } from 'react';
import { formatBytes, formatPercent } from '#web/lib/i18n/numbers.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormProblem } from '#web/ui/forms/field.tsx';
import { useFileDrop } from '#web/ui/forms/use-file-drop.ts';
import { Loading } from '#web/ui/states/loading.tsx';
import type { FileFacts } from '../upload/upload-memory.ts';
import type { UploadScreen } from '../upload/upload-session.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { FileProblem, useUpload } from './use-upload.ts';
import { t } from '#web/lib/i18n/messages.ts';

type UploadCardProps = ReturnType<typeof useUpload>;

export function UploadCard(props: UploadCardProps) {
  const { screen } = props;
  return (
    <Card
      title={
        screen.kind === 'unfinished'
          ? t('videos.continueUpload', { name: screen.file.name })
          : t('videos.fileTitle')
      }
      description={descriptionFor(screen)}
    >
      <Content {...props} />
    </Card>
  );
}

function descriptionFor(screen: UploadScreen): string {
  if (screen.kind === 'unfinished') {
    const { storedShare } = screen;
    return storedShare
      ? t('videos.chooseSameFileStored', { share: formatPercent(Math.floor(storedShare * 100) / 100) })
      : t('videos.chooseSameFile');
  }
  return t('videos.uploadHint');
}

function Content({
  screen,
  problem,
  isChecking,
  choose,
  start,
  pause,
  resume,
  giveUp,
  startOver,
}: UploadCardProps) {
  switch (screen.kind) {
    case 'looking':
      return <Loading />;
    case 'unfinished':
      return (
        <>
          <FilePicker
            file={null}
            problem={problem}
            onChoose={choose}
            isChecking={isChecking}
            title={t('videos.chooseOrDropFile', { name: screen.file.name })}
          />
          <Button variant="ghost" onClick={giveUp} className="mt-4">
            {t('videos.discardAndUploadOther')}
          </Button>
        </>
      );
    case 'choosing':
      return (
        <>
          <FilePicker file={screen.file} problem={problem} onChoose={choose} isChecking={isChecking} />
          <Button size="lg" onClick={start} busy={isChecking} className="mt-5 w-full">
            <Upload className="size-5" />
            {t('videos.startUpload')}
          </Button>
        </>
      );
    case 'uploading':
      return (
        <UploadProgress
          file={screen.file}
          state={screen.state}
          onPause={pause}
          onResume={resume}
          onCancel={giveUp}
        />
      );
    case 'uploaded':
      return <UploadedNote name={screen.file.name} onReplace={startOver} />;
  }
}

function UploadedNote({ name, onReplace }: { readonly name: string; readonly onReplace: () => void }) {
  return (
    <div
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md bg-success-dim p-4"
      data-upload="uploaded"
    >
      <CircleCheck className="size-6 shrink-0 text-success" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold text-success">{t('videos.uploadDone')}</p>
        <p dir="auto" className="text-sm wrap-anywhere text-soft">
          {name}
        </p>
      </div>
      <Button variant="ghost" size="sm" onClick={onReplace}>
        {t('videos.chooseOtherFile')}
      </Button>
    </div>
  );
}

interface FilePickerProps {
  readonly file: FileFacts | null;
  readonly problem: FileProblem | null;
  /** Called before validation. */
  readonly onChoose: (file: File) => void;
  readonly isChecking?: boolean;
  /** Replaces the default prompt. */
  readonly title?: ReactNode;
}

function FilePicker(props: FilePickerProps) {
  const { file, problem, onChoose, isChecking = false, title = t('videos.chooseFile') } = props;
  const id = useId();
  const { isOver, dropProps } = useFileDrop(onChoose);
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0];
    // Allows choosing the same file again.
    target.value = '';
    if (chosen) onChoose(chosen);
  };
  const edge = problem ? 'border-danger bg-canvas' : 'border-line-strong bg-canvas';
  return (
    <>
      <div
        {...dropProps}
        className={`relative rounded-card border-2 border-dashed focus-within:border-accent hover:border-accent ${isOver ? 'border-accent bg-accent-dim' : edge}`}
      >
        <label className="flex cursor-pointer flex-col items-center px-4 py-10 text-center sm:py-14">
          {file ? (
            <>
              <FileVideo className="size-10 text-accent" />
              <span dir="auto" className="mt-3 max-w-full font-semibold wrap-anywhere">
                {file.name}
              </span>
              <span className="mt-1 text-sm text-soft">
                {t('videos.replaceFileHint', { size: formatBytes(file.size) })}
              </span>
            </>
          ) : (
            <>
              <UploadCloud className="size-10 text-accent" />
              <span className="mt-3 font-semibold">{isChecking ? t('videos.checkingFile') : title}</span>
              <span className="mt-1 text-sm text-soft">{t('videos.fileHint')}</span>
            </>
          )}
          <input
            type="file"
            accept="video/*"
            onChange={change}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            className="sr-only"
          />
        </label>
      </div>
      <div id={`${id}-problem`} className="mt-3 empty:hidden">
        {problem && <FormProblem {...problem} />}
      </div>
    </>
  );
}
