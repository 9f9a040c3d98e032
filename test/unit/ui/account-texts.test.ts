import { expect, it } from 'vitest'
import { texts as accountTexts } from '../../../src/pages/account-languages/en.js'
import { texts } from '../../../src/pages/languages/en.js'
import { englishAccountTexts } from '../../../src/qwik/ui/account-texts.js'

it('the account component explains a passkey in the words of the built-in page', () => {
  const { errors, signIn } = texts
  expect(englishAccountTexts.addPasskey).toBe(accountTexts.passkeys.add)
  expect(englishAccountTexts.passkeyProblems).toEqual({
    general: errors.general.sentence,
    WebAuthnVerificationError: errors.WebAuthnVerificationError.sentence,
    TooManyRequests: errors.TooManyRequests.sentence,
    cancelled: signIn.passkeyCancelled,
    'already-registered': accountTexts.passkeys.alreadyAdded,
    unsupported: signIn.passkeysUnavailable,
  })
})
