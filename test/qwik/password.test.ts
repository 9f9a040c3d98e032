import { describe, expect, it } from 'vitest'
import { email, makePasswordApp, password } from '../passwords/password-app.js'
import { auth } from './auth.js'
import { openSite } from './site.js'

describe('`useSignIn` with the provider for passwords', () => {
  it('signs in with the right password and reports a wrong one', async () => {
    const { config } = await makePasswordApp()
    const visitor = openSite({ config: () => config }).visitor()
    const wrong = { providerId: 'password', email, password: 'tide lantern grovel' }
    const refused = await visitor.submit(auth.useSignIn, wrong)
    expect(refused.result).toMatchObject({ failed: true })
    expect(refused.session).toBeNull()
    const { session } = await visitor.submit(auth.useSignIn, { ...wrong, password })
    expect(session).toMatchObject({ user: { email } })
  })

  it('reports an overload with its status and Retry-After', async () => {
    const { config } = await makePasswordApp({ hashesAtOnce: 1, hashesWaiting: 0 })
    const site = openSite({ config: () => config })
    const fields = { providerId: 'password', email, password }
    const answers = await Promise.all(
      [1, 2, 3].map(() => site.visitor().post(auth.useSignIn, fields)),
    )
    const busy = answers.filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThan(0)
    for (const { response } of busy) expect(response.headers.get('retry-after')).toBe('2')
  })
})
