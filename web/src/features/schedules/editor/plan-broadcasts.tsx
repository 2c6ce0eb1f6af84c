import { CalendarClock } from 'lucide-react';
import { overlayOnDemand } from '../../../ui/on-demand.tsx';
import { DialogButton } from '../../../ui/overlays/dialog-button.tsx';
import { t } from '../../../lib/i18n/messages.ts';

const ScheduleDialog = overlayOnDemand(() => import('./schedule-dialog.tsx'), 'ScheduleDialog');

export const PlanBroadcasts = () => (
  <DialogButton
    variant="secondary"
    size="sm"
    renderDialog={(onClose) => <ScheduleDialog onClose={onClose} />}
  >
    <CalendarClock className="size-4" />
    {t('schedules.edit')}
  </DialogButton>
);
