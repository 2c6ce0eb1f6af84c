/** Calendars as other programs read them: by Mozilla's library, and by the time zones that a calendar brings alone. */
import ICAL from 'ical.js';

/** Throws where it is none. */
export const parseCalendar = (feed: string) => new ICAL.Component(ICAL.parse(feed) as unknown[]);

/** When the first event of a calendar begins, so many times at most, in ms since 1970. */
export function startsOf(calendar: ICAL.Component, number: number): number[] {
  const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone')!);
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!);
  const inZone = (time: ICAL.Time): number => {
    time.zone = zone;
    return time.toUnixTime() * 1000;
  };
  if (!event.isRecurring()) return [inZone(event.startDate)];
  const days = event.iterator();
  const found: number[] = [];
  for (let next = days.next(); next && found.length < number; next = days.next()) found.push(inZone(next));
  return found;
}
