import { Auth, isAuthRoute, type AuthConfig } from '../core.js'
import type { DefaultSession } from '../model/records.js'
import type { AnswerableEvent, ConfigQrl } from './event.js'
import { registerInstance, isStatic, loadConfig, loadSession, shareSession } from './event-state.js'
import { readerOf } from './reader.js'
import { refuseServerFunction } from './server-functions.js'
import { connectionOf } from './wait-until.js'

/** Answers the auth routes. For all other routes, it loads the session. */
export async function handleRequest<S extends DefaultSession>(
  event: AnswerableEvent,
  configQrl: ConfigQrl<S>,
): Promise<void> {
  refuseServerFunction(event, configQrl)
  registerInstance(event, configQrl)
  if (isStatic(event)) {
    shareSession(event, configQrl, null)
    return
  }
  const config = await loadConfig(event, configQrl)
  if (!isAuthRoute(event.url.pathname, config)) {
    shareSession(event, configQrl, await loadSession(event, configQrl))
    return
  }
  const response = isFromRouter(event) ? loadDocument(event) : await answer(event, config)
  for (const name of response.headers.keys()) event.headers.delete(name)
  throw event.send(response)
}

/** Whether Qwik's router in the browser asks for the data of an auth page, which it cannot show. */
function isFromRouter(event: AnswerableEvent): boolean {
  const reader = readerOf(event)
  return reader === 'data' || reader === 'loader'
}

/** Makes the router load the page as a document. */
function loadDocument({ url }: AnswerableEvent): Response {
  const headers = { location: url.pathname + url.search, 'cache-control': 'no-store' }
  return new Response(null, { status: 302, headers })
}

function answer<S extends DefaultSession>(
  event: AnswerableEvent,
  config: AuthConfig<S>,
): Promise<Response> {
  return Auth(event.request, config, connectionOf(event))
}
