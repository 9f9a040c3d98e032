import { pageOf } from './sign-in-input.js'

/** Encoded, a longer one could make a request that servers refuse. */
const longestAddress = 2048

/**
 * Where someone comes back to after a detour: path and query of the page, never a host. Undefined
 * when it is too long to take along.
 */
export function returnAddress(url: URL): string | undefined {
  // A path that begins with two slashes is a host to whoever takes it for a URL.
  const address = pageOf(url).replace(/^\/+/, '/')
  return address.length > longestAddress ? undefined : address
}
