import { type LucideIcon, Mic, MicOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import type { Device } from '../broadcast.ts';
import { createReading } from '../camera/sound.ts';
import type { Broadcast } from '../use-broadcast.ts';
import { t } from '#web/lib/i18n/messages.ts';

type DevicesProps = Pick<Broadcast, 'state' | 'chooseCamera' | 'chooseMicrophone' | 'setMuted' | 'level'>;

export function Devices(broadcast: DevicesProps) {
  const { state, chooseCamera, chooseMicrophone } = broadcast;
  return (
    <>
      {state.microphoneId === null ? <NoMicrophone /> : <Microphone {...broadcast} />}
      <div className="flex flex-wrap gap-4 empty:hidden">
        <DeviceChoice
          label={t('browserStream.camera')}
          devices={state.cameras}
          chosenId={state.cameraId}
          onChoose={chooseCamera}
          disabled={!state.canChooseCamera}
        />
        <DeviceChoice
          label={t('browserStream.microphone')}
          devices={state.microphones}
          chosenId={state.microphoneId}
          onChoose={chooseMicrophone}
        />
      </div>
    </>
  );
}

const NoMicrophone = () => (
  <p className="flex items-center gap-2 text-sm text-soft">
    <MicOff className="size-5 shrink-0" />
    {t('browserStream.noMicrophone')}
  </p>
);

type MicrophoneProps = Pick<DevicesProps, 'state' | 'setMuted' | 'level'>;

const Microphone = ({ state: { isMuted }, setMuted, level }: MicrophoneProps) => (
  <SoundRow
    label={t('browserStream.muteMicrophone')}
    meterLabel={t('browserStream.microphoneLevel')}
    Icon={isMuted ? MicOff : Mic}
    isMuted={isMuted}
    onMute={setMuted}
    level={level}
  />
);

interface SoundRowProps extends LevelMeterProps {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly onMute: (isMuted: boolean) => void;
}

/** Mutes one of the mixed sounds, and shows its level. */
export function SoundRow({ label, Icon, isMuted, onMute, ...meter }: SoundRowProps) {
  return (
    <div className="flex items-center gap-3">
      <IconButton
        label={label}
        variant={isMuted ? 'off' : 'secondary'}
        size="field"
        aria-pressed={isMuted}
        onClick={() => onMute(!isMuted)}
      >
        <Icon className="size-5" />
      </IconButton>
      <LevelMeter {...meter} isMuted={isMuted} />
    </div>
  );
}

interface DeviceChoiceProps {
  readonly label: string;
  readonly devices: readonly Device[];
  readonly chosenId: string | null;
  readonly onChoose: (id: string) => void;
  readonly disabled?: boolean;
}

function DeviceChoice({ label, devices, chosenId, onChoose, disabled }: DeviceChoiceProps) {
  if (devices.length < 2) return null;
  return (
    <div className="min-w-0 flex-1 basis-36">
      <SelectField
        label={label}
        options={devices.map(({ id, label: name }, at) => ({
          value: id,
          text: name || t('browserStream.deviceNumber', { kind: label, number: at + 1 }),
        }))}
        value={chosenId ?? ''}
        disabled={disabled}
        onChange={({ target }) => onChoose(target.value)}
      />
    </div>
  );
}

/** Update interval of the announced number; with reduced motion, of bar and word too. */
const CALM_MS = 250;

interface LevelMeterProps extends Pick<Broadcast, 'level'> {
  readonly isMuted: boolean;
  readonly meterLabel: string;
}

function LevelMeter({ level, isMuted, meterLabel }: LevelMeterProps) {
  const meter = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const word = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const parts = { meter: meter.current!, bar: bar.current!, word: word.current! };
    if (!isMuted) return follow(level, parts);
    draw(parts, 0, t('browserStream.muted'));
    announce(parts, 0, t('browserStream.muted'));
    return undefined;
  }, [level, isMuted]);
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <div
        ref={meter}
        role="meter"
        aria-label={meterLabel}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={0}
        className="h-2.5 min-w-0 flex-1 overflow-hidden rounded-full bg-line"
      >
        <div
          ref={bar}
          className="size-full origin-left rounded-full bg-success rtl:origin-right"
          style={{ transform: 'scaleX(0)' }}
        />
      </div>
      {/* Hidden, because the meter itself announces it to screen readers. */}
      <span ref={word} aria-hidden="true" className="w-20 shrink-0 text-sm text-soft" />
    </div>
  );
}

type MeterParts = Readonly<Record<'meter' | 'bar' | 'word', HTMLElement>>;

function follow(level: () => number, parts: MeterParts): () => void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)');
  const read = createReading();
  let announcedAtMs = -CALM_MS;
  const update = (nowMs: number) => {
    const { share, word } = read(level(), nowMs);
    const isDue = nowMs - announcedAtMs >= CALM_MS;
    if (isDue || !isCalm.matches) draw(parts, share, word);
    if (isDue) {
      announce(parts, share, word);
      announcedAtMs = nowMs;
    }
    frame = requestAnimationFrame(update);
  };
  let frame = requestAnimationFrame(update);
  return () => cancelAnimationFrame(frame);
}

function draw(parts: MeterParts, share: number, word: string): void {
  parts.bar.style.transform = `scaleX(${share.toFixed(3)})`;
  if (parts.word.textContent !== word) parts.word.textContent = word;
}

function announce({ meter }: MeterParts, share: number, word: string): void {
  meter.setAttribute('aria-valuenow', String(Math.round(share * 100)));
  meter.setAttribute('aria-valuetext', word);
}
