import { listenerOf } from './bridge.mjs'

/** The same bytes in a `Response` to a `Request`: what the bridge costs whoever stands behind it. */
export function openListener() {
  const { headers, body } = JSON.parse(process.env['BARE_ANSWER'] ?? '')
  return listenerOf(() => Promise.resolve(new Response(body, { headers })))
}
