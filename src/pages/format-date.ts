type Kind = 'day' | 'moment'

const options: Readonly<Record<Kind, Intl.DateTimeFormatOptions>> = {
  // A month in words, because 04/05 is another day in another country, and sentences decline it.
  day: { dateStyle: 'long' },
  moment: {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  },
}

/** Cached by kind and language, because creating a format takes longer than the rest of a page. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats a day such as "May 3, 2026". */
export function formatDay(date: Date, languageCode: string): string {
  return formatOf('day', languageCode).format(date)
}

/** Formats a moment such as "May 3, 2026 at 14:05 UTC". The user's time zone is not known. */
export function formatMoment(date: Date, languageCode: string): string {
  return formatOf('moment', languageCode).format(date)
}

function formatOf(kind: Kind, languageCode: string): Intl.DateTimeFormat {
  const name = `${kind} ${languageCode}`
  const known = formats.get(name)
  if (known) return known
  // Latin digits, like those of the codes.
  const format = new Intl.DateTimeFormat(`${languageCode}-u-ca-gregory-nu-latn`, {
    ...options[kind],
    timeZone: 'UTC',
  })
  formats.set(name, format)
  return format
}
