import { Button } from '../button.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface SaveButtonProps {
  readonly isChanged: boolean;
  readonly busy: boolean;
  /** Absent: it submits its form. */
  readonly onSave?: () => void;
}

export const SaveButton = ({ isChanged, busy, onSave }: SaveButtonProps) => (
  <Button
    type={onSave ? 'button' : 'submit'}
    variant="secondary"
    className="w-full"
    disabled={!isChanged}
    busy={busy}
    onClick={onSave}
  >
    {isChanged ? t('common.saveChanges') : t('common.noChangesToSave')}
  </Button>
);
