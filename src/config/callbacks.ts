import { parseUrl } from '../http/parse-url.js'
import type { CallbacksOptions, RedirectCallbackParams } from '../model/callbacks.js'
import type { DefaultSession } from '../model/records.js'

/** The app's callbacks, with defaults for `signIn` and `redirect`. */
export interface ResolvedCallbacks {
  readonly jwt: Callbacks['jwt']
  readonly session: Callbacks['session']
  readonly signIn: NonNullable<Callbacks['signIn']>
  readonly redirect: NonNullable<Callbacks['redirect']>
  /** Whether the app has its own `redirect` callback, which may allow other origins. */
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

/** The default `redirect` callback allows only URLs of the same origin. */
function stayOnOrigin({ url, baseUrl }: RedirectCallbackParams): string {
  const target = parseUrl(url, baseUrl)
  return target?.origin === new URL(baseUrl).origin ? target.href : baseUrl
}
