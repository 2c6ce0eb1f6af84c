import { AlarmClock, AlarmClockCheck } from 'lucide-react';
import type { Occurrence } from '#shared/channels/schedules.ts';
import { REMINDER_LEAD_MS } from '#shared/plain/schedules/schedule-limits.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { toast, toastFailed, toastLoginRequired, toastSuccess } from '#web/ui/overlays/toast.tsx';
import { useRemind } from './schedules.queries.ts';
import { whenWords } from './when-words.ts';
import { t } from '#web/lib/i18n/messages.ts';

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
    if (!isSignedIn) return toastLoginRequired(t('schedules.loginRequiredHint'));
    try {
      await remind.mutateAsync(!isSet);
    } catch (error) {
      return toastFailed(t('schedules.reminderFailed'), error);
    }
    if (isSet) return toastSuccess(t('schedules.reminderOff'));
    toast({
      title: t('schedules.reminderSet'),
      description: t('schedules.reminderSetHint', { count: LEAD_MIN }),
      tone: 'success',
    });
  };
  const Icon = isSet ? AlarmClockCheck : AlarmClock;
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-pressed={isSet}
      aria-label={t('schedules.remindMeOf', {
        title: occurrence.title,
        occurrence: whenWords(occurrence, nowMs),
      })}
      title={isSet ? t('schedules.cancelReminder') : t('schedules.remindMe')}
      onClick={() => void toggle()}
      className="aria-pressed:bg-accent-dim aria-pressed:text-accent"
    >
      <Icon className="size-4" />
      {t('schedules.remindMe')}
    </Button>
  );
}
