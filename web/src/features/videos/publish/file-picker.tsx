import { FileVideo, UploadCloud } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useId } from 'react';
import { formatBytes } from '../../../lib/words/format-media.ts';
import type { FileFacts } from '../upload/upload.memory.ts';
import { useFileDrop } from '../../../ui/forms/use-file-drop.ts';

interface FilePickerProps {
  readonly file: FileFacts | null;
  /** Called before validation. */
  readonly onChoose: (file: File) => void;
  readonly isChecking?: boolean;
  /** Replaces the default prompt. */
  readonly title?: ReactNode;
}

export function FilePicker({
  file,
  onChoose,
  isChecking = false,
  title = 'Click to choose a video, or drag and drop it here',
}: FilePickerProps) {
  const id = useId();
  const { isOver, dropProps } = useFileDrop(onChoose);
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0];
    // Allows choosing the same file again.
    target.value = '';
    if (chosen) onChoose(chosen);
  };
  return (
    <div
      {...dropProps}
      className={`relative rounded-lg border-2 border-dashed focus-within:border-accent hover:border-accent ${isOver ? 'border-accent bg-accent-dim' : 'border-line-strong bg-canvas'}`}
    >
      <label
        htmlFor={id}
        className="flex cursor-pointer flex-col items-center px-4 py-10 text-center sm:py-14"
      >
        {file ? (
          <>
            <FileVideo className="size-10 text-accent" />
            <span className="mt-3 max-w-full font-semibold wrap-anywhere">{file.name}</span>
            <span className="mt-1 text-sm text-soft">
              {formatBytes(file.size)} · click or drop to choose another
            </span>
          </>
        ) : (
          <>
            <UploadCloud className="size-10 text-accent" />
            <span className="mt-3 font-semibold">{isChecking ? 'Looking at your file...' : title}</span>
            <span className="mt-1 text-sm text-soft">MP4, MOV, WebM - max 500MB</span>
          </>
        )}
      </label>
      <input id={id} type="file" accept="video/*" onChange={change} className="sr-only" />
    </div>
  );
}
