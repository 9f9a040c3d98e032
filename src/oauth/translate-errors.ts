import {
  AuthorizationResponseError,
  OperationProcessingError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'
import { isAuthError } from '../errors/auth-error.js'
import { hideInLogs } from '../errors/hidden-values.js'
import { OAuthCallbackError, OAuthResponseInvalid } from '../errors/oauth-errors.js'
import { adviseClient } from './advise-client.js'
import { errorInBody } from './error-in-body.js'
import type { RelyingParty } from './relying-party.js'

/** RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core §3.1.2.6: codes that a page may show. */
const knownCodes: ReadonlySet<string> = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'login_required',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_response_type',
])

/** The values that the engine sent to the provider in this step. */
export interface StepContext {
  /** Secrets, which must be redacted because the provider's error may repeat them. */
  readonly sent?: readonly (string | undefined)[] | undefined
  /** The callback URL. */
  readonly redirectUri?: string | undefined
  /** The client, for advice if the provider refuses it. */
  readonly party?: RelyingParty | undefined
}

/** Runs a step of the protocol, and converts every error to an `AuthError`. */
export async function runStep<T>(
  what: string,
  run: () => Promise<T>,
  { sent = [], ...context }: StepContext = {},
): Promise<T> {
  try {
    return await run()
  } catch (thrown) {
    throw hideInLogs(isAuthError(thrown) ? thrown : await translate(what, thrown, context), sent)
  }
}

async function translate(what: string, cause: unknown, context: StepContext): Promise<Error> {
  const errorCode = await errorOf(cause)
  if (errorCode !== undefined) {
    const code = knownCodes.has(errorCode) ? errorCode : undefined
    const message = `${what}: the server says "${errorCode}".${cureOf(errorCode, cause, context)}`
    return new OAuthCallbackError(message, code, { cause, providerCode: errorCode })
  }
  if (context.party && isClientRefused(cause)) {
    const message = `${what}: the server answers 401 to the client. ${adviseClient(context.party)}`
    return new OAuthCallbackError(message, 'invalid_client', { cause })
  }
  return new OAuthResponseInvalid(`${what}: the answer cannot be accepted${why(cause)}.`, { cause })
}

/**
 * RFC 6749 §5.2: a server answers 401 with a challenge to a client that authenticated in the
 * header.
 */
function isClientRefused(cause: unknown): boolean {
  return cause instanceof WWWAuthenticateChallengeError && cause.status === 401
}

/**
 * Returns oauth4webapi's message. Other errors are left out, because they may quote the response.
 */
function why(cause: unknown): string {
  return cause instanceof OperationProcessingError ? ` (${cause.message})` : ''
}

function cureOf(code: string, cause: unknown, { redirectUri, party }: StepContext): string {
  if (isAboutRedirect(code, cause))
    return ` Register ${redirectUri} as a callback URL at the service.`
  if (!party || !/^(?:invalid|unauthorized)_client$/.test(code)) return ''
  return ` ${adviseClient(party)}`
}

/**
 * The standard has no code for it. Providers mention the parameter in their own code or in the
 * description.
 */
function isAboutRedirect(code: string, cause: unknown): boolean {
  const words: unknown =
    cause instanceof Error ? Reflect.get(cause, 'error_description') : undefined
  return /redirect[ _]?ur[il]/i.test(`${code} ${typeof words === 'string' ? words : ''}`)
}

/** Returns the provider's error code, from the response body or the challenge. */
async function errorOf(cause: unknown): Promise<string | undefined> {
  if (cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError) {
    return cause.error
  }
  if (!(cause instanceof WWWAuthenticateChallengeError)) return undefined
  const words = cause.cause.map(({ parameters }) => parameters.error)
  // A `Basic` challenge has no error parameter.
  return words.find((error) => error !== undefined) ?? errorInBody(cause.response)
}
