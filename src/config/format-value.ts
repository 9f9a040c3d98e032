/** A value as an error message may show it: short, and never more than its type when it is complex. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80))
  return typeof value === 'number' ? String(value) : typeof value
}
