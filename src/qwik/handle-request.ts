import type { RequestEventCommon } from '@builder.io/qwik-city'
import { Auth, isAuthRoute } from '../core.js'
import type { DefaultSession } from '../model/records.js'
import {
  introduce,
  isStatic,
  loadConfig,
  loadSession,
  shareSession,
  type ConfigQrl,
} from './event-state.js'
import { isDataRequest } from './leave.js'

/** Answers our own routes; for all others, makes the session known. */
export async function handleRequest<S extends DefaultSession>(
  event: RequestEventCommon,
  configQrl: ConfigQrl<S>,
): Promise<void> {
  introduce(event, configQrl)
  if (isStatic(event)) {
    shareSession(event, configQrl, null)
    return
  }
  const config = await loadConfig(event, configQrl)
  if (!isAuthRoute(event.url.pathname, config)) {
    shareSession(event, configQrl, await loadSession(event, configQrl))
    return
  }
  // The client-side router asks for the data of a page that is not its own: load the real one.
  const response = isDataRequest(event)
    ? new Response(null, {
        status: 302,
        headers: { location: event.url.pathname + event.url.search, 'cache-control': 'no-store' },
      })
    : await Auth(event.request, config, { clientAddress: event.clientConn.ip })
  for (const name of response.headers.keys()) event.headers.delete(name)
  throw event.send(response)
}
