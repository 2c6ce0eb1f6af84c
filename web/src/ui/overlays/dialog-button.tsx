import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  readonly renderDialog: (onClose: () => void) => ReactNode;
  /** @default false */
  readonly startsOpen?: boolean;
}

export function DialogButton({ renderDialog, startsOpen = false, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)} />
      {isOpen && renderDialog(() => setIsOpen(false))}
    </>
  );
}
