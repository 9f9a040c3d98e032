import type { CookieOptions, RequestEventBase } from '@builder.io/qwik-city'
import type { Cookie } from '../core.js'

/**
 * Sets cookies through the event, the one way that keeps all of them on every platform.
 *
 * Qwik writes a value as it is, so it is encoded here: no value can add attributes of its own.
 */
export function setCookies(event: RequestEventBase, cookies: readonly Cookie[]): void {
  for (const { name, value, attributes } of cookies) {
    event.cookie.set(name, encodeURIComponent(value), toOptions(attributes))
  }
}

function toOptions({ partitioned, priority, ...attributes }: Cookie['attributes']): CookieOptions {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))
}
