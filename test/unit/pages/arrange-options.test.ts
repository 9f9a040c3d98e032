import { expect, it } from 'vitest'
import type { CredentialInput } from '../../../src/model/credentials.js'
import { arrangeOptions } from '../../../src/pages/arrange-options.js'
import type { SignInOption } from '../../../src/pages/sign-in-option.js'

const url = 'https://app.test/auth'
const github: SignInOption = { type: 'oauth', id: 'github', name: 'GitHub', signinUrl: url }
const google: SignInOption = { type: 'oidc', id: 'google', name: 'Google', signinUrl: url }
const mail: SignInOption = { type: 'email', id: 'mail', name: 'E-mail', signinUrl: url }
const user = makeForm('user', { username: {}, password: { type: 'password' } })
const password = makeForm('password', { email: {}, password: { type: 'Password' } })
const code = makeForm('code', { badge: { label: 'Number of your badge' } })
const guest = makeForm('guest', { tenant: { type: 'hidden' } })

function makeForm(
  id: string,
  credentials: Readonly<Record<string, CredentialInput>>,
): Extract<SignInOption, { type: 'credentials' }> {
  return { type: 'credentials', id, name: id, callbackUrl: url, credentials }
}

it.each([
  ['the only form', [mail], undefined, mail, undefined],
  ['a form with a password before others', [code, mail, user], undefined, user, undefined],
  ['a form that can mail a link before others', [user, mail, password], undefined, password, mail],
  ['the first one if none has a password', [code, mail], undefined, code, undefined],
  ['the one of the last sign-in', [user, mail, code], code, code, undefined],
  ['that of the last sign-in by mail', [user, mail], mail, mail, undefined],
  ['the one that mails the link of the last sign-in', [mail, password], mail, password, mail],
  ['the last one even if another can mail a link', [mail, password, user], user, user, undefined],
])('the sign-in page opens %s', (_which, options, lastUsed, form, sharedMail) => {
  const arranged = arrangeOptions(options, lastUsed)
  expect([arranged.form, arranged.mail]).toEqual([form, sharedMail])
  expect(arranged.folded).toEqual(
    options.filter((option) => option !== form && option !== sharedMail),
  )
})

it('the sign-in page has no button for a link if several providers send mails', () => {
  const { form, mail: shared, folded } = arrangeOptions([password, mail, { ...mail }], undefined)
  expect([form, shared, folded.length]).toEqual([password, undefined, 2])
})

it('the last used button comes first, and the others keep their order', () => {
  const { buttons, startsWithForm } = arrangeOptions([guest, github, mail, google], google)
  expect([buttons, startsWithForm]).toEqual([[google, guest, github], false])
})

it('the form comes first if the last sign-in used one', () => {
  expect(arrangeOptions([github, mail], mail).startsWithForm).toBe(true)
  expect(arrangeOptions([github, mail], undefined).startsWithForm).toBe(false)
})
