import { useState } from 'react';
import { Button } from './button.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface ConfirmedButtonProps {
  readonly label: string;
  /** The text of the second press. */
  readonly confirmation: string;
  /** What it changes, for screen readers. @default the label says it */
  readonly of?: string;
  readonly onConfirm: () => void;
  readonly busy?: boolean;
  readonly size?: 'sm' | 'md';
}

/** Asks for a second press before a destructive action. */
export function ConfirmedButton({
  label,
  confirmation,
  of,
  onConfirm,
  busy = false,
  size = 'md',
}: ConfirmedButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button
        variant="ghost"
        size={size}
        aria-label={of && t('common.actionOn', { action: label, name: of })}
        onClick={() => setIsAsking(true)}
      >
        {label}
      </Button>
    );
  }
  return (
    <>
      <Button variant="danger" size={size} onClick={onConfirm} busy={busy}>
        {confirmation}
      </Button>
      {/* Restores the focus of the replaced button. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <Button variant="ghost" size={size} onClick={() => setIsAsking(false)} autoFocus>
        {t('common.keepIt')}
      </Button>
    </>
  );
}
