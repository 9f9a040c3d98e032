import { describe, expect, it } from 'vitest'
import { findErrorText as find, type ErrorText } from '../../../src/pages/error-texts.js'
import { english } from '../../../src/pages/find-language.js'

const findErrorText = (type: string): ErrorText => find(english.texts, type)

const known = [
  'Configuration',
  'AccessDenied',
  'Verification',
  'MissingCSRF',
  'CredentialsSignin',
  'OAuthCallbackError',
  'OAuthAccountNotLinked',
  'AccountNotLinked',
  'OAuthAttemptLost',
  'OAuthMetadataInvalid',
  'OAuthProfileParseError',
  'OAuthRequestFailed',
  'OAuthResponseInvalid',
  'EmailSignInError',
  'InvalidEmailAddress',
  'TooManyRequests',
  'ServerBusy',
  'LastSignInMethod',
  'WebAuthnVerificationError',
  'SessionRequired',
  'CrossSiteRequest',
  'UnknownProvider',
  'UnknownRoute',
  'MethodNotAllowed',
  'InvalidRequestBody',
  'RequestBodyTooLarge',
  'SessionTooLarge',
  'RateLimited',
  'UntrustedHost',
]
const general = findErrorText('default')

describe('findErrorText', () => {
  it.each(known)('has a text of its own for %s, and a next step', (type) => {
    const text = findErrorText(type)
    expect(text.title).not.toBe(general.title)
    expect(text.sentence).toMatch(/\.$/)
    expect(text.next.length).toBeGreaterThan(0)
  })

  it.each([
    ['InvalidProvider', 'UnknownProvider'],
    ['UnknownAction', 'UnknownRoute'],
    ['RateLimited', 'TooManyRequests'],
  ])('tells of %s as of %s', (type, same) => {
    expect(findErrorText(type)).toEqual(findErrorText(same))
  })

  it.each(['toString', '__proto__', 'constructor', 'hasOwnProperty', '', 'nonsense', '<script>'])(
    'gives the general text for %j',
    (type) => {
      expect(findErrorText(type)).toEqual(general)
      expect(general.title).toBe('Something went wrong')
    },
  )
})
