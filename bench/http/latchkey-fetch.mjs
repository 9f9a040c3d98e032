import { Auth } from 'latchkey/core'
import credentials from 'latchkey/providers/credentials'
import { secret } from '../subjects/visitor.mjs'
import { listenerOf } from './bridge.mjs'

/** @type {import('latchkey/core').AuthConfig} */
const config = { secret, trustHost: true, providers: [credentials({ authorize: () => null })] }

/** Behind a bridge from `node:http` to `Request`, as other handlers of the web's standards are. */
export function openListener() {
  return listenerOf((request, clientAddress) => Auth(request, config, { clientAddress }))
}
