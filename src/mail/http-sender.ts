import { InvalidProviderConfig } from '../errors/config-errors.js'
import { EmailSignInError } from '../errors/email-errors.js'
import { fetchWhole, isRedirect } from '../http/fetch-whole.js'
import { parseUrl } from '../http/parse-url.js'
import type { EmailUserConfig, VerificationRequestParams } from '../model/email.js'
import { requireOneRecipient } from './address.js'
import { textAt } from './answer.js'
import { quote, secretsOf } from './quote.js'

/** What the factory of a mail service is given. */
export interface HttpMailOptions extends EmailUserConfig {
  /** Replaces the platform's `fetch`, as a proxy or a test needs it. */
  fetch?: typeof fetch | undefined
}

/** One call to a mail service, and how its answer is read. */
export interface MailCall {
  /** Name of the service in errors. */
  readonly service: string
  readonly url: string
  /** What authenticates the call; no error repeats it. */
  readonly headers: Readonly<Record<string, string>>
  /** An object is sent as JSON, a text as JSON that is already written. */
  readonly body: object | string | URLSearchParams
  /** Statuses that mean that the mail was taken. */
  readonly success: readonly number[]
  /**
   * Whether the body is the one that the service documents for a mail that it took. A proxy or a
   * captive portal answers with a page and the same status.
   */
  readonly isAccepted: (answer: Answer) => boolean
  readonly failure: FailureMembers
  /** What else no error repeats. */
  readonly secrets?: readonly string[]
}

/** A parsed body; undefined when it is empty, a text when it is not JSON. */
type Answer = unknown

/** Where an answer says what went wrong: the first path that leads to a text counts. */
interface FailureMembers {
  readonly code?: readonly string[]
  readonly codeHeader?: string
  readonly message: readonly string[]
}

const limits = { milliseconds: 10_000, bytes: 64 * 1024 }
const tooLong = `an answer of more than ${limits.bytes} bytes`

/**
 * Gives a mail to a service: https, no redirect followed, ten seconds, 64 kB of answer.
 * Throws `EmailSignInError` unless the service took it.
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
  const said = [cause.code, cause.message].filter(Boolean).join(': ')
  throw new EmailSignInError(
    `Expected ${call.service} to take the mail, got HTTP ${cause.status}${said && ` (${said})`}.`,
    { cause },
  )
}

function requireSendable({ service, url, headers }: MailCall): void {
  if (parseUrl(url)?.protocol !== 'https:') {
    throw new InvalidProviderConfig(`Expected the address of ${service} to be an https URL.`)
  }
  // A platform repeats a header that it cannot send in the error that it throws.
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
  // A redirect is among the successes of no service.
  if (isRedirect(response)) {
    return { code: undefined, message: 'a redirect, which is not followed' }
  }
  const header = failure.codeHeader && response.headers.get(failure.codeHeader)
  return {
    code: header || textAt(answer, failure.code ?? []),
    message: typeof answer === 'string' ? answer : textAt(answer, failure.message),
  }
}

/** The parts of credentials: `Bearer abc` may be repeated as `abc`. */
function wordsOf(headers: MailCall['headers']): string[] {
  return Object.values(headers)
    .flatMap((value) => value.split(/[\s,=]+/))
    .filter((word) => word.length >= 8)
}
