import { isCredentials } from '../config/providers.js'
import type { Connection, Context } from '../context/context.js'
import type { Outcome } from '../context/outcome.js'
import { pageUrl, type SafeUrl } from '../context/redirects.js'
import { shownType, traitsOf, type TypedAuthError } from '../errors/auth-error.js'
import { rememberReport } from '../flows/pages/last-report.js'
import type { BodyFields } from '../http/body.js'
import type { Cookie } from '../http/cookie.js'
import type { AuthConfig } from '../model/config.js'
import type { MistakeReport } from '../model/mistake-report.js'
import type { DefaultSession, Session } from '../model/records.js'
import { strategyOf } from '../session/choose-strategy.js'
import { dispatch, type RouteCall } from './dispatch.js'
import { errorPageUrl } from './outcome-of-failure.js'

/** The result of a call, and the cookies that your response must set. */
export interface CallResult<T> {
  readonly data: T
  readonly cookies: readonly Cookie[]
}

/** The options of {@link signIn}. */
export interface SignInCall extends Connection {
  /** Id of the provider. Without it, the visitor is redirected to the sign-in page. */
  readonly providerId?: string | undefined
  /** The URL to open after the sign-in. */
  readonly redirectTo?: string | undefined
  /** The form fields that the visitor filled in. */
  readonly fields?: BodyFields | undefined
  /** Extra parameters for the authorization request of an oauth or oidc provider. */
  readonly authorizationParams?: Iterable<readonly [string, string]> | undefined
  /**
   * Set this to link the account to the signed-in user. Otherwise the call signs in with the
   * account.
   */
  readonly link?: boolean | undefined
}

/** The options of {@link signOut}. */
export interface SignOutCall {
  /** The URL to open after the sign-out. */
  readonly redirectTo?: string | undefined
  /** Whether to end all of the user's sessions, on other devices too. Needs an adapter. */
  readonly everywhere?: boolean | undefined
}

/** The result of a sign-in or sign-out: success, or the error. */
export type CallOutcome<S extends DefaultSession = Session> =
  | {
      readonly ok: true
      /** Where to redirect the browser. */
      readonly target: Target
      /** The session after the call. */
      readonly session: S | null
      /**
       * Set if there is no session before the user has proven a second factor at the target, or has
       * decided there to keep an account that is to be deleted.
       */
      readonly needs?: 'second-factor' | 'keep-account' | undefined
      /** New recovery codes. Show them once. */
      readonly recoveryCodes?: readonly string[] | undefined
    }
  | {
      readonly ok: false
      readonly error: TypedAuthError
      /** The error page to redirect to. Undefined if the form should show the error. */
      readonly target: Target | undefined
      /** What the log says about the error. Set on the dev server only. */
      readonly report?: MistakeReport | undefined
    }

/** A URL that is safe to redirect a browser to. */
export interface Target {
  /** The absolute URL. */
  readonly url: string
  /** The path and query of the URL. Undefined if the URL is on another site. */
  readonly path: string | undefined
}

/**
 * Signs a visitor in. Use it behind your own form. Never rejects.
 *
 * Fails unless the browser confirms, by `Sec-Fetch-Site` or `Origin`, that your site sent the request.
 */
export async function signIn<S extends DefaultSession = Session>(
  request: Request,
  given: AuthConfig<S>,
  call: SignInCall,
): Promise<CallResult<CallOutcome<S>>> {
  const { providerId, clientAddress, waitUntil } = call
  return act<S>(
    given,
    { clientAddress, waitUntil },
    {
      kind: 'call',
      head: request,
      path: ({ providers }) => {
        const provider = providers.get(providerId ?? '')
        // A form with a password completes the sign-in. All others only start it.
        const isComplete = provider !== undefined && isCredentials(provider)
        return { action: isComplete ? 'callback' : 'signin', providerId }
      },
      fields: { ...call.fields, link: call.link },
      callbackUrl: call.redirectTo,
      authorizationParams: call.authorizationParams ?? [],
    },
  )
}

/**
 * Signs the user out, and ends a sign-in that waits in this browser: for a second factor, or for the
 * decision to keep an account. Use it behind your own form. Never rejects.
 *
 * Fails unless the browser confirms, by `Sec-Fetch-Site` or `Origin`, that your site sent the request.
 */
export async function signOut<S extends DefaultSession = Session>(
  request: Request,
  given: AuthConfig<S>,
  call: SignOutCall = {},
): Promise<CallResult<CallOutcome<S>>> {
  return act<S>(
    given,
    {},
    {
      kind: 'call',
      head: request,
      path: () => ({ action: 'signout', providerId: undefined }),
      fields: { everywhere: call.everywhere },
      callbackUrl: call.redirectTo,
      authorizationParams: [],
    },
  )
}

/** Runs a row of the route table, as a posted form would, and returns its result as data. */
export async function act<S extends DefaultSession>(
  given: AuthConfig<S>,
  connection: Connection,
  call: RouteCall,
): Promise<CallResult<CallOutcome<S>>> {
  const dispatched = await dispatch(call, given, connection, async (ctx, outcome) => ({
    target: targetOf(ctx, outcome),
    ...(outcome.kind === 'redirect' && {
      needs: outcome.needs,
      recoveryCodes: outcome.recoveryCodes,
    }),
    // The strategy returns what this config's `session` callback returned.
    session: (await strategyOf(ctx).read(ctx)) as S | null,
  }))
  const { ctx, failure } = dispatched
  const cookies = ctx?.jar.changes() ?? []
  if (!failure) return { data: { ok: true, ...dispatched.result }, cookies }
  const { error, reports } = failure
  const [report] = reports
  const target = ctx && targetOfFailure(ctx, error, call.callbackUrl)
  if (target && ctx) rememberReport(ctx, shownType(error), report)
  return { data: { ok: false, error, target, report }, cookies }
}

/** The page that helps with an error. Undefined if the form should show the error. */
function targetOfFailure(
  ctx: Context,
  error: TypedAuthError,
  callbackUrl: string | undefined,
): Target | undefined {
  if (error.type === 'ConfirmationRequired') {
    return targetAt(ctx, pageUrl(ctx, 'confirm', 'confirm', { callbackUrl }))
  }
  return traitsOf(error).page === 'error' ? targetAt(ctx, errorPageUrl(ctx, error)) : undefined
}

function targetOf(ctx: Context, outcome: Outcome): Target {
  if (outcome.kind === 'redirect') return targetAt(ctx, outcome.to)
  throw new TypeError(`Expected a redirect, but the route answered with ${outcome.kind}.`)
}

/** Turns a safe URL into a redirect target. */
export function targetAt(ctx: Context, url: SafeUrl): Target {
  return { url, path: url.startsWith(`${ctx.origin}/`) ? url.slice(ctx.origin.length) : undefined }
}
