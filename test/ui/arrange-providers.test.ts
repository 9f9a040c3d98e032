import { expect, it } from 'vitest'
import type { SignInProvider } from '../../src/core.js'
import { arrangeProviders } from '../../src/qwik/ui/arrange-providers.js'

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
