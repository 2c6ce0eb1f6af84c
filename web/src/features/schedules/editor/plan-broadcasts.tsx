import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { onDemand } from '../../../ui/on-demand.tsx';
import { Button } from '../../../ui/button.tsx';

// Comes when the button is pressed.
const ScheduleDialog = onDemand(() => import('./schedule-dialog.tsx'), 'ScheduleDialog', { isOverlay: true });

/** "Plan broadcasts", for a streamer: what is planned, and the way to change it. */
export function PlanBroadcasts() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
        <CalendarClock className="size-4" />
        Plan broadcasts
      </Button>
      {isOpen && <ScheduleDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
