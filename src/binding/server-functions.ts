import type { DefaultSession } from '../model/records.js'
import type { AnswerableEvent, ConfigQrl } from './event.js'

/** Where both versions of Qwik store the functions that a browser may call by their hash. */
interface QwikGlobals {
  readonly __qwik_reg_symbols?: Map<string, unknown>
}

/**
 * Removes a config function from the functions that a browser may call.
 *
 * Qwik's optimizer registers the argument of every `server…$` call as a server function. If an app
 * gives an initializer such a name, any visitor could otherwise read its config and secrets.
 */
export function withdrawServerFunction<S extends DefaultSession>(configQrl: ConfigQrl<S>): void {
  const globals = globalThis as QwikGlobals
  globals.__qwik_reg_symbols?.delete(configQrl.getHash())
}

/** Answers 404 if a request calls the config function as a server function. */
export function refuseServerFunction<S extends DefaultSession>(
  event: AnswerableEvent,
  configQrl: ConfigQrl<S>,
): void {
  const hash = configQrl.getHash()
  if (!event.url.searchParams.getAll('qfunc').some((name) => hashOf(name) === hash)) return
  const headers = { 'cache-control': 'no-store' }
  throw event.send(new Response(null, { status: 404, headers }))
}

/** Qwik finds a function by the part of its name after the last underscore. */
function hashOf(name: string): string {
  return name.slice(name.lastIndexOf('_') + 1)
}
