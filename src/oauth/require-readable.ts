import { OAuthRequestFailed, OAuthResponseInvalid } from '../errors/oauth-errors.js'
import { CompleteResponse } from '../http/complete-response.js'
import { errorInBody } from './error-in-body.js'
import { withoutQuery } from './outgoing.js'
import type { RelyingParty } from './relying-party.js'

/** Describes a request, for the log line about an unreadable response. */
export interface Asked {
  /** The step of the protocol, as log lines name it. */
  readonly what: string
  readonly url: string
  /** The options that set the URL. */
  readonly options: string
  /** The options that authenticate the client, if the request contains them. */
  readonly credentials?: string
}

/**
 * Throws unless a response is JSON. The message contains the status, the URL, the provider and how
 * to fix it.
 */
export async function requireReadable(
  response: Response,
  asked: Asked,
  { id }: Pick<RelyingParty, 'id'>,
): Promise<void> {
  if (response.status < 500 && (await isExplainedByHeader(response))) return
  const fault = await describeFault(response)
  if (fault === undefined) return
  const { what, url, options, credentials } = asked
  const line = `${what}: ${withoutQuery(url)} ${fault}.`
  if (response.status >= 500) {
    throw new OAuthRequestFailed(
      `${line} The provider "${id}" is failing. Check its status page, and try again later.`,
    )
  }
  const suspects = response.status === 401 && credentials ? `${credentials}, ${options}` : options
  throw new OAuthResponseInvalid(
    `${line} Check ${suspects} of the provider "${id}", and whether a proxy answers in its place.`,
  )
}

/**
 * Whether the `WWW-Authenticate` header explains a refusal better than the body. A page beside a
 * header without an error code often comes from a proxy, which says nothing about the client.
 */
async function isExplainedByHeader(response: Response): Promise<boolean> {
  const challenge = response.headers.get('www-authenticate')
  if (challenge === null) return false
  if (/\berror\s*=/i.test(challenge)) return true
  const text = await CompleteResponse.textOf(response)
  return text === '' || isJson(text)
}

/**
 * Returns why a response cannot be read (its status, content type or syntax), or undefined if it
 * can.
 */
export async function describeFault(response: Response): Promise<string | undefined> {
  const { status } = response
  if (status >= 500) return `answers ${status}${await quoteError(response)}`
  const text = await CompleteResponse.textOf(response)
  if (isJson(text)) return undefined
  if (text === '') return `answers ${status} without a body`
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
  return /\bjson$/i.test(type.trim())
    ? `answers ${status} with JSON that cannot be parsed`
    : `answers ${status} with ${printable(type) ?? 'no content type'} instead of JSON`
}

async function quoteError(response: Response): Promise<string> {
  const error = printable(await errorInBody(response))
  return error === undefined ? '' : ` ("${error}")`
}

/** Returns a word from a response if it is safe to print in a log line. */
function printable(word: unknown): string | undefined {
  return typeof word === 'string' && /^[\w./+-]{1,64}$/.test(word) ? word : undefined
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
