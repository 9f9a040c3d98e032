import {
  AccessDenied,
  ConfirmationRequired,
  describeFailure,
  locateConfirmation,
  locateRefusal,
  locateSignIn,
  SessionRequired,
  type Target,
} from '../core.js'
import type { DefaultSession } from '../model/records.js'
import type { AnswerableEvent, AuthEvent, ConfigQrl } from './event.js'
import { callbackUrlOf } from './callback-url.js'
import { loadConfig } from './event-state.js'
import { keepPrivate } from './keep-private.js'
import { locationOf } from './redirect-after-action.js'
import { readerOf, type Reader } from './reader.js'

/** Why a request is refused. */
export interface Refusal {
  readonly error: 'SessionRequired' | 'AccessDenied' | 'ConfirmationRequired'
  /** The sign-in page to use instead of the config's. */
  readonly signInUrl: string | undefined
  /** How recent and how strong the proof of identity must be. */
  readonly within?: number | undefined
  readonly factors?: 1 | 2 | undefined
}

const refusalKey = '@latchkey refusal'

/** Ends a request that is refused. The caller must throw the returned value. */
export async function refuse<S extends DefaultSession>(
  given: AuthEvent,
  configQrl: ConfigQrl<S>,
  refusal: Refusal,
): Promise<unknown> {
  // The event of `server$` has all members too, but its type hides them.
  const event = given as AnswerableEvent
  // Loaders run in parallel, and a response can be sent only once.
  const known: unknown = event.sharedMap.get(refusalKey)
  if (known) return known
  // A stream has already sent its status and headers, so it can only be ended.
  if (event.headersSent) return errorOf(refusal)
  const reader = readerOf(event)
  keepPrivate(event)
  if (reader === 'action' || !leadsOn(event, reader)) {
    for (const [name, value] of Object.entries(headersOf(refusal))) event.headers.set(name, value)
  }
  if (reader === 'action') return event.error(statusOf(refusal), toErrorBody(refusal))
  if (!leadsOn(event, reader)) return answer(event, reader, refusal)
  return event.redirect(302, locationOf(await findPage(event, configQrl, refusal)))
}

async function findPage<S extends DefaultSession>(
  event: AnswerableEvent,
  configQrl: ConfigQrl<S>,
  { error, signInUrl, factors }: Refusal,
): Promise<Target> {
  const config = await loadConfig(event, configQrl)
  // A sign-in page may redirect a signed-in user back, which would cause an endless loop.
  if (error === 'AccessDenied') return locateRefusal(event.request, config)
  const callbackUrl = callbackUrlOf(event.originalUrl)
  if (error === 'ConfirmationRequired') {
    return locateConfirmation(event.request, config, { callbackUrl, factors })
  }
  return locateSignIn(event.request, config, { callbackUrl, page: signInUrl })
}

/**
 * Whether a person sees the response directly. A loader request cannot show a refusal in any other
 * way.
 */
function leadsOn({ request }: AnswerableEvent, reader: Reader): boolean {
  if (reader === 'loader') return true
  return reader === 'browser' && /text\/html/i.test(request.headers.get('accept') ?? '')
}

function answer(event: AnswerableEvent, reader: Reader, refusal: Refusal): unknown {
  event.headers.set('Content-Type', contentType(reader))
  const sent = event.send(statusOf(refusal), JSON.stringify(toErrorBody(refusal)))
  event.sharedMap.set(refusalKey, sent)
  return sent
}

function errorOf({
  error,
  within = Infinity,
  factors = 1,
}: Refusal): AccessDenied | SessionRequired | ConfirmationRequired {
  switch (error) {
    case 'SessionRequired':
      return new SessionRequired('Sign in first.')
    case 'AccessDenied':
      return new AccessDenied('The signed-in user may not do this.')
    case 'ConfirmationRequired':
      return new ConfirmationRequired('Confirm that it is you.', { maxAge: within, factors })
  }
}

/** A program learns from them which proof is needed. @see RFC 9470 */
function headersOf(refusal: Refusal): Readonly<Record<string, string>> {
  return describeFailure(errorOf(refusal)).headers
}

function toErrorBody(refusal: Refusal): object {
  const { type, message } = errorOf(refusal)
  return { error: type, message }
}

function statusOf(refusal: Refusal): 401 | 403 {
  return describeFailure(errorOf(refusal)).status as 401 | 403
}

/**
 * Qwik's router would treat any JSON as the data of a page, and would replace the current page even
 * when it only prefetches. It looks for the lower-case type, while all other clients ignore case.
 * With this spelling, the router loads the document when the visitor navigates, and the document
 * redirects to the sign-in page.
 *
 * `server$` compares the whole header. With a charset, the caller would get `undefined`.
 */
function contentType(reader: Reader): string {
  return reader === 'data' ? 'application/JSON' : 'application/json'
}
