import { OAuthRequestFailed, OAuthResponseInvalid } from '../errors/oauth-errors.js'
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
  // The `WWW-Authenticate` header explains a refusal better than the body.
  if (response.status < 500 && response.headers.has('www-authenticate')) return
  const fault = await describeFault(response)
  if (fault === undefined) return
  const { what, url, options } = asked
  const line = `${what}: ${withoutQuery(url)} ${fault}.`
  if (response.status >= 500) {
    throw new OAuthRequestFailed(
      `${line} The provider "${id}" is failing. Check its status page, and try again later.`,
    )
  }
  throw new OAuthResponseInvalid(
    `${line} Check ${options} of the provider "${id}", and whether a proxy answers in its place.`,
  )
}

/**
 * Returns why a response cannot be read (its status, content type or syntax), or undefined if it
 * can.
 */
export async function describeFault(response: Response): Promise<string | undefined> {
  const { status } = response
  if (status >= 500) return `answers ${status}${await quoteError(response)}`
  const text = await response.clone().text()
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
