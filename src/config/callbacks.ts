import { parseUrl } from '../http/parse-url.js'
import type { CallbacksOptions, RedirectCallbackParams } from '../model/callbacks.js'
import type { DefaultSession } from '../model/records.js'

/** The callbacks of a config, with `signIn` and `redirect` filled in. */
export interface ResolvedCallbacks {
  readonly jwt: Callbacks['jwt']
  readonly session: Callbacks['session']
  readonly signIn: NonNullable<Callbacks['signIn']>
  readonly redirect: NonNullable<Callbacks['redirect']>
  /** Whether the application decides about redirects, and so may allow other origins. */
  readonly customRedirect: boolean
}

type Callbacks = CallbacksOptions<DefaultSession>

export function resolveCallbacks(given: Callbacks | undefined): ResolvedCallbacks {
  return {
    jwt: given?.jwt,
    session: given?.session,
    signIn: given?.signIn ?? (() => true),
    redirect: given?.redirect ?? stayOnOrigin,
    customRedirect: given?.redirect !== undefined,
  }
}

/** Same origin, or the base URL. */
function stayOnOrigin({ url, baseUrl }: RedirectCallbackParams): string {
  const target = parseUrl(url, baseUrl)
  return target?.origin === new URL(baseUrl).origin ? target.href : baseUrl
}
