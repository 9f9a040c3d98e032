import { expect, it } from 'vitest'
import type { SignInProvider } from '../../../src/core.js'
import { arrangeProviders, findAutofilled } from '../../../src/qwik/ui/arrange-providers.js'

function make(id: string, type: string, changes: object = {}): SignInProvider {
  return { id, type, fields: [], isLastUsed: false, ...changes } as unknown as SignInProvider
}

it('the sign-in component sorts services before forms, the last used ones first, without passkeys', () => {
  const fields = [{ name: 'email' }]
  const providers = [
    make('mail', 'email', { fields }),
    make('password', 'credentials', { fields, isLastUsed: true }),
    make('passkey', 'webauthn', { fields }),
    make('github', 'oauth'),
    make('google', 'oidc', { isLastUsed: true }),
  ]
  const ids = arrangeProviders(providers).map(({ id }) => id)
  expect(ids).toEqual(['google', 'github', 'password', 'mail'])
})

it('the sign-in component offers passkeys in the first visible field, if a provider offers autofill', () => {
  const password = make('password', 'credentials', {
    fields: [
      { name: 'tenant', type: 'hidden' },
      { name: 'email', type: 'email' },
      { name: 'password', type: 'password' },
    ],
  })
  const passkey = (autofill: boolean): SignInProvider =>
    make('passkey', 'webauthn', {
      fields: [{ name: 'email', type: 'email' }],
      passkey: { autofill },
    })
  const service = make('github', 'oauth')
  expect(findAutofilled([passkey(true), password, service])).toEqual({
    providerId: 'password',
    field: 'email',
  })
  const secret = make('pin', 'credentials', { fields: [{ name: 'pin', type: 'password' }] })
  expect(findAutofilled([passkey(true), secret])).toBeUndefined()
  expect(findAutofilled([passkey(false), password])).toBeUndefined()
  expect(findAutofilled([passkey(true), service])).toBeUndefined()
  expect(findAutofilled([password, service])).toBeUndefined()
})
