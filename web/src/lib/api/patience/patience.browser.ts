import type { PatiencePorts } from './patience.ts';

export const browserPatience: PatiencePorts = {
  isOnline: () => navigator.onLine,
  untilOnline: (signal) => once(window, 'online', signal),
  sleep,
  nowMs: () => performance.now(),
  random: Math.random,
};

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const abort = () => {
    clearTimeout(timer);
    reject(signal.reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  return promise.finally(() => signal.removeEventListener('abort', abort));
}

function once(target: EventTarget, event: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = () => reject(signal.reason);
  target.addEventListener(event, () => resolve(), { once: true, signal });
  signal.addEventListener('abort', abort, { once: true });
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
