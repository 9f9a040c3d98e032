import { describe, expect } from 'vitest'
import { authJsApp } from './auth-js-app.js'
import { returnFromGitHub, testMove, type AppToMove, type Visit } from './moved-app.js'
import { qwikAuthApp } from './qwik-auth-app.js'

const currentApp: AppToMove = {
  files: authJsApp,
  findings: [
    [
      'src/routes/plugin@auth.ts:12',
      'move finds no trustHost, AUTH_TRUST_HOST or AUTH_URL of your site.',
    ],
    ['package.json:15', 'vite ^5.2.10 is too old. Latchkey needs 6 or later.'],
  ],
  basePath: '/auth',
  env: { AUTH_GITHUB_ID: 'client-1', AUTH_GITHUB_SECRET: 'client-secret-1' },
}

describe('an app with @auth/qwik after npx latchkey move, without any other edit', () => {
  testMove(currentApp, async (visit) => {
    const { browser, origin } = visit
    const chosen = await submitWithoutProvider(visit)
    const home = await returnFromGitHub(visit, chosen)
    expect([home.landed.status, home.landed.url]).toEqual([200, `${origin}/`])
    expect(home.landed.html).toContain('Ada Lovelace')
    await browser.signOut()
    expect(await browser.session()).toBeNull()

    const refused = await browser.fetchPage('/protected/')
    expect(refused.url).toBe(`${origin}/`)
    const { response } = await browser.postForm(refused)
    const { callback, landed } = await returnFromGitHub(visit, response)
    expect(callback).toBe('/auth/callback/github')
    expect([landed.status, landed.url]).toEqual([200, `${origin}/protected/`])
    for (const text of ['Only for users', 'Ada Lovelace', 'reader']) {
      expect(landed.html).toContain(text)
    }
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
  })
})

/** What the header's `signInSig.submit({ redirectTo: "/" })` sends, and then the choice of GitHub. */
async function submitWithoutProvider({ browser, origin }: Visit): Promise<Response> {
  const { forms } = await browser.fetchPage('/')
  const { search } = new URL(forms[0]?.action ?? '', origin)
  const answer = await browser.postJson(`/q-data.json${search}`, { redirectTo: '/' })
  const page = await browser.fetchPage(answer.headers.get('location') ?? '')
  return (await browser.postForm(page)).response
}

const formerApp: AppToMove = {
  files: qwikAuthApp,
  findings: [['package.json:16', 'vite ^5.2.10 is too old. Latchkey needs 6 or later.']],
  basePath: '/api/auth',
  env: { GITHUB_ID: 'client-1', GITHUB_SECRET: 'client-secret-1', APP_PASSWORD: 'hopper-1906' },
}

describe('an app with @builder.io/qwik-auth after npx latchkey move, without any other edit', () => {
  testMove(formerApp, async (visit) => {
    const { browser, origin } = visit
    const refused = await browser.fetchPage('/users/')
    expect(refused.url).toBe(`${origin}/api/auth/signin?callbackUrl=/users/`)
    const { response } = await browser.postForm(await browser.fetchPage('/'))
    const { callback, landed } = await returnFromGitHub(visit, response)
    expect(callback).toBe('/api/auth/callback/github')
    expect([landed.status, landed.url]).toEqual([200, `${origin}/users/`])
    expect(landed.html).toContain('Only for users')
    const expected = { provider: 'github', user: { name: 'Ada Lovelace' } }
    expect(await browser.session()).toMatchObject(expected)

    const left = await browser.postForm(landed)
    expect(left.response.headers.get('location')).toBe('/?left')
    expect(await browser.session()).toBeNull()

    const page = await browser.fetchPage('/api/auth/signin?callbackUrl=/users/')
    const form = page.forms.findIndex(({ action }) => action.includes('credentials'))
    const entered = await browser.postForm(page, { password: 'hopper-1906' }, { form })
    expect(entered.response.headers.get('location')).toMatch(/\/users\/$/)
    expect(await browser.session()).toMatchObject({ provider: 'credentials' })
  })
})
