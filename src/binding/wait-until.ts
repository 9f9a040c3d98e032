import type { Connection } from '../core.js'
import type { ActionEvent, AuthEvent } from './event.js'

/** Returns what the server knows about the request of an event. */
export function connectionOf(
  event: AuthEvent & Partial<Pick<ActionEvent, 'clientConn'>>,
): Connection {
  return { clientAddress: event.clientConn?.ip, waitUntil: waitUntilOf(event) }
}

/**
 * Returns the function with which a platform keeps a process alive after the response. Cloudflare,
 * Netlify and Vercel have it in different places, and Node needs none.
 */
export function waitUntilOf({ platform }: AuthEvent): Connection['waitUntil'] {
  const places = [platform, memberOf(platform, 'ctx'), memberOf(platform, 'context')]
  for (const place of places) {
    const waitUntil = memberOf(place, 'waitUntil')
    // Called as a method, because platforms check `this`.
    if (typeof waitUntil === 'function')
      return (work) => void Reflect.apply(waitUntil, place, [work])
  }
  return undefined
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
