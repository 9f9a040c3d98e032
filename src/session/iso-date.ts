const secondsPerDay = 24 * 60 * 60
/** Where years get a fifth digit. */
const year10000 = 253_402_300_800

/** Days as they are written, for those on which sessions end: there are few at a time. */
const days = new Map<number, string>()
const mostDays = 64

/**
 * A moment as `Date.prototype.toISOString` writes it, for seconds since the epoch.
 *
 * The platform takes as long for it as for all else around the cryptography of a read, since it
 * finds the year and the month anew each time.
 */
export function isoDate(seconds: number): string {
  const isUsual = Number.isInteger(seconds) && seconds >= 0 && seconds < year10000
  if (!isUsual) return new Date(seconds * 1000).toISOString()
  const day = Math.floor(seconds / secondsPerDay)
  const rest = seconds - day * secondsPerDay
  const hour = twoDigits(Math.floor(rest / 3600))
  const minute = twoDigits(Math.floor(rest / 60) % 60)
  return `${writtenDay(day)}T${hour}:${minute}:${twoDigits(rest % 60)}.000Z`
}

function writtenDay(day: number): string {
  const known = days.get(day)
  if (known !== undefined) return known
  const [written = ''] = new Date(day * secondsPerDay * 1000).toISOString().split('T', 1)
  if (days.size >= mostDays) days.clear()
  days.set(day, written)
  return written
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}
