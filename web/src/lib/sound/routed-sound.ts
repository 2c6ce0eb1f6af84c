/** The sound of a media element by way of Web Audio, which others can take from there as well. */

const routed = new WeakMap<HTMLMediaElement, Promise<MediaStream>>();

/**
 * The sound of an element as a stream; it is heard on as before. An element's sound can go this way but once, and then
 * does for good (W3C Web Audio §1.22), so that whoever asks later gets the same stream: with the element's volume, and
 * silent while it is muted. To be asked for by a press, as sound may else not begin. Rejects where that is so.
 */
export function routedSound(element: HTMLMediaElement): Promise<MediaStream> {
  const known = routed.get(element);
  if (known) return known;
  const fresh = route(element);
  routed.set(element, fresh);
  // Nothing was changed yet, and the next press may be one that counts.
  fresh.catch(() => routed.delete(element));
  return fresh;
}

const BEGINS_WITHIN_MS = 2000;

async function route(element: HTMLMediaElement): Promise<MediaStream> {
  const context = new AudioContext();
  await Promise.race([context.resume(), new Promise((over) => setTimeout(over, BEGINS_WITHIN_MS))]);
  if (context.state !== 'running') {
    void context.close();
    throw new Error('Sound may not begin without a press');
  }
  // An element that has left the page does not come back, and its context would stay for good.
  element.addEventListener('emptied', () => {
    if (!element.isConnected && context.state !== 'closed') void context.close();
  });
  const source = context.createMediaElementSource(element);
  const copy = context.createMediaStreamDestination();
  source.connect(context.destination);
  source.connect(copy);
  return copy.stream;
}
