import { Auth } from '@auth/core'
import Credentials from '@auth/core/providers/credentials'
import { secret } from '../subjects/visitor.mjs'
import { listenerOf } from './bridge.mjs'

/** @type {import('@auth/core').AuthConfig} */
const config = {
  secret,
  trustHost: true,
  basePath: '/auth',
  session: { strategy: 'jwt' },
  providers: [Credentials({ authorize: () => null })],
  logger: { error() {}, warn() {}, debug() {} },
}

export function openListener() {
  return listenerOf((request) => Auth(request, config))
}
