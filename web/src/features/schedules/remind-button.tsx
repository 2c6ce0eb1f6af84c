import { AlarmClock, AlarmClockCheck } from 'lucide-react';
import type { Occurrence } from '../../../../shared/channels/schedules.ts';
import { REMINDER_LEAD_MS } from '../../../../shared/plain/schedule-limits.ts';
import { detailOr } from '../../lib/api/api.ts';
import { goToLogin } from '../../lib/api/session/go-to-login.ts';
import { useSession } from '../../lib/api/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { toast, toastFailure, toastSuccess } from '../../ui/overlays/toast.tsx';
import { useRemind } from './schedules.queries.ts';
import { whenWords } from './when-words.ts';

interface RemindButtonProps {
  readonly channelId: string;
  readonly occurrence: Occurrence;
  readonly nowMs: number;
  readonly isSet: boolean;
}

const LEAD_MIN = REMINDER_LEAD_MS / 60_000;

/** "Remind me". Hidden shortly before the start. */
export function RemindButton({ channelId, occurrence, nowMs, isSet }: RemindButtonProps) {
  const isSignedIn = useSession() !== null;
  const remind = useRemind(channelId, occurrence.id);
  if (Date.parse(occurrence.starts_at) - REMINDER_LEAD_MS <= nowMs) return null;

  const toggle = async () => {
    if (!isSignedIn) {
      toastFailure('Login Required', 'Please log in to be reminded');
      return goToLogin({});
    }
    try {
      await remind.mutateAsync(!isSet);
    } catch (error) {
      return toastFailure('Error', detailOr(error, 'Your reminder could not be saved'));
    }
    if (isSet) return toastSuccess('Reminder off');
    toast({
      title: 'Reminder set',
      description: `You will be told ${LEAD_MIN} minutes before it begins.`,
      tone: 'success',
    });
  };
  const Icon = isSet ? AlarmClockCheck : AlarmClock;
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-pressed={isSet}
      aria-label={`Remind me of ${occurrence.title}, ${whenWords(occurrence, nowMs)}`}
      title={isSet ? 'You will be reminded. Press to take it back' : 'Remind me'}
      onClick={() => void toggle()}
      className="aria-pressed:bg-accent-dim aria-pressed:text-accent"
    >
      <Icon className="size-4" />
      Remind me
    </Button>
  );
}
