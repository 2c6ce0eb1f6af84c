/** Settings of overlays, as they stand in the query of an address. Pure. */

interface NumberSetting {
  readonly kind: 'number';
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}

interface SwitchSetting {
  readonly kind: 'switch';
  readonly usual: boolean;
}

export type Setting = NumberSetting | SwitchSetting;

const number = (usual: number, least: number, most: number): NumberSetting => ({
  kind: 'number',
  usual,
  least,
  most,
});
const on: SwitchSetting = { kind: 'switch', usual: true };
const off: SwitchSetting = { kind: 'switch', usual: false };

/** OBS takes the size of a browser source from these parameters when the address is dragged into it. */
const sizeOf = (width: number, height: number) => ({
  'layer-width': number(width, 50, 3840),
  'layer-height': number(height, 50, 2160),
});

/** A page keeps no more messages. */
export const MAX_LINES = 150;

/** The settings of each overlay. Lengths in pixels, times in seconds. */
export const OVERLAYS = {
  chat: {
    ...sizeOf(400, 600),
    font: number(20, 10, 72),
    lines: number(30, 1, MAX_LINES),
    /** After how many seconds a message fades out; 0: never. */
    fade: number(0, 0, 600),
    bots: on,
    commands: on,
    /** Above the messages. */
    polls: on,
  },
  viewers: { ...sizeOf(300, 80), font: number(32, 10, 144) },
  alerts: {
    ...sizeOf(600, 200),
    font: number(32, 10, 96),
    /** For how many seconds an alert is visible. */
    time: number(6, 2, 30),
    follows: on,
    clips: on,
    raids: on,
    /** A number of followers; 0: none. */
    goal: number(0, 0, 100_000_000),
    sound: off,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Setting>>>>;

export type OverlayKind = keyof typeof OVERLAYS;

type ValueOf<S> = S extends SwitchSetting ? boolean : number;
export type OverlaySettings<K extends OverlayKind> = {
  readonly [Name in keyof (typeof OVERLAYS)[K]]: ValueOf<(typeof OVERLAYS)[K][Name]>;
};

export const isOverlayKind = (kind: string | undefined): kind is OverlayKind =>
  kind !== undefined && Object.hasOwn(OVERLAYS, kind);

/** The settings in a query. A value that is not valid counts as missing. */
export function settingsIn<K extends OverlayKind>(kind: K, search: string): OverlaySettings<K> {
  const query = new URLSearchParams(search);
  const values = Object.entries<Setting>(OVERLAYS[kind]).map(([name, setting]) => [
    name,
    valueIn(setting, query.get(name)) ?? setting.usual,
  ]);
  return Object.fromEntries(values) as OverlaySettings<K>;
}

function valueIn(setting: Setting, text: string | null): number | boolean | undefined {
  if (text === null) return undefined;
  if (setting.kind === 'switch') return { '1': true, '0': false }[text];
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return value >= setting.least && value <= setting.most ? value : undefined;
}

/** The query of settings, without those that have their usual value; the size always, for OBS. */
export function searchOf<K extends OverlayKind>(kind: K, settings: OverlaySettings<K>): string {
  const values: Readonly<Record<string, number | boolean>> = settings;
  const query = new URLSearchParams();
  for (const [name, setting] of Object.entries<Setting>(OVERLAYS[kind])) {
    const value = values[name] ?? setting.usual;
    if (value !== setting.usual || name.startsWith('layer-')) query.set(name, String(Number(value)));
  }
  return `?${query}`;
}
