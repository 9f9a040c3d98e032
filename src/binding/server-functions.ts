import type { DefaultSession } from '../model/records.js'
import type { AnswerableEvent, ConfigQrl } from './event.js'

/** Where Qwik keeps the functions that a browser may call by their hash, in either version. */
interface QwikGlobals {
  readonly __qwik_reg_symbols?: Map<string, unknown>
}

/**
 * Takes a config function out of the functions that a browser may call.
 *
 * Qwik's optimizer registers the argument of every `server…$` call as a server function. An app that
 * gives an initializer such a name would hand its config, secrets included, to any visitor.
 */
export function withdrawServerFunction<S extends DefaultSession>(configQrl: ConfigQrl<S>): void {
  const globals = globalThis as QwikGlobals
  globals.__qwik_reg_symbols?.delete(configQrl.getHash())
}

/** Answers 404 to a request that calls the config function as a server function. */
export function refuseServerFunction<S extends DefaultSession>(
  event: AnswerableEvent,
  configQrl: ConfigQrl<S>,
): void {
  const hash = configQrl.getHash()
  if (!event.url.searchParams.getAll('qfunc').some((name) => hashOf(name) === hash)) return
  const headers = { 'cache-control': 'no-store' }
  throw event.send(new Response(null, { status: 404, headers }))
}

/** Qwik looks a function up by what stands behind the last underscore. */
function hashOf(name: string): string {
  return name.slice(name.lastIndexOf('_') + 1)
}
