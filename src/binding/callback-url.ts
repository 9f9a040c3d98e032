import { pageOf } from './sign-in-input.js'

/** Returns the path and query of the page that the visitor returns to, never a host. */
export function callbackUrlOf(url: URL): string {
  // A browser reads a path that begins with two slashes as a URL with a host.
  return pageOf(url).replace(/^\/+/, '/')
}
