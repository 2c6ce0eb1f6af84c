import { ImagePlus, Trash2 } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { PictureChoice } from '../../lib/pictures/picture-choice.ts';
import type { Size } from '../../lib/pictures/picture-shape.ts';
import { Button, IconButton } from '../button.tsx';
import { useNewPicture } from './use-new-picture.ts';

interface PictureFieldProps {
  /** "Avatar": names the field, and with its first letter small its buttons. */
  readonly label: string;
  readonly hint: string;
  readonly size: Size;
  readonly value: PictureChoice;
  readonly onChange: (value: PictureChoice) => void;
  /** The picture, or what stands there without one. */
  readonly children: ReactNode;
}

/** A picture to choose, by a file or by dropping one on it, or to take away. */
export function PictureField({ label, hint, size, value, onChange, children }: PictureFieldProps) {
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const hasPicture = value !== '';
  const { take, isBusy, problem } = useNewPicture(size, onChange);
  const { isOver, target } = useDrop(take);
  const what = label.toLowerCase();

  return (
    <fieldset {...target} className="min-w-0" aria-describedby={hintId}>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div
        className={`rounded-lg border border-dashed p-3 ${isOver ? 'border-accent bg-accent-dim' : 'border-line-strong'}`}
      >
        <div className="flex h-24 justify-center">{children}</div>
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          <Button variant="secondary" size="sm" busy={isBusy} onClick={() => input.current?.click()}>
            {!isBusy && <ImagePlus className="size-4" />}
            {hasPicture ? `Change ${what}` : `Choose ${what}`}
          </Button>
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
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label={label}
          onChange={({ target }) => {
            take(target.files?.[0]);
            // The same file may be chosen again.
            target.value = '';
          }}
        />
      </div>
      <p id={hintId} role="status" className={`mt-1.5 text-sm ${problem ? 'text-danger' : 'text-soft'}`}>
        {problem ?? hint}
      </p>
    </fieldset>
  );
}

/** Makes an element a place to drop a file on. */
function useDrop(take: (file: File | undefined) => void) {
  const [isOver, setIsOver] = useState(false);
  const target = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      take(event.dataTransfer.files[0]);
    },
  };
  return { isOver, target };
}
