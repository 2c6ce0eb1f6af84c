import { useSetting } from '#web/lib/hooks/browser-hooks.ts';
import { formatShortAge, formatTime } from '#web/lib/i18n/dates.ts';

export const SIZES = { small: 'text-xs', normal: 'text-sm', large: 'text-base' } as const;
export type Size = keyof typeof SIZES;

const TIMES = ['ago', 'clock', 'none'] as const;
export type TimeStyle = (typeof TIMES)[number];

export type ChatAppearance = ReturnType<typeof useChatAppearance>;

const isSize = (value: string | null): value is Size => value !== null && Object.hasOwn(SIZES, value);
const isTime = (value: string | null): value is TimeStyle => TIMES.some((time) => time === value);

export function useChatAppearance() {
  const [size, chooseSize] = useSetting('chat-size');
  const [time, chooseTime] = useSetting('chat-time');
  const [sound, chooseSound] = useSetting('chat-sound');
  return {
    size: isSize(size) ? size : ('normal' as const),
    time: isTime(time) ? time : ('ago' as const),
    hasSound: sound === 'on',
    chooseSize,
    chooseTime,
    chooseSound: (hasSound: boolean) => chooseSound(hasSound ? 'on' : null),
  };
}

export function formatChatTime(timestamp: string, nowMs: number, style: TimeStyle): string {
  if (style === 'none') return '';
  return style === 'clock' ? formatTime(timestamp) : formatShortAge(timestamp, nowMs);
}
