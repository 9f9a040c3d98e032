import { emailOf } from '../visitor.mjs'

/** @typedef {{ response: Response, email: string }} SignedIn */
/** @typedef {import('../subject.mjs').Subject<SignedIn>} SignInSubject */

/**
 * A sign-in of one visitor, from the first request to the cookie of the session.
 *
 * @param {'latchkey' | '@auth/core' | 'better-auth'} library
 * @param {string} type
 * @param {string} name
 * @param {() => Promise<SignedIn>} run
 * @returns {SignInSubject}
 */
export function signInSubject(library, type, name, run) {
  return {
    id: `${library === '@auth/core' ? 'auth-js' : library}-${type}`,
    library,
    name,
    kind: 'async',
    run,
    emailIn: ({ response, email }) => {
      const isSignedIn = response.headers
        .getSetCookie()
        .some((line) => /session[-_]token=[^;]/.test(line))
      return isSignedIn ? email : null
    },
    expected: () => emailOf(0),
  }
}
