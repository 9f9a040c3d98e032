import type { RequestEventBase, RequestEventCommon } from '@builder.io/qwik-city'
import { locateRefusal, locateSignIn, type Target } from '../core.js'
import { errorTraits } from '../errors/traits.js'
import type { DefaultSession } from '../model/records.js'
import { loadConfig, type ConfigQrl } from './event-state.js'
import { keepPrivate } from './keep-private.js'
import { isDataRequest, locationOf } from './leave.js'
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
  given: RequestEventBase,
  configQrl: ConfigQrl<S>,
  refusal: Refusal,
): Promise<unknown> {
  // The event of `server$` has all members too; only its type hides them.
  const event = given as RequestEventCommon
  keepPrivate(event)
  if (!wantsPage(event)) return answerOnce(event, refusal)
  return event.redirect(302, locationOf(await findPage(event, configQrl, refusal)))
}

async function findPage<S extends DefaultSession>(
  event: RequestEventCommon,
  configQrl: ConfigQrl<S>,
  { error, signInUrl }: Refusal,
): Promise<Target> {
  const config = await loadConfig(event, configQrl)
  // A sign-in page may send back whoever is signed in, and so on for ever.
  if (error === 'AccessDenied') return locateRefusal(event.request, config)
  const path = returnAddress(event.originalUrl)
  return locateSignIn(event.request, config, { path, page: signInUrl })
}

/** Whether the answer is shown to a person as it comes. */
function wantsPage(event: RequestEventCommon): boolean {
  const { headers } = event.request
  if (isDataRequest(event) || headers.has('x-qrl')) return false
  return /text\/html/i.test(headers.get('accept') ?? '')
}

/** Loaders run side by side, and an answer can be sent only once. */
function answerOnce(event: RequestEventCommon, { error }: Refusal): unknown {
  const known: unknown = event.sharedMap.get(refusalKey)
  if (known) return known
  event.headers.set('Content-Type', contentType(event))
  const body = JSON.stringify({ error, message: messages[error] })
  const sent = event.send(errorTraits[error].status, body)
  event.sharedMap.set(refusalKey, sent)
  return sent
}

/**
 * Qwik's router would take any JSON for the data of a page, and leave the tab's page even when it only
 * prefetches. It looks for the word in lower case; to everyone else the case of a type is nothing. So it
 * loads the page itself, when someone goes there, and is sent to the sign-in.
 *
 * `server$` compares the whole header: with a charset the caller would get `undefined`.
 */
function contentType(event: RequestEventCommon): string {
  return isDataRequest(event) ? 'application/JSON' : 'application/json'
}
