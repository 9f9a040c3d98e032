/**
 * Formats a value for an error message. Long strings are cut, and an object is shown only as its
 * type.
 */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80))
  return typeof value === 'number' ? String(value) : typeof value
}
