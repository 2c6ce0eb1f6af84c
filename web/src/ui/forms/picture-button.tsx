import { ImagePlus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../button.tsx';

interface PictureButtonProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly onTake: (file: File | undefined) => void;
  readonly className?: string;
  readonly children: ReactNode;
}

export function PictureButton({ label, isBusy, onTake, className, children }: PictureButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={isBusy}
        onClick={() => input.current?.click()}
        className={className}
      >
        {!isBusy && <ImagePlus className="size-4" />}
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          onTake(target.files?.[0]);
          // Allows choosing the same file again.
          target.value = '';
        }}
      />
    </>
  );
}
