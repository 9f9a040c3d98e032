import { callbackUrlLimits } from '../model/callback-url-limits.js'

/** Returns the URL if a cookie has room for it, and undefined if not. */
export function cookieCallbackUrl(callbackUrl: unknown): string | undefined {
  if (typeof callbackUrl !== 'string') return undefined
  // The cookie contains JSON, in which one character can take up six bytes.
  const size = new TextEncoder().encode(JSON.stringify(callbackUrl)).length - '""'.length
  return size > callbackUrlLimits.cookie ? undefined : callbackUrl
}
