/** Routes a media element's sound through Web Audio. */
import { inTime } from '../wait.ts';

const routed = new WeakMap<HTMLMediaElement, Promise<MediaStream>>();

/**
 * Streams an element's sound, still audible. Routing is permanent (W3C Web Audio §1.22), so repeated calls return the
 * same stream, which includes volume and mute. Needs a user gesture, else it rejects.
 */
export function routedSound(element: HTMLMediaElement): Promise<MediaStream> {
  const known = routed.get(element);
  if (known) return known;
  const fresh = route(element);
  routed.set(element, fresh);
  // Nothing changed, and the next press may succeed.
  fresh.catch(() => routed.delete(element));
  return fresh;
}

const BEGINS_WITHIN_MS = 2000;

async function route(element: HTMLMediaElement): Promise<MediaStream> {
  const context = new AudioContext();
  await inTime(context.resume(), BEGINS_WITHIN_MS).catch(() => {});
  if (context.state !== 'running') {
    void context.close();
    throw new Error('Sound may not begin without a press');
  }
  // A removed element does not return, and its context would leak.
  element.addEventListener('emptied', () => {
    if (!element.isConnected && context.state !== 'closed') void context.close();
  });
  const source = context.createMediaElementSource(element);
  const copy = context.createMediaStreamDestination();
  source.connect(context.destination);
  source.connect(copy);
  return copy.stream;
}
