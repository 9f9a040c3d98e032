import type { SignInContext } from '../context/context.js'
import { isLoopback } from '../http/origin.js'

/** A link follows the Host header if nothing says which host is ours. */
export function warnOfUnknownOrigin({
  config: { originPolicy },
  origin,
  log,
}: SignInContext): void {
  if (originPolicy.origins.length > 0 || isLoopback(new URL(origin).hostname)) return
  log.warnOnce(
    'mail-origin-unknown',
    'The links in mails about passwords and accounts lead to the host that a request names. Set AUTH_URL or `origin`, unless your platform sets the Host header safely.',
  )
}
