import { Auth, customFetch, type AuthConfig } from '@auth/core'
import type { Adapter as AuthJsAdapter } from '@auth/core/adapters'
import { expect } from 'vitest'
import type { Adapter } from '../../../src/model/adapter.js'
import { Browser } from '../../support/browser.js'
import { secret } from '../../support/apps/app.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import { clientSecret, comeBack } from '../../support/oauth/sign-in.js'

/** A browser that has signed in to a site that runs Auth.js on this adapter. */
export async function signInAtAuthJs(
  adapter: Adapter,
  fake: FakeProvider,
  origin: string,
): Promise<Browser> {
  const errors: Error[] = []
  const { issuer, clientId } = fake.options
  const provider = {
    ...({ id: 'op', name: 'OP', type: 'oidc', issuer, clientId, clientSecret } as const),
    [customFetch]: fake.fetch,
  }
  const config: AuthConfig = {
    secret,
    trustHost: true,
    basePath: '/auth',
    // It was written for Auth.js; only the types of the two ports differ.
    adapter: adapter as AuthJsAdapter,
    providers: [provider],
    logger: { error: (error) => void errors.push(error) },
  }
  const browser = new Browser((request) => Auth(request, config), origin)
  const body = new URLSearchParams({ csrfToken: await browser.csrfToken() })
  const started = await browser.fetch('/auth/signin/op', { method: 'POST', body })
  const sent = fake.authorize(started.headers.get('location') ?? '')
  await comeBack(browser, sent)
  expect(errors).toEqual([])
  expect(await browser.session()).not.toBeNull()
  return browser
}
