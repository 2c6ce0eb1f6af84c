import type { FailureKind } from '../../../../../shared/plain/playback-failures.ts';

/** HTML Standard §4.8.11.1, `MediaError`. */
const KINDS: Readonly<Record<number, FailureKind>> = { 2: 'network', 3: 'decode' };

/** Whether an element can play no more. Chromium pauses it then, which is not the viewer's pause. */
export const isBroken = ({ error }: HTMLMediaElement): boolean => error !== null;

/** What an element says of why it cannot go on, or else what is known from elsewhere. */
export const failureOf = (video: HTMLMediaElement | null, otherwise: FailureKind): FailureKind =>
  KINDS[video?.error?.code ?? 0] ?? otherwise;
