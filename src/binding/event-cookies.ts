import type { Cookie } from '../core.js'
import { serializeExtensions, withCookies } from '../http/cookie.js'
import type { AuthCookieOptions, AuthEvent } from './event.js'

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
  const changes = changesOf(event)
  if (changes.length === 0) return event.request
  const { url, headers: sent } = event.request
  const headers = new Headers(sent)
  headers.set('cookie', withCookies(sent.get('cookie') ?? '', changes))
  return new Request(url, { headers })
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
  const others = serializeExtensions({ partitioned, priority })
  // Qwik has no options for these attributes and writes the path unchanged. Latchkey has already
  // checked that the path does not contain a semicolon.
  const path = others && { path: [attributes.path ?? '/', ...others].join('; ') }
  return { ...Object.fromEntries(known), ...path }
}
