import { useState } from 'react';
import { Button } from './button.tsx';

interface ConfirmedButtonProps {
  /** "Discard" */
  readonly label: string;
  /** What the second press does, in its own words: "Discard for good". */
  readonly confirmation: string;
  readonly onConfirm: () => void;
  readonly size?: 'sm' | 'md';
}

/** A button for what is not to be thrown away by one press: it asks once more, in its own place. */
export function ConfirmedButton({ label, confirmation, onConfirm, size = 'md' }: ConfirmedButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button variant="ghost" size={size} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
    );
  }
  return (
    <>
      <Button variant="danger" size={size} onClick={onConfirm}>
        {confirmation}
      </Button>
      {/* Where the keyboard was: on the button that has gone. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <Button variant="ghost" size={size} onClick={() => setIsAsking(false)} autoFocus>
        Keep it
      </Button>
    </>
  );
}
