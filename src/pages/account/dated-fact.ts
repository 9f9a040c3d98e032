import { fillPlainText } from '../fill-text.js'
import { formatDay, formatMoment } from '../format-date.js'

/** Fills a day into a text. Returns undefined if the day is not known. */
export function writeDay(text: string, date: Date | undefined, code: string): string | undefined {
  return date && fillPlainText(text, { date: formatDay(date, code) })
}

/** Fills a day and a time into a text. Returns undefined if the moment is not known. */
export function writeMoment(
  text: string,
  date: Date | undefined,
  code: string,
): string | undefined {
  return date && fillPlainText(text, { date: formatMoment(date, code) })
}
