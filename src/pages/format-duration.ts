/** Says how long something lasts, such as "10 minutes", in the largest unit that leaves no rest. */
export function formatDuration(minutes: number, languageCode: string): string {
  const whole = Math.max(1, Math.round(minutes))
  const [unit, count] =
    whole % 1440 === 0
      ? (['day', whole / 1440] as const)
      : whole % 60 === 0
        ? (['hour', whole / 60] as const)
        : (['minute', whole] as const)
  // The digits of the code, which stands beside, are Latin ones, too.
  return new Intl.NumberFormat(`${languageCode}-u-nu-latn`, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(count)
}
