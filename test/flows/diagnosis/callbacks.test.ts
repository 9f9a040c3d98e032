import { describe, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { login, makeApp } from '../../support/apps/app.js'
import { expectDiagnosis } from './lines.js'

describe('what an application does at run time is told in one line when', () => {
  it('the session is too large for cookies', async () => {
    const load = 'x'.repeat(20_000)
    const app = makeApp({ callbacks: { jwt: ({ token }) => ({ ...token, load }) } })
    await app.browser().signIn(login)
    expectDiagnosis(app, {
      code: 'SessionTooLarge',
      what: /The session token has \d+ characters; cookies hold 11808/,
      cure: /Keep less in the token that the `jwt` callback returns/,
    })
  })

  it('`redirect` returns nothing', async () => {
    const app = makeApp({ callbacks: { redirect: () => undefined as unknown as string } })
    await app.browser().signIn(login, '/a')
    expectDiagnosis(app, {
      code: 'InvalidRedirect',
      what: /The `redirect` callback threw, or returned an invalid URL/,
      cure: /Return a path, an http\(s\) URL/,
    })
  })

  it('credentials belong to no user in the database', async () => {
    const app = makeApp({ adapter: memoryAdapter() })
    await app.browser().signIn(login)
    expectDiagnosis(app, {
      code: 'AdapterError',
      what: /credentials belong to a user who is not in the database/,
      cure: /Let `authorize` return a user of the database, or set `session\.strategy: "jwt"`/,
    })
  })
})
