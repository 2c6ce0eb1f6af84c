import { useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { formatUnit } from '../../../lib/i18n/numbers.ts';
import { SelectField } from '../../../ui/forms/select.tsx';
import { Question } from '../../../ui/overlays/question.tsx';
import { tried } from './room-entries.tsx';
import { t } from '../../../lib/i18n/messages.ts';

interface TimeOutDialogProps {
  readonly channelId: string;
  readonly username: string;
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

export function TimeOutDialog({ channelId: id, username, onClose }: TimeOutDialogProps) {
  const [minutes, setMinutes] = useState('10');
  const silence = () => {
    onClose();
    const body = { minutes: Number(minutes) };
    const put = () => call('PUT /rooms/{id}/sanctions/{username}', { params: { id, username }, body });
    void tried(put, t('chat.userTimedOut', { username }));
  };
  return (
    <Question
      title={t('chat.timeOutUser', { username })}
      description={t('chat.timeOutHint')}
      no={t('common.cancel')}
      yes={t('chat.timeOut')}
      onNo={onClose}
      onYes={silence}
    >
      <SelectField
        label={t('chat.timeOutLength')}
        value={minutes}
        onChange={({ target }) => setMinutes(target.value)}
        options={LENGTHS.map(([length, count, unit]) => ({
          value: String(length),
          text: formatUnit(count, unit, 0, 'long'),
        }))}
      />
    </Question>
  );
}
