/** The keys of the player, as most video sites have them. Pure. */

export type KeyCommand =
  | { readonly do: 'play' | 'mute' | 'fullscreen' }
  | { readonly do: 'help' }
  | { readonly do: 'seekBy'; readonly seconds: number }
  | { readonly do: 'seekToShare'; readonly share: number }
  | { readonly do: 'volumeBy'; readonly change: number }
  | { readonly do: 'rate'; readonly step: 1 | -1 };

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

const ARROW_S = 5;
const LETTER_S = 10;
const VOLUME_STEP = 0.05;

const COMMANDS: Readonly<Record<string, KeyCommand>> = {
  ' ': { do: 'play' },
  k: { do: 'play' },
  m: { do: 'mute' },
  f: { do: 'fullscreen' },
  j: { do: 'seekBy', seconds: -LETTER_S },
  l: { do: 'seekBy', seconds: LETTER_S },
  ArrowLeft: { do: 'seekBy', seconds: -ARROW_S },
  ArrowRight: { do: 'seekBy', seconds: ARROW_S },
  ArrowUp: { do: 'volumeBy', change: VOLUME_STEP },
  ArrowDown: { do: 'volumeBy', change: -VOLUME_STEP },
  '<': { do: 'rate', step: -1 },
  '>': { do: 'rate', step: 1 },
  '?': { do: 'help' },
};

/** What the keys do, in words. */
interface KeyHelp {
  readonly keys: readonly string[];
  readonly does: string;
  /** Of videos alone. @default false */
  readonly isOfVideos?: boolean;
}

const HELP: readonly KeyHelp[] = [
  { keys: ['Space', 'k'], does: 'Play or pause' },
  { keys: ['←', '→'], does: 'Back and forth by 5 seconds' },
  { keys: ['j', 'l'], does: 'Back and forth by 10 seconds' },
  { keys: ['0', '…', '9'], does: 'To a tenth of the video', isOfVideos: true },
  { keys: ['↑'], does: 'Louder' },
  { keys: ['↓'], does: 'Quieter' },
  { keys: ['m'], does: 'Sound off or on' },
  { keys: ['<'], does: 'Slower', isOfVideos: true },
  { keys: ['>'], does: 'Faster', isOfVideos: true },
  { keys: ['f'], does: 'Full screen' },
  { keys: ['?'], does: 'These keys' },
];

/** The keys that mean something here. */
export const keyHelp = (isLive: boolean): readonly KeyHelp[] =>
  HELP.filter(({ isOfVideos = false }) => !(isLive && isOfVideos));

/** What a key means; `null`: nothing. A live stream has neither a rate nor tenths. */
export function commandOf({ key, ctrlKey, altKey, metaKey }: Pressed, isLive: boolean): KeyCommand | null {
  if (ctrlKey || altKey || metaKey) return null;
  if (/^\d$/.test(key)) return isLive ? null : { do: 'seekToShare', share: Number(key) / 10 };
  const command = COMMANDS[key.length === 1 ? key.toLowerCase() : key] ?? null;
  return isLive && command?.do === 'rate' ? null : command;
}
