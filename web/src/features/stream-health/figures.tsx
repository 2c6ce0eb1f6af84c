import type { ArrivingStream, StreamHealth } from '#shared/live/stream-health.ts';
import { formatClock, formatFigures, formatNumber, formatPercent } from '#web/lib/i18n/numbers.ts';
import { formatBitrate } from '#web/lib/i18n/units.ts';
import { secondsText } from './rule.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface Figure {
  readonly label: string;
  readonly value: string;
  readonly note?: string | undefined;
}

type Rates = Pick<ArrivingStream, 'video_bits_per_second' | 'audio_bits_per_second'>;

const UNKNOWN = '–';

/** The figures of a broadcast, in display order, without those that do not apply. */
export function figuresOf(health: StreamHealth, nowMs: number): readonly Figure[] {
  const { arriving, receiving_since, viewers_delay_s, pieces } = health;
  const sinceS = receiving_since === null ? null : (nowMs - Date.parse(receiving_since)) / 1000;
  const all: readonly (Figure | false)[] = [
    { label: t('streamHealth.connectedFor'), value: sinceS === null ? UNKNOWN : formatClock(sinceS) },
    { label: t('streamHealth.viewerDelay'), value: valueText(viewers_delay_s, secondsText) },
    {
      label: t('streamHealth.bitrate'),
      value: valueText(bitsIn(arriving), formatBitrate),
      note: targetText(bitsIn(health.said), formatBitrate),
    },
    {
      label: t('streamHealth.frameRate'),
      value: valueText(arriving?.frames_per_second, formatFrames),
      note: targetText(health.said?.frames_per_second, formatFrames),
    },
    {
      label: t('streamHealth.keyframeInterval'),
      value: valueText(arriving?.keyframe_interval_s, secondsText),
    },
    { label: t('streamHealth.audio'), value: valueText(arriving?.audio_bits_per_second, soundText) },
    pieces !== null && {
      label: t('streamHealth.lateOrMissing'),
      value: formatPercent((pieces.late + pieces.missing) / Math.max(1, pieces.stored + pieces.missing)),
    },
  ];
  return all.filter((figure) => figure !== false);
}

/** The encoder and its picture size: "1280 × 720, OBS". */
export function encoderText({ said }: StreamHealth): string {
  if (!said) return '';
  const size = said.width && said.height ? `${said.width} × ${said.height}` : '';
  const name = said.encoder?.startsWith('obs-output') ? 'OBS' : (said.encoder ?? '');
  return formatFigures([size, name].filter((part) => part !== ''));
}

/** The bitrate of video and sound together. */
const bitsIn = (rates: Rates | null): number | null =>
  rates?.video_bits_per_second == null
    ? null
    : rates.video_bits_per_second + (rates.audio_bits_per_second ?? 0);

const soundText = (bitsPerSecond: number): string =>
  bitsPerSecond === 0 ? t('streamHealth.noSound') : formatBitrate(bitsPerSecond);

const formatFrames = (perSecond: number): string => formatNumber(perSecond);

const valueText = (value: number | null | undefined, text: (value: number) => string): string =>
  value == null ? UNKNOWN : text(value);

const targetText = (value: number | null | undefined, text: (value: number) => string): string | undefined =>
  value == null ? undefined : t('streamHealth.setTo', { text: text(value) });

/** The figures with their names, in two or more columns. */
export const FigureList = ({ figures }: { readonly figures: readonly Figure[] }) => (
  <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]">
    {figures.map(({ label, value, note }) => (
      <div key={label} className="min-w-0">
        <dt className="text-xs text-soft">{label}</dt>
        <dd className="font-semibold tabular-nums">{value}</dd>
        {note && <dd className="text-xs text-soft tabular-nums">{note}</dd>}
      </div>
    ))}
  </dl>
);
