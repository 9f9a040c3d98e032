import { relative } from 'node:path'
import { isObject } from '../read-file.js'

/** Returns the first line of an error, with the place in the app if a compiler names it. */
export function describeError(error: unknown, folder: string): string {
  const cause = firstOf(error)
  const place = placeOf(cause)
  const text = textOf(cause).split('\n', 1)[0] ?? ''
  if (!place) return text
  const file = relative(folder, place.file)
  const position = [file, ...place.numbers].join(':')
  return text.includes(file) ? text : `${text} (${position})`
}

/** A bundler collects the errors of a file. So does Node, if a host has several addresses. */
function firstOf(error: unknown): unknown {
  const errors: unknown = isObject(error) ? error['errors'] : undefined
  return Array.isArray(errors) && errors.length > 0 ? errors[0] : error
}

function textOf(error: unknown): string {
  if (!isObject(error)) return String(error)
  const { message, text, name } = error
  const told = [text, message, name].find((part) => typeof part === 'string' && part !== '')
  return typeof told === 'string' ? told : 'unknown'
}

function placeOf(
  error: unknown,
): { readonly file: string; readonly numbers: readonly number[] } | undefined {
  if (!isObject(error)) return undefined
  const { location, loc, id } = error
  const place = [location, loc].find(isObject) ?? {}
  const file = place['file'] ?? id
  if (typeof file !== 'string') return undefined
  const numbers = [place['line'], place['column']].filter((part) => typeof part === 'number')
  return { file: file.replace(/\?.*$/, ''), numbers }
}
