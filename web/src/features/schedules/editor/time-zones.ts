/** Time zones by their current names (IANA). */

/** Browsers list some zones by replaced names. */
const CURRENT_NAMES: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

const currentName = (zone: string): string => CURRENT_NAMES[zone] ?? zone;

/** The browser's zones, with spaces. */
export const zoneNames = (): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone').map(currentName), 'UTC'])].toSorted().map(zoneText);

/** For display: "America/New York". */
export const zoneText = (zone: string): string => currentName(zone).replaceAll('_', ' ');

/** Parses a typed zone, case-insensitive, with spaces; `null` if unknown. */
export function zoneOf(text: string): string | null {
  const typed = text.trim().replaceAll(/\s+/g, '_').toLowerCase();
  const listed = zoneNames().find((name) => name.replaceAll(' ', '_').toLowerCase() === typed);
  if (listed !== undefined) return listed.replaceAll(' ', '_');
  try {
    return typed.includes('/')
      ? currentName(new Intl.DateTimeFormat('en', { timeZone: typed }).resolvedOptions().timeZone)
      : null;
  } catch {
    return null;
  }
}
