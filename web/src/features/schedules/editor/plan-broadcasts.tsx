import { CalendarClock } from 'lucide-react';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import { DialogButton } from '#web/ui/overlays/dialog-button.tsx';
import { t } from '#web/lib/i18n/messages.ts';

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
