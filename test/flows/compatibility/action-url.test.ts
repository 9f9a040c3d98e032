import { createActionURL as createAuthJsUrl } from '@auth/core'
import { describe, expect, it } from 'vitest'
import { createActionURL, isAuthAction } from '../../../src/core.js'

const headers = [
  { host: 'app.test' },
  { host: 'app.test:3000', 'x-forwarded-proto': 'http' },
  { host: 'inner.test', 'x-forwarded-host': 'app.test', 'x-forwarded-proto': 'https' },
]

const environments = [
  {},
  { AUTH_URL: 'https://site.test' },
  { AUTH_URL: 'https://site.test/api/auth' },
  { AUTH_URL: 'https://site.test/api/auth/' },
]

describe.each(headers)('createActionURL with the headers %o', (given) => {
  it.each(environments)('returns the URL that Auth.js returns, with the environment %o', (env) => {
    // Without both, Auth.js returns a URL without `/auth`, which it does not answer.
    const paths = 'AUTH_URL' in env && env.AUTH_URL.includes('/api') ? [undefined] : []
    for (const basePath of [...paths, '/auth', '/api/auth']) {
      for (const protocol of ['http', 'https:']) {
        const config = { ...(basePath && { basePath }) }
        const theirs = { ...config, providers: [], logger: { warn: () => undefined } }
        const ask = [new Headers(given), env] as const
        const wanted = createAuthJsUrl('signin', protocol, ...ask, theirs)
        const url = createActionURL('signin', protocol, ...ask, config)
        expect(url.href, `${basePath} ${protocol}`).toBe(wanted.href)
      }
    }
  })
})

it('createActionURL returns a route under /auth if nothing says otherwise', () => {
  const url = createActionURL('csrf', 'https', new Headers({ host: 'app.test' }), {}, {})
  expect(url.href).toBe('https://app.test/auth/csrf')
})

it.each([
  ['signin', true],
  ['webauthn-options', true],
  ['account', false],
  ['constructor', false],
])('isAuthAction says of "%s": %s', (action, expected) => {
  expect(isAuthAction(action)).toBe(expected)
})
