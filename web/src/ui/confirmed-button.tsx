import { useState } from 'react';
import { Button } from './button.tsx';

interface ConfirmedButtonProps {
  /** "Discard" */
  readonly label: string;
  /** What the second press does, in its own words: "Discard for good". */
  readonly confirmation: string;
  readonly onConfirm: () => void;
}

/** A button for what is not to be thrown away by one press: it asks once more, in its own place. */
export function ConfirmedButton({ label, confirmation, onConfirm }: ConfirmedButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button variant="ghost" onClick={() => setIsAsking(true)}>
        {label}
      </Button>
    );
  }
  return (
    <>
      <Button variant="danger" onClick={onConfirm}>
        {confirmation}
      </Button>
      {/* Where the keyboard was: on the button that has gone. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <Button variant="ghost" onClick={() => setIsAsking(false)} autoFocus>
        Keep it
      </Button>
    </>
  );
}
