import { useState } from 'react';
import { SANCTION_REASON_MAX_LENGTH } from '../../../../../shared/limits.ts';
import { call } from '../../../lib/api/api.ts';
import { formatUnit } from '../../../lib/i18n/numbers.ts';
import { TextArea } from '../../../ui/forms/inputs.tsx';
import { SelectField } from '../../../ui/forms/select.tsx';
import { Question } from '../../../ui/overlays/question.tsx';
import { tried } from './room-entries.tsx';
import { t } from '../../../lib/i18n/messages.ts';

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
  const silence = () => {
    onClose();
    const body = { minutes: isBan ? null : Number(minutes), reason };
    const put = () => call('PUT /rooms/{id}/sanctions/{username}', { params: { id, username }, body });
    void tried(put, isBan ? t('chat.userBanned', { username }) : t('chat.userTimedOut', { username }));
  };
  return (
    <Question
      title={isBan ? t('chat.banUser', { username }) : t('chat.timeOutUser', { username })}
      description={t('chat.timeOutHint')}
      no={t('common.cancel')}
      yes={isBan ? t('chat.ban') : t('chat.timeOut')}
      onNo={onClose}
      onYes={silence}
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
