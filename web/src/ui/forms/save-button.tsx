import { Button } from '../button.tsx';

interface SaveButtonProps {
  /** Whether there is something to save. */
  readonly isChanged: boolean;
  readonly busy: boolean;
  /** Left out: it submits its form. */
  readonly onSave?: () => void;
}

/** Saves what was changed of something that goes on meanwhile. */
export const SaveButton = ({ isChanged, busy, onSave }: SaveButtonProps) => (
  <Button
    type={onSave ? 'button' : 'submit'}
    variant="secondary"
    className="w-full"
    disabled={!isChanged}
    busy={busy}
    onClick={onSave}
  >
    {isChanged ? 'Save changes' : 'No changes to save'}
  </Button>
);
