import { CalendarClock } from 'lucide-react';
import { onDemand } from '../../../ui/on-demand.tsx';
import { DialogButton } from '../../../ui/overlays/dialog-button.tsx';

const ScheduleDialog = onDemand(() => import('./schedule-dialog.tsx'), 'ScheduleDialog', { isOverlay: true });

export const PlanBroadcasts = () => (
  <DialogButton
    variant="secondary"
    size="sm"
    renderDialog={(onClose) => <ScheduleDialog onClose={onClose} />}
  >
    <CalendarClock className="size-4" />
    Plan broadcasts
  </DialogButton>
);
