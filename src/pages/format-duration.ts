type Unit = 'day' | 'hour' | 'minute'

/** Cached by unit and language, because creating a format takes longer than the rest of a mail. */
const formats = new Map<string, Intl.NumberFormat>()

/** Formats a duration such as "10 minutes", in the largest unit that divides it evenly. */
export function formatDuration(minutes: number, languageCode: string): string {
  const whole = Math.max(1, Math.round(minutes))
  const [unit, count] =
    whole % 1440 === 0
      ? (['day', whole / 1440] as const)
      : whole % 60 === 0
        ? (['hour', whole / 60] as const)
        : (['minute', whole] as const)
  return formatOf(unit, languageCode).format(count)
}

function formatOf(unit: Unit, languageCode: string): Intl.NumberFormat {
  const name = `${unit} ${languageCode}`
  const known = formats.get(name)
  if (known) return known
  // Latin digits, like those of the code next to it.
  const format = new Intl.NumberFormat(`${languageCode}-u-nu-latn`, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  })
  formats.set(name, format)
  return format
}
