import { Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { PictureChoice, Size } from '../../lib/pictures/picture.ts';
import { IconButton } from '../button.tsx';
import { PictureButton } from './picture-button.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { useNewPicture } from './use-new-picture.ts';

interface PictureFieldProps {
  /** "Avatar": labels the field and, in lower case, its buttons. */
  readonly label: string;
  readonly hint: string;
  readonly size: Size;
  readonly value: PictureChoice;
  readonly onChange: (value: PictureChoice) => void;
  readonly children: ReactNode;
}

/** Chooses a picture by dialog or drop, or removes it. */
export function PictureField({ label, hint, size, value, onChange, children }: PictureFieldProps) {
  const hintId = useId();
  const hasPicture = value !== '';
  const { take, isBusy, problem } = useNewPicture(size, onChange);
  const { isOver, dropProps } = useFileDrop(take);
  const what = label.toLowerCase();

  return (
    <fieldset {...dropProps} className="min-w-0" aria-describedby={hintId}>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div
        className={`rounded-lg border border-dashed p-3 ${isOver ? 'border-accent bg-accent-dim' : 'border-line-strong'}`}
      >
        <div className="flex h-24 justify-center">{children}</div>
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          <PictureButton label={label} isBusy={isBusy} onTake={take}>
            {hasPicture ? `Change ${what}` : `Choose ${what}`}
          </PictureButton>
          {hasPicture && (
            <IconButton
              label={`Remove ${what}`}
              disabled={isBusy}
              onClick={() => onChange('')}
              className="pointer-fine:size-9"
            >
              <Trash2 className="size-4" />
            </IconButton>
          )}
        </div>
      </div>
      <p id={hintId} role="status" className={`mt-1.5 text-sm ${problem ? 'text-danger' : 'text-soft'}`}>
        {problem ?? hint}
      </p>
    </fieldset>
  );
}
