import { applyCookies, type Cookie } from '../core.js'
import type { AuthCookieOptions, AuthEvent } from './event.js'

const priorities = { low: 'Low', medium: 'Medium', high: 'High' } as const
const changesKey = '@latchkey cookies'

/**
 * Sets cookies through the event, because only this way keeps all of them on every platform.
 *
 * Qwik writes a value unchanged. This function encodes it so that no value can add cookie
 * attributes.
 */
export function setCookies(event: AuthEvent, cookies: readonly Cookie[]): void {
  for (const { name, value, attributes } of cookies) {
    event.cookie.set(name, encodeURIComponent(value), toOptions(attributes))
  }
  if (cookies.length > 0) event.sharedMap.set(changesKey, [...changesOf(event), ...cookies])
}

/**
 * Returns the request with the cookies that the browser will have after this response. Use only its
 * headers.
 */
export function requestAfter(event: AuthEvent): Request {
  return applyCookies(event.request, changesOf(event))
}

function changesOf({ sharedMap }: AuthEvent): readonly Cookie[] {
  return (sharedMap.get(changesKey) as readonly Cookie[] | undefined) ?? []
}

function toOptions({
  partitioned,
  priority,
  ...attributes
}: Cookie['attributes']): AuthCookieOptions {
  const known = Object.entries(attributes).filter(([, value]) => value !== undefined)
  let extensions = partitioned ? '; Partitioned' : ''
  if (priority) extensions += `; Priority=${priorities[priority]}`
  // Qwik has no options for these attributes and writes the path unchanged. Latchkey has already
  // checked that the path does not contain a semicolon.
  const path = extensions === '' ? {} : { path: (attributes.path ?? '/') + extensions }
  return { ...Object.fromEntries(known), ...path }
}
