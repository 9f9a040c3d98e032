import { describe, expect, it } from 'vitest'
import { login, makeApp, sessionCookie } from '../../support/apps/app.js'
import { auth } from './auth.js'
import { openSite } from './site.js'

const options = { partitioned: true, priority: 'high', sameSite: 'none', maxAge: 600 } as const

describe('cookie attributes that Qwik has no option for', () => {
  it.each(['action', 'built-in page'])('survive a sign-in by %s', async (way) => {
    const { config } = makeApp({ cookies: { sessionToken: { options } } })
    const visitor = openSite({ config: () => config }).visitor()
    const form = { providerId: 'credentials', ...login }
    const { response } =
      way === 'action'
        ? await visitor.post(auth.useSignIn, form)
        : await visitor.postForm(await visitor.fetchPage('/auth/signin'), login)
    const lines = response.headers.getSetCookie()
    const line = lines.find((one) => one.startsWith(`${sessionCookie}=`)) ?? ''
    const attributes = line.split('; ').slice(1)
    expect(attributes).toContain('Partitioned')
    expect(attributes).toContain('Priority=High')
    expect(attributes).toContain('SameSite=None')
    expect(attributes).toContain('Max-Age=600')
    expect(attributes).toContain('Path=/')
  })

  it('are sent when the cookie is deleted', async () => {
    const { config } = makeApp({ cookies: { sessionToken: { options } } })
    const visitor = openSite({ config: () => config }).visitor()
    await visitor.post(auth.useSignIn, { providerId: 'credentials', ...login })
    const { response } = await visitor.post(auth.useSignOut, {})
    const line = response.headers.getSetCookie().find((one) => one.startsWith(`${sessionCookie}=;`))
    expect(line?.split('; ')).toEqual(expect.arrayContaining(['Max-Age=0', 'Partitioned']))
  })
})
