import { MINUTE_MS } from '../../../../../shared/plain/time.ts';
import type { TimeStyle } from '../appearance/chat-appearance.ts';

/** How long ago a message was written, in the words of specification §9. A clock that runs ahead says "just now". */
export function chatTime(timestamp: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(timestamp)) / MINUTE_MS);
  if (minutes < 1) return 'just now';
  return minutes < 60 ? `${minutes}m ago` : `${Math.floor(minutes / 60)}h ago`;
}

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** When a message was written, as its reader wants to be told. */
export function toldTime(timestamp: string, nowMs: number, style: TimeStyle): string {
  if (style === 'none') return '';
  return style === 'clock' ? CLOCK.format(new Date(timestamp)) : chatTime(timestamp, nowMs);
}
