import { pageOf } from './sign-in-input.js'

/** Once encoded, a longer path could make a request that servers refuse. */
const longestAddress = 2048

/**
 * Returns the path and query of the page that the visitor returns to, never a host. Undefined if it
 * is too long for a parameter.
 */
export function returnAddress(url: URL): string | undefined {
  // A browser reads a path that begins with two slashes as a URL with a host.
  const address = pageOf(url).replace(/^\/+/, '/')
  return address.length > longestAddress ? undefined : address
}
