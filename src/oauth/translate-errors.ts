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

/** RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core §3.1.2.6: words that a page may repeat. */
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

/** What the server was told in a step. */
export interface Told {
  /** In confidence: its words of refusal may repeat it. */
  readonly sent?: readonly (string | undefined)[] | undefined
  /** Where the browser shall come back to. */
  readonly redirectUri?: string | undefined
  /** Who we said that we are, for when that is not believed. */
  readonly party?: RelyingParty | undefined
}

/** Runs a step of the protocol; whatever it throws becomes an error of the family. */
export async function runStep<T>(
  what: string,
  run: () => Promise<T>,
  { sent = [], ...told }: Told = {},
): Promise<T> {
  try {
    return await run()
  } catch (thrown) {
    throw hideInLogs(isAuthError(thrown) ? thrown : await translate(what, thrown, told), sent)
  }
}

async function translate(what: string, cause: unknown, told: Told): Promise<Error> {
  const said = await errorOf(cause)
  if (said !== undefined) {
    const code = knownCodes.has(said) ? said : undefined
    const message = `${what}: the server says "${said}".${cureOf(said, cause, told)}`
    return new OAuthCallbackError(message, code, { cause })
  }
  if (told.party && isClientRefused(cause)) {
    const message = `${what}: the server answers 401 to the client. ${adviseClient(told.party)}`
    return new OAuthCallbackError(message, 'invalid_client', { cause })
  }
  return new OAuthResponseInvalid(`${what}: the answer cannot be accepted${why(cause)}.`, { cause })
}

/** RFC 6749 §5.2: 401 with a challenge is how a server refuses a client that used the header. */
function isClientRefused(cause: unknown): boolean {
  return cause instanceof WWWAuthenticateChallengeError && cause.status === 401
}

/** The protocol library's own words, which are of its own making; others may quote the answer. */
function why(cause: unknown): string {
  return cause instanceof OperationProcessingError ? ` (${cause.message})` : ''
}

function cureOf(code: string, cause: unknown, { redirectUri, party }: Told): string {
  if (isAboutRedirect(code, cause)) return ` Register ${redirectUri} there as callback URL.`
  if (!party || !/^(?:invalid|unauthorized)_client$/.test(code)) return ''
  return ` ${adviseClient(party)}`
}

/** There is no code for it in the standard; services name the parameter in theirs, or in words. */
function isAboutRedirect(code: string, cause: unknown): boolean {
  const words: unknown =
    cause instanceof Error ? Reflect.get(cause, 'error_description') : undefined
  return /redirect[ _]?ur[il]/i.test(`${code} ${typeof words === 'string' ? words : ''}`)
}

/** The server's own word for what is wrong, wherever it put it. */
async function errorOf(cause: unknown): Promise<string | undefined> {
  if (cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError) {
    return cause.error
  }
  if (!(cause instanceof WWWAuthenticateChallengeError)) return undefined
  const words = cause.cause.map(({ parameters }) => parameters.error)
  // A `Basic` challenge has no place for the error.
  return words.find((error) => error !== undefined) ?? errorInBody(cause.response)
}
