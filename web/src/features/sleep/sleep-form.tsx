import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/lib/api/api.ts';
import { keep, readKept } from '#web/lib/kept.ts';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { videoIdIn } from './use-recording-sound.ts';
import { endOf, lengthWords, TIMER_MINUTES, type TimerChoice } from './sleep-timer.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface SleepSettings extends TimerChoice {
  readonly showsClock: boolean;
  /** URL of the video to play after the stream ends; empty: the channel's newest replay. */
  readonly recording: string;
}

const KEY = 'sleep.settings';
const DEFAULTS: SleepSettings = { minutes: 60, until: '', showsClock: true, recording: '' };

/** Parses the stored settings; invalid values become defaults. */
export function readSettings(kept: unknown): SleepSettings {
  const given = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<Record<string, unknown>>;
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    minutes: TIMER_MINUTES.find((minutes) => minutes === given['minutes']) ?? DEFAULTS.minutes,
    until: textOf(given['until']),
    showsClock: given['showsClock'] !== false,
    recording: textOf(given['recording']),
  };
}

type ChangeSettings = (change: Partial<SleepSettings>) => void;

/** The settings of this browser, and the resulting end of the sound in ms since 1970, counted from the time of the choice. */
export function useSleepSettings() {
  const [{ settings, endMs }, set] = useState(() => withEnd(readSettings(readKept('localStorage', KEY))));
  const change: ChangeSettings = (change) => {
    const next = { ...settings, ...change };
    keep('localStorage', KEY, next);
    set('minutes' in change || 'until' in change ? withEnd(next) : { settings: next, endMs });
  };
  return { settings, endMs, change };
}

const withEnd = (settings: SleepSettings) => ({ settings, endMs: endOf(settings, Date.now()) });

interface SleepFormProps {
  readonly settings: SleepSettings;
  readonly onChange: ChangeSettings;
  /** Whether to ask what to play after the stream ends. */
  readonly isOfStream: boolean;
}

const UNTIL = 'until';
const EVENING_TO_MORNING = '07:00';
const TIMES = [
  ...TIMER_MINUTES.map((minutes) => ({ value: `${minutes}`, text: lengthWords(minutes) })),
  { value: UNTIL, text: t('sleep.untilTime') },
];

/** Changes apply immediately. */
export function SleepForm({ settings, onChange, isOfStream }: SleepFormProps) {
  const { minutes, until, showsClock } = settings;
  const choose = (value: string) =>
    onChange(value === UNTIL ? { until: EVENING_TO_MORNING } : { until: '', minutes: Number(value) });
  return (
    <div className="space-y-4">
      <div className="grid gap-4 has-[>:nth-child(2)]:grid-cols-[1fr_8.5rem]">
        <SelectField
          label={t('sleep.timer')}
          options={TIMES}
          value={until ? UNTIL : `${minutes}`}
          onChange={({ target }) => choose(target.value)}
        />
        {until && (
          <TextField
            label={t('sleep.endsAt')}
            type="time"
            value={until}
            onChange={({ target }) => target.value && onChange({ until: target.value })}
          />
        )}
      </div>
      {isOfStream && <NextRecordingFields settings={settings} onChange={onChange} />}
      <Switch
        label={t('sleep.showClock')}
        checked={showsClock}
        onChange={(showsClock) => onChange({ showsClock })}
      />
    </div>
  );
}

const NEWEST = 'newest';
const CHOSEN = 'chosen';
const FOLLOWING = [
  { value: NEWEST, text: t('sleep.newestReplay') },
  { value: CHOSEN, text: t('sleep.ownVideo') },
];

function NextRecordingFields({ settings, onChange }: Pick<SleepFormProps, 'settings' | 'onChange'>) {
  const { recording } = settings;
  const [isChosen, setIsChosen] = useState(recording !== '');
  const { data: video, isError } = useChosenVideo(recording);
  const choose = (value: string) => {
    setIsChosen(value === CHOSEN);
    if (value === NEWEST) onChange({ recording: '' });
  };
  const isWrong = recording !== '' && (videoIdIn(recording) === null || isError);
  return (
    <>
      <SelectField
        label={t('sleep.ifStreamEnds')}
        options={FOLLOWING}
        value={isChosen ? CHOSEN : NEWEST}
        onChange={({ target }) => choose(target.value)}
      />
      {isChosen && (
        <TextField
          label={t('sleep.videoLink')}
          inputMode="url"
          value={recording}
          onChange={({ target }) => onChange({ recording: target.value.trim() })}
          hint={video ? video.title : t('sleep.videoLinkHint')}
          error={isWrong ? t('sleep.videoLinkWrong') : undefined}
        />
      )}
    </>
  );
}

function useChosenVideo(address: string) {
  const id = videoIdIn(address);
  return useQuery({
    queryKey: ['videos', 'sleep recording', id],
    queryFn: ({ signal }) => call('GET /videos/{id}', { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
    retry: false,
  });
}
