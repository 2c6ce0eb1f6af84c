import { useState } from 'react';
import { SANCTION_REASON_MAX_LENGTH } from '#shared/limits.ts';
import { formatUnit } from '#web/lib/i18n/numbers.ts';
import { TextArea } from '#web/ui/forms/inputs.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { Question } from '#web/ui/overlays/question.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import type { RemovedRange } from '../acts/remove-messages.ts';
import { sanctionUser } from '../acts/sanction-user.ts';
import { t } from '#web/lib/i18n/messages.ts';

export interface SanctionedUser {
  readonly kind: 'time-out' | 'ban';
  readonly username: string;
}

interface SanctionDialogProps extends SanctionedUser {
  readonly channelId: string;
  readonly onClose: () => void;
}

const HOUR = 60;
const DAY = 24 * HOUR;

const LENGTHS = [
  [1, 1, 'minute'],
  [10, 10, 'minute'],
  [HOUR, 1, 'hour'],
  [8 * HOUR, 8, 'hour'],
  [DAY, 1, 'day'],
  [7 * DAY, 7, 'day'],
  [14 * DAY, 14, 'day'],
] as const;

/** Asks for the terms of a time-out or a ban, and sets it. */
export function SanctionDialog({ channelId: id, kind, username, onClose }: SanctionDialogProps) {
  const [minutes, setMinutes] = useState('10');
  const [reason, setReason] = useState('');
  const isBan = kind === 'ban';
  const [removes, setRemoves] = useState(isBan);
  const [range, setRange] = useState<RemovedRange>('hour');
  const sanction = () => {
    onClose();
    const terms = { minutes: isBan ? null : Number(minutes), reason, removed: removes ? range : null };
    void sanctionUser(id, { username, ...terms });
  };
  return (
    <Question
      title={isBan ? t('chat.banUser', { username }) : t('chat.timeOutUser', { username })}
      description={t('chat.timeOutHint')}
      no={t('common.cancel')}
      yes={isBan ? t('chat.ban') : t('chat.timeOut')}
      onNo={onClose}
      onYes={sanction}
    >
      <div className="space-y-5">
        {!isBan && (
          <SelectField
            label={t('chat.timeOutLength')}
            value={minutes}
            onChange={({ target }) => setMinutes(target.value)}
            options={LENGTHS.map(([length, count, unit]) => ({
              value: String(length),
              text: formatUnit(count, unit, 0, 'long'),
            }))}
          />
        )}
        <Checkbox checked={removes} onChange={setRemoves}>
          {t('chat.removeTheirs')}
        </Checkbox>
        {removes && (
          <SelectField
            label={t('chat.removeWhich')}
            value={range}
            onChange={({ target }) => setRange(target.value as RemovedRange)}
            options={[
              { value: 'hour', text: t('chat.removeLastHour') },
              { value: 'all', text: t('chat.removeAll') },
            ]}
          />
        )}
        <TextArea
          label={t('chat.reasonLabel')}
          rows={2}
          value={reason}
          maxLength={SANCTION_REASON_MAX_LENGTH}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
    </Question>
  );
}
