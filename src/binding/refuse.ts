import { locateRefusal, locateSignIn, type Target } from '../core.js'
import { AccessDenied, SessionRequired } from '../errors/request-errors.js'
import { errorTraits } from '../errors/traits.js'
import type { DefaultSession } from '../model/records.js'
import type { AnswerableEvent, AuthEvent, ConfigQrl } from './event.js'
import { loadConfig } from './event-state.js'
import { keepPrivate } from './keep-private.js'
import { locationOf } from './redirect-after-action.js'
import { readerOf, type Reader } from './reader.js'
import { returnAddress } from './return-address.js'

/** Why somebody does not get in. */
export interface Refusal {
  readonly error: 'SessionRequired' | 'AccessDenied'
  /** The page that asks for a sign-in, in place of the one of the config. */
  readonly signInUrl: string | undefined
}

const refusalKey = '@latchkey refusal'
const messages = {
  SessionRequired: 'Sign in first.',
  AccessDenied: 'Whoever is signed in may not have this.',
}

/** Ends the request of somebody who does not get in; gives what must be thrown. */
export async function refuse<S extends DefaultSession>(
  given: AuthEvent,
  configQrl: ConfigQrl<S>,
  refusal: Refusal,
): Promise<unknown> {
  // The event of `server$` has all members too; only its type hides them.
  const event = given as AnswerableEvent
  // Loaders run side by side, and an answer can be sent only once.
  const known: unknown = event.sharedMap.get(refusalKey)
  if (known) return known
  // A stream has its status and its headers; all that can be done is to end it.
  if (event.headersSent) return failureOf(refusal)
  const reader = readerOf(event)
  keepPrivate(event)
  if (reader === 'action') return event.error(statusOf(refusal), toErrorBody(refusal))
  if (!leadsOn(event, reader)) return answer(event, reader, refusal)
  return event.redirect(302, locationOf(await findPage(event, configQrl, refusal)))
}

async function findPage<S extends DefaultSession>(
  event: AnswerableEvent,
  configQrl: ConfigQrl<S>,
  { error, signInUrl }: Refusal,
): Promise<Target> {
  const config = await loadConfig(event, configQrl)
  // A sign-in page may send back whoever is signed in, and so on for ever.
  if (error === 'AccessDenied') return locateRefusal(event.request, config)
  const path = returnAddress(event.originalUrl)
  return locateSignIn(event.request, config, { path, page: signInUrl })
}

/** Whether the answer is shown to a person as it comes; a loader alone cannot show it otherwise. */
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

function failureOf({ error }: Refusal): Error {
  return error === 'SessionRequired'
    ? new SessionRequired(messages[error])
    : new AccessDenied(messages[error])
}

function toErrorBody({ error }: Refusal): object {
  return { error, message: messages[error] }
}

function statusOf({ error }: Refusal): 401 | 403 {
  return errorTraits[error].status as 401 | 403
}

/**
 * Qwik's router would take any JSON for the data of a page, and leave the tab's page even when it only
 * prefetches. It looks for the word in lower case; to everyone else the case of a type is nothing. So it
 * loads the page itself, when someone goes there, and is sent to the sign-in.
 *
 * `server$` compares the whole header: with a charset the caller would get `undefined`.
 */
function contentType(reader: Reader): string {
  return reader === 'data' ? 'application/JSON' : 'application/json'
}
