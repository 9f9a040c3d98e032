import { toNodeListener } from 'latchkey/node'
import credentials from 'latchkey/providers/credentials'
import { secret } from '../subjects/visitor.mjs'

/** Its own listener for Node. */
export function openListener() {
  const providers = [credentials({ authorize: () => null })]
  return toNodeListener({ secret, trustHost: true, providers })
}
