import { MINUTE_MS } from '../../../../../shared/plain/time.ts';
import { useSetting } from '../../../lib/hooks/browser-hooks.ts';
import { t } from '../../../lib/i18n/messages.ts';

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

/** The age of a message in the words of specification §9. A clock that runs ahead says "just now". */
export function chatTime(timestamp: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(timestamp)) / MINUTE_MS);
  if (minutes < 1) return t('chat.justNow');
  return minutes < 60 ? `${minutes}m ago` : `${Math.floor(minutes / 60)}h ago`;
}

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

export function formatChatTime(timestamp: string, nowMs: number, style: TimeStyle): string {
  if (style === 'none') return '';
  return style === 'clock' ? CLOCK.format(new Date(timestamp)) : chatTime(timestamp, nowMs);
}
