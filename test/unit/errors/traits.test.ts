import { describe, expect, it } from 'vitest'
import { errorTraits } from '../../../src/errors/traits.js'

const traits = Object.entries(errorTraits)

describe('the traits of errors', () => {
  it('tell the client of what it did, and of nothing that is our own affair', () => {
    for (const [type, { status, visible }] of traits) {
      // After a 502 the user can pick another provider, and after a 503 the user can try again.
      expect([type, visible]).toEqual([type, status < 500 || status === 502 || status === 503])
    }
  })

  it('have a status of failure', () => {
    for (const [, { status }] of traits) {
      expect(Number.isInteger(status) && status >= 400 && status < 600).toBe(true)
    }
  })

  it('send people back to the form for what they can try again', () => {
    const toSignIn = traits.filter(([, { page }]) => page === 'signIn').map(([type]) => type)
    expect(toSignIn).toEqual([
      'CredentialsSignin',
      'MissingCSRF',
      'OAuthAttemptLost',
      'OAuthCallbackError',
      'OAuthMetadataInvalid',
      'OAuthProfileParseError',
      'OAuthRequestFailed',
      'OAuthResponseInvalid',
      'AccountNotLinked',
      'OAuthAccountNotLinked',
      'SessionRequired',
      'InvalidEmailAddress',
      'EmailSignInError',
      'InvalidPassword',
      'InvalidUserName',
      'InvalidName',
      'InvalidCode',
      'PendingSignInLost',
      'ConfirmationRequired',
    ])
  })

  it('keep quiet in the log about what any visitor can cause', () => {
    const ours = traits.filter(([, { status }]) => status >= 500)
    for (const [type, { level }] of ours) {
      expect([type, level]).toEqual([type, type === 'ServerBusy' ? 'warn' : 'error'])
    }
    const loud = traits.filter(([, { status, level }]) => status < 500 && level !== 'debug')
    expect(loud.map(([type]) => type)).toEqual([
      'CrossSiteRequest',
      'OAuthCallbackError',
      'MisdirectedRequest',
      'LogoutTokenInvalid',
    ])
  })

  it.each([
    ['AccessDenied', 403],
    ['CredentialsSignin', 401],
    ['CrossSiteRequest', 403],
    ['MissingCSRF', 403],
    ['OAuthAttemptLost', 400],
    ['OAuthCallbackError', 403],
    ['OAuthMetadataInvalid', 502],
    ['OAuthProfileParseError', 502],
    ['OAuthRequestFailed', 502],
    ['OAuthResponseInvalid', 502],
    ['LogoutTokenInvalid', 400],
    ['UnknownAction', 404],
    ['InvalidProvider', 404],
    ['MethodNotAllowed', 405],
    ['InvalidRequestBody', 400],
    ['RequestBodyTooLarge', 413],
  ] as const)('answer %s with %d', (type, status) => {
    expect(errorTraits[type].status).toBe(status)
  })
})
