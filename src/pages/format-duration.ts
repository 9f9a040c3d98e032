type Unit = 'day' | 'hour' | 'minute'

/** By unit and language, of which there are few: to make one takes longer than the rest of a mail. */
const formats = new Map<string, Intl.NumberFormat>()

/** Says how long something lasts, such as "10 minutes", in the largest unit that leaves no rest. */
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
  // The digits of the code, which stands beside, are Latin ones, too.
  const format = new Intl.NumberFormat(`${languageCode}-u-nu-latn`, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  })
  formats.set(name, format)
  return format
}
