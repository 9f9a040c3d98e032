import { InvalidProviderConfig } from '../errors/config-errors.js'
import { EmailSignInError } from '../errors/email-errors.js'
import { fetchWhole, isRedirect } from '../http/fetch-whole.js'
import { parseUrl } from '../http/parse-url.js'
import type { EmailUserConfig, VerificationRequestParams } from '../model/email.js'
import { requireOneRecipient } from './address.js'
import { textAt } from './answer.js'
import { quote, secretsOf } from './quote.js'

/** The options that you pass to the factory of an HTTP mail service. */
export interface HttpMailOptions extends EmailUserConfig {
  /** Replaces the platform's `fetch`, for example for a proxy or a test. */
  fetch?: typeof fetch | undefined
}

/** A request to a mail service, and how to read its response. */
export interface MailCall {
  /** Name of the service in error messages. */
  readonly service: string
  readonly url: string
  /** The headers that authenticate the request. Error messages never contain them. */
  readonly headers: Readonly<Record<string, string>>
  /** An object is sent as JSON. A string is sent as it is, and must be JSON. */
  readonly body: object | string | URLSearchParams
  /** The statuses that mean that the service accepted the mail. */
  readonly success: readonly number[]
  /**
   * Whether the body is the one that the service documents for an accepted mail. A proxy or a
   * captive portal can answer with a page and the same status.
   */
  readonly isAccepted: (answer: Answer) => boolean
  readonly failure: FailureMembers
  /** Other values that error messages must not contain. */
  readonly secrets?: readonly string[]
}

/** A parsed body: undefined if it is empty, a string if it is not JSON. */
type Answer = unknown

/** Where a response contains the error. The first path with a value is used. */
interface FailureMembers {
  readonly code?: readonly string[]
  readonly codeHeader?: string
  readonly message: readonly string[]
}

const limits = { milliseconds: 10_000, bytes: 64 * 1024 }
const tooLong = `an answer of more than ${limits.bytes} bytes`

/**
 * Sends a mail through an HTTP service: only https, no redirects, at most ten seconds and a
 * response of 64 kB. Throws `EmailSignInError` unless the service accepts the mail.
 */
export async function sendByHttp(
  params: VerificationRequestParams,
  options: HttpMailOptions,
  call: MailCall,
): Promise<void> {
  requireOneRecipient(params)
  requireSendable(call)
  const { response, text } = await sendRequest(call, options.fetch ?? fetch)
  const answer = text === undefined ? tooLong : parse(text)
  if (call.success.includes(response.status) && call.isAccepted(answer)) return
  const { code, message } = whatFailed(call, response, answer)
  const hidden = [...secretsOf(params), ...wordsOf(call.headers), ...(call.secrets ?? [])]
  const cause = {
    status: response.status,
    code: code && quote(code, hidden),
    message: message && quote(message, hidden),
  }
  const reason = [cause.code, cause.message].filter(Boolean).join(': ')
  throw new EmailSignInError(
    `Expected ${call.service} to accept the mail, got HTTP ${cause.status}${reason && ` (${reason})`}.`,
    { cause },
  )
}

function requireSendable({ service, url, headers }: MailCall): void {
  if (parseUrl(url)?.protocol !== 'https:') {
    throw new InvalidProviderConfig(`Expected the address of ${service} to be an https URL.`)
  }
  // If a platform cannot send a header, its error message contains the value.
  if (Object.values(headers).every((value) => /^[\x20-\x7e]*$/.test(value))) return
  throw new InvalidProviderConfig(
    `Expected the key of ${service} to be printable ASCII, got one with other characters.`,
  )
}

async function sendRequest(
  { service, url, headers, body }: MailCall,
  send: typeof fetch,
): Promise<{ response: Response; text: string | undefined }> {
  const isForm = body instanceof URLSearchParams
  const init = {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      ...(!isForm && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: isForm || typeof body === 'string' ? body : JSON.stringify(body),
  }
  try {
    const { response, body: bytes } = await fetchWhole(send, url, init, limits)
    return { response, text: bytes && new TextDecoder().decode(bytes) }
  } catch (cause) {
    throw new EmailSignInError(`The call to ${service} failed.`, { cause })
  }
}

function parse(text: string): Answer {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function whatFailed(
  { failure }: MailCall,
  response: Response,
  answer: Answer,
): { code: string | undefined; message: string | undefined } {
  // No service redirects after it accepted a mail.
  if (isRedirect(response)) {
    return { code: undefined, message: 'a redirect, which is not followed' }
  }
  const header = failure.codeHeader && response.headers.get(failure.codeHeader)
  return {
    code: header || textAt(answer, failure.code ?? []),
    message: typeof answer === 'string' ? answer : textAt(answer, failure.message),
  }
}

/** Returns the parts of credentials, because a service may repeat `Bearer abc` as `abc`. */
function wordsOf(headers: MailCall['headers']): string[] {
  return Object.values(headers)
    .flatMap((value) => value.split(/[\s,=]+/))
    .filter((word) => word.length >= 8)
}
