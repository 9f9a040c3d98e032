import { describe, expect, it } from 'vitest'
import { email, makePasswordApp, password } from '../../support/apps/password-app.js'
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

  it('repeats the typed password in no page, no q-data.json, no cookie and no log (FP27)', async () => {
    const app = await makePasswordApp()
    const site = openSite({ config: () => app.config })
    const canary = 'canary lantern gravel'
    const fields = { providerId: 'password', email, password: canary }
    const [scripted, plain] = [site.visitor(), site.visitor()]
    const { first, last, result } = await scripted.submit(auth.useSignIn, fields)
    const answer = await plain.post(auth.useSignIn, fields)
    expect(new URL(first.url).pathname).toBe('/login/q-data.json')
    const bodies = await Promise.all([last, answer].map(({ response }) => response.clone().text()))
    expect(bodies[0]).toContain('failed')
    const said = JSON.stringify([
      result,
      bodies,
      [first, last, answer].map(({ response }) => Object.fromEntries(response.headers)),
      [first, last, answer].map(({ setCookies }) => setCookies),
      [scripted, plain].map(({ cookies }) => cookies),
      answer.visit.data,
      app.logs,
    ])
    expect(said).not.toContain('canary')
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
