import * as authJsCore from '@auth/core'
import { Auth, skipCSRFCheck } from 'latchkey/core'
import { secret } from '../visitor.mjs'
import { signInSubject } from './subject.mjs'

/** @typedef {import('./browser.mjs').Handle} Handle */

/**
 * The same sign-in with latchkey and with @auth/core. An event tells who has signed in; the token of
 * forms, which is another request for both, is left out.
 *
 * @param {string} type
 * @param {string} name
 * @param {{ ours: object, theirs: object }} configs what is special about each
 * @param {(handle: Handle) => Promise<Response>} walk
 */
export function signInsOf(type, name, { ours, theirs }, walk) {
  const last = { email: '' }
  const common = {
    secret,
    trustHost: true,
    basePath: '/auth',
    logger: { error() {}, warn() {}, debug() {} },
    events: {
      /** @param {{ user: { email?: string | null | undefined } }} message */
      signIn({ user }) {
        last.email = user.email ?? ''
      },
    },
  }
  /** @type {any} */
  const ourConfig = { ...common, limits: false, skipCSRFCheck, ...ours }
  /** @type {any} */
  const theirConfig = { ...common, skipCSRFCheck: authJsCore.skipCSRFCheck, ...theirs }
  /** @param {Handle} handle */
  const run = (handle) => async () => {
    last.email = ''
    const response = await walk(handle)
    return { response, email: last.email }
  }
  return [
    signInSubject(
      'latchkey',
      type,
      name,
      run((request) => Auth(request, ourConfig)),
    ),
    signInSubject(
      '@auth/core',
      type,
      name,
      run((request) => authJsCore.Auth(request, theirConfig)),
    ),
  ]
}
