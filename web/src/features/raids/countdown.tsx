import { useNow } from '#web/lib/hooks/browser-hooks.ts';

interface CountdownProps {
  /** In ms since 1970. */
  readonly untilMs: number;
  readonly words: (values: { readonly count: number }) => string;
}

/** The seconds that are left. They change each second, and are not announced each time. */
export function Countdown({ untilMs, words }: CountdownProps) {
  const leftMs = untilMs - useNow(250);
  return <span role="timer">{words({ count: Math.max(0, Math.ceil(leftMs / 1000)) })}</span>;
}
