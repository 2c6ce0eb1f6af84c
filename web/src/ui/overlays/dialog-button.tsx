import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  readonly renderDialog: (onClose: () => void) => ReactNode;
}

export function DialogButton({ renderDialog, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)} />
      {isOpen && renderDialog(() => setIsOpen(false))}
    </>
  );
}
