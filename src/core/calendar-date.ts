/** A day of the Gregorian calendar, `yyyy-mm-dd`. Dates of this form compare as strings. */
export type CalendarDate = string;

const FORM = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY = 86_400_000;

/** Returns whether the text is an existing day; `2023-02-30` is not. */
export function isCalendarDate(text: string): text is CalendarDate {
  const match = FORM.exec(text);
  if (!match) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns the days from `from` to `to`, negative if `to` is earlier. Both must be calendar dates. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY);
}

/** Returns the same day a number of months later, or the last day of that month if it is shorter. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const index = year * 12 + (month - 1) + months;
  const last = new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).getUTCDate();
  const moved = new Date(Date.UTC(Math.floor(index / 12), index % 12, Math.min(day, last)));
  return moved.toISOString().slice(0, 10);
}
