import { describe, expect, it, vi } from 'vitest'
import { inspectConfig } from '../../../src/config/inspect-config.js'
import {
  deleteAccount,
  describeAccount,
  exportAccount,
  revokeOtherSessions,
  setPassword,
} from '../../../src/core.js'
import { authenticatorApp } from '../../../src/factors.js'
import GitHub from '../../../src/providers/github.js'
import Passkey from '../../../src/providers/passkey.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { email, password } from '../../support/apps/password-app.js'
import { useClock } from '../../support/apps/factor-app.js'
import { makeAccountApp, press } from '../../support/apps/account-app.js'

const clock = useClock()
const account = '/auth/account'

describe('the account page', () => {
  it('leads a visitor to the sign-in page and back', async () => {
    const app = await makeAccountApp()
    const page = await app.browser().fetchPage(account)
    expect(new URL(page.url).pathname).toBe('/auth/signin')
    expect(new URL(page.url).searchParams.get('callbackUrl')).toBe('https://app.test/auth/account')
  })

  it('shows the profile, the address, the password, providers, sessions, activity and the data', async () => {
    const app = await makeAccountApp()
    const { html } = await (await app.signedIn()).fetchPage(account)
    const headings = [...html.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, text]) => text)
    expect(headings).toEqual([
      'Profile',
      'E-mail address',
      'Password',
      'Connected accounts',
      'Sessions',
      'Recent activity',
      'Your data',
    ])
    expect(html).toContain(email)
    expect(html).toContain('Signed in')
  })

  it.each([
    ['/settings?tab=1', 'https://app.test/settings?tab=1'],
    ['https://evil.test/', 'https://app.test/'],
    ['//evil.test', 'https://app.test/'],
    ['javascript:alert(1)', 'https://app.test/'],
    [undefined, 'https://app.test'],
  ])('leads back to where the user came from, if it is in the app: %j', async (from, href) => {
    const app = await makeAccountApp({ theme: { name: 'Acme' } })
    const query = from === undefined ? '' : `?${new URLSearchParams({ callbackUrl: from })}`
    const { html } = await (await app.signedIn()).fetchPage(account + query)
    expect(html).toContain(`<a class="quiet" href="${href}">Back to <bdi>Acme</bdi></a>`)
    expect(html).not.toContain('evil.test')
  })

  it('leaves out the sections that the app hides', async () => {
    const app = await makeAccountApp({
      page: {
        hide: ['address', 'password', 'accounts', 'sessions', 'activity', 'export', 'delete'],
      },
    })
    const { html } = await (await app.signedIn()).fetchPage(account)
    expect(html).not.toContain('<h2>Password')
    expect(html).not.toContain('<h2>E-mail address')
    expect(html).not.toContain(email)
    expect(html).not.toContain('delete-account')
    expect(html).not.toContain('export-account')
  })

  it.each([
    ['profile', 'update-profile', { name: 'Augusta' }],
    ['sessions', 'end-session', { others: 'true' }],
    ['accounts', 'unlink-account', { provider: 'github', providerAccountId: '1' }],
    ['passkeys', 'rename-passkey', { passkey: '1', name: 'Phone' }],
    ['passkeys', 'remove-passkey', { passkey: '1' }],
    ['export', 'export-account', {}],
    ['delete', 'delete-account', { email }],
  ] as const)('has no form of the hidden section "%s": %s', async (section, route, fields) => {
    const open = await makeAccountApp()
    const hidden = await makeAccountApp({ page: { hide: [section] } })
    const statuses = [open, hidden].map(async (app) => {
      const browser = await app.signedIn()
      const form = { csrfToken: await browser.csrfToken(), ...fields }
      return (await browser.postJson(`/auth/${route}`, form)).status
    })
    const [answered, refused] = await Promise.all(statuses)
    expect(answered).not.toBe(404)
    expect(refused).toBe(404)
    expect(await hidden.adapter.getUser(hidden.user.id)).not.toBeNull()
  })

  it('does not show the page of a hidden deletion, which the app can still call', async () => {
    const app = await makeAccountApp({ page: { hide: ['delete'] } })
    const browser = await app.signedIn()
    expect((await browser.fetchPage('/auth/delete-account')).status).toBe(404)
    const headers = { cookie: browser.cookieHeader(), 'sec-fetch-site': 'same-origin' }
    const request = new Request('https://app.test/leave', { method: 'POST', headers })
    const { data } = await deleteAccount(request, app.config, { email })
    expect(data.ok).toBe(true)
    expect(await app.adapter.getUser(app.user.id)).toBeNull()
  })

  it('does not exist without the option', async () => {
    const app = await makeAccountApp({ account: undefined })
    const { status } = await (await app.signedIn()).fetchPage(account)
    expect(status).toBe(404)
  })

  it('shows names from outside as text only [FA15]', async () => {
    const app = await makeAccountApp()
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    await browser.postJson(
      '/auth/callback/password',
      { csrfToken, email, password },
      { 'user-agent': '<b>X</b>' },
    )
    await app.adapter.updateUser({ id: app.user.id, name: '<script>1</script>' })
    const { html } = await browser.fetchPage(account)
    expect(html).not.toContain('<script>1')
    expect(html).not.toContain('<b>X')
    expect(html).toContain('&lt;script&gt;1')
  })
})

describe('the page that the user came from', () => {
  const settings = 'https://app.test/settings?tab=1'
  const from = `${account}?${new URLSearchParams({ callbackUrl: settings })}`
  const github = { provider: 'github', providerAccountId: '1' }
  const back = `<a class="quiet" href="${settings}">`

  it.each([
    ['update-profile', { name: 'Augusta' }],
    ['update-profile', { name: 'a\u0000b' }],
    ['end-session', {}],
    ['unlink-account', {}],
    ['remove-password', { currentPassword: password }],
    ['remove-password', { currentPassword: 'no' }],
    ['change-email', { email: 'no', currentPassword: password }],
    ['change-email', { email: 'new@example.test', currentPassword: 'no' }],
  ])('is kept after %s: %j', async (route, fields) => {
    const app = await makeAccountApp()
    await app.adapter.linkAccount({ ...github, type: 'oauth', userId: app.user.id })
    await app.signedIn()
    const browser = await app.signedIn()
    const page = await press(browser, await browser.fetchPage(from), route, fields)
    expect(new URL(page.url).pathname).toBe(account)
    expect(page.html).toContain(back)
  })

  it('is kept while the user confirms their identity, and the section too', async () => {
    const app = await makeAccountApp()
    await app.adapter.linkAccount({ ...github, type: 'oauth', userId: app.user.id })
    const browser = await app.signedIn()
    const page = await browser.fetchPage(from)
    clock.advance(3600)
    const { url } = await press(browser, page, 'unlink-account')
    expect(new URL(url).pathname).toBe('/auth/confirm')
    const target = new URL(url).searchParams.get('callbackUrl')
    expect(target).toBe(`https://app.test${from}#accounts`)
  })

  it('is kept while the user signs in again', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const page = await browser.fetchPage(from)
    const strange = app.browser()
    const hidden = { csrfToken: await strange.csrfToken(), callbackUrl: `https://app.test${from}` }
    const answer = await strange.postJson('/auth/update-profile', { ...hidden, name: 'A' })
    const url = new URL(answer.headers.get('location') ?? '')
    expect(url.pathname).toBe('/auth/signin')
    expect(url.searchParams.get('callbackUrl')).toBe(`https://app.test${from}`)
    expect(page.html).toContain(back)
  })

  it('is kept by the pages for the password and the deletion', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const { html } = await browser.fetchPage(from)
    for (const route of ['change-password', 'delete-account']) {
      const [, link = ''] = new RegExp(`href="([^"]*/${route}[^"]*)"`).exec(html) ?? []
      const next = await browser.fetchPage(link.replaceAll('&amp;', '&'))
      expect(next.html, route).toContain(`href="https://app.test${from}"`)
    }
  })

  it('is not the account page itself', async () => {
    const app = await makeAccountApp()
    const own = new URLSearchParams({ callbackUrl: `https://app.test${from}` })
    const { html } = await (await app.signedIn()).fetchPage(`${account}?${own}`)
    expect(html).toContain('<a class="quiet" href="https://app.test">Back to <bdi>app.test')
    expect(html).not.toContain('Back to your account')
  })

  it('is named by the pages that the account page links to, if it is that page', async () => {
    const app = await makeAccountApp({ secondFactor: { methods: [authenticatorApp()] } })
    const browser = await app.signedIn()
    for (const route of ['change-password', 'factors']) {
      for (const [callbackUrl, text] of [
        [from, 'Back to your account</a>'],
        ['/settings', 'Back to <bdi>app.test</bdi></a>'],
      ] as const) {
        const query = new URLSearchParams({ callbackUrl })
        const { html } = await browser.fetchPage(`/auth/${route}?${query}`)
        expect(html, `${route} ${callbackUrl}`).toContain(
          `<a class="quiet" href="https://app.test${callbackUrl.replaceAll('&', '&amp;')}">${text}`,
        )
      }
    }
  })

  it('is where a user gets who does not confirm their identity, if it is the account page', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    clock.advance(3600)
    for (const [callbackUrl, href] of [
      [`${from}#accounts`, `https://app.test${from}#accounts`],
      ['/settings', 'https://app.test/'],
    ] as const) {
      const query = new URLSearchParams({ callbackUrl })
      const { html } = await browser.fetchPage(`/auth/confirm?${query}`)
      expect(html).toContain(`<a class="quiet" href="${href}">Cancel</a>`)
    }
  })

  it('is not kept if its URL is too long for a cookie', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const long = `/settings?${'a'.repeat(1200)}`
    const page = await browser.fetchPage(`${account}?${new URLSearchParams({ callbackUrl: long })}`)
    const form = page.forms.find(({ action }) => action.endsWith('/auth/signin/github'))
    expect(form?.hidden['callbackUrl']).toBe('https://app.test/auth/account#accounts')
  })

  it('is never on another site, whatever a form says', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const csrfToken = await browser.csrfToken()
    for (const callbackUrl of [
      'https://evil.test/',
      'https://app.test/auth/account?callbackUrl=https://evil.test/',
    ]) {
      for (const name of ['Ada', 'a\u0000b']) {
        const fields = { csrfToken, name, callbackUrl }
        const answer = await browser.postJson('/auth/update-profile', fields)
        const next = await browser.fetchPage(answer.headers.get('location') ?? '')
        expect(next.url).toMatch(/^https:\/\/app\.test\//)
        expect(next.html).not.toContain('href="https://evil.test')
      }
    }
  })
})

describe('the description of an account', () => {
  it.each([
    ['LastSignInMethod', 'LastSignInMethod', 'Your last way to sign in', /Add another way/],
    ['InvalidName', 'InvalidName', 'We could not read the form', /at most 100 characters/],
    ['constructor', 'general', 'Something went wrong', /Please try again/],
  ])('says in words why a form was refused: %s', async (name, type, title, sentence) => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const headers = { cookie: browser.cookieHeader() }
    const open = (query: string): Request => new Request(`https://app.test/me${query}`, { headers })
    const { error } = await describeAccount(open(`?error=${name}`), app.config)
    expect(error).toEqual({ type, title, sentence: expect.stringMatching(sentence) as string })
    expect((await describeAccount(open(''), app.config)).error).toBeUndefined()
  })

  it('names the provider that an entry of the activity is about', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    for (const [id, provider] of [
      ['~1', 'github'],
      ['~2', 'gone'],
    ] as const) {
      const record = { event: 'linked', outcome: 'success', userId: app.user.id } as const
      await app.config.audit?.({
        ...record,
        provider,
        version: 1,
        id,
        time: '2026-11-17T08:00:00Z',
      })
    }
    const { activity = [] } = await describeAccount(requestFrom(browser), app.config)
    expect(activity.slice(0, 2).map(({ providerName }) => providerName)).toEqual([
      undefined,
      'GitHub',
    ])
  })
})

describe('a change on the account page', () => {
  const github = { provider: 'github', providerAccountId: '1' }
  const sayingSo = (html: string): readonly string[] =>
    [...html.matchAll(/<section id="([^"]+)">(.*?)<\/section>/gs)].flatMap(([, id, content]) =>
      content?.includes('role="status"') ? [id ?? ''] : [],
    )

  it.each([
    ['update-profile', { name: 'Augusta' }, 'profile', 'Saved'],
    ['remove-password', { currentPassword: password }, 'password', 'Done'],
    ['unlink-account', {}, 'accounts', 'Done'],
    ['end-session', {}, 'sessions', 'Done'],
  ])(
    'by %s is confirmed in its section, to which the browser scrolls',
    async (route, fields, id, word) => {
      const app = await makeAccountApp()
      await app.adapter.linkAccount({ ...github, type: 'oauth', userId: app.user.id })
      await app.signedIn()
      const browser = await app.signedIn()
      const page = await press(browser, await browser.fetchPage(account), route, fields)
      expect(page.url).toBe(`https://app.test/auth/account?changed=${id}#${id}`)
      expect(sayingSo(page.html)).toEqual([id])
      expect(page.html).toContain(`<title>${word} · Your account · app.test</title>`)
    },
  )

  it('that was refused is not confirmed', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const changed = await browser.fetchPage(`${account}?changed=profile`)
    const page = await press(browser, changed, 'update-profile', { name: 'a\u0000b' })
    expect(new URL(page.url).searchParams.get('changed')).toBeNull()
    expect(sayingSo(page.html)).toEqual([])
    const both = await browser.fetchPage(`${account}?changed=profile&error=LastSignInMethod`)
    expect(sayingSo(both.html)).toEqual([])
  })

  it.each(['constructor', 'delete', '<b>', ''])('cannot be named by a link: %j', async (name) => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const query = new URLSearchParams({ changed: name })
    const { html } = await browser.fetchPage(`${account}?${query}`)
    expect(sayingSo(html)).toEqual([])
  })

  it('that was refused puts the focus into the field that is wrong', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const page = await press(browser, await browser.fetchPage(account), 'update-profile', {
      name: 'a\u0000b',
    })
    expect(page.html.match(/<input[^>]*autofocus[^>]*>/g)).toEqual([
      expect.stringContaining('id="profile-name"'),
    ])
  })
})

describe('the form for a new address', () => {
  it.each([
    ['a wrong password', { email: 'new@example.test', currentPassword: 'no' }, 'current'],
    ['a bad address', { email: 'no', currentPassword: password }, 'new-email'],
  ])('leads back to the account page after %s, and says so at the field', async (_, fields, id) => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const page = await press(browser, await browser.fetchPage(account), 'change-email', fields)
    expect(new URL(page.url).pathname).toBe(account)
    expect(page.html).toContain('<details open')
    expect(page.html).toMatch(new RegExp(`id="${id}"[^>]*aria-describedby="${id}-error"`))
    expect(page.html).toContain(`id="${id}-error"`)
  })
})

describe('the form that removes the password', () => {
  const keys = { provider: 'github', providerAccountId: '1' }
  const removal = 'remove-password'

  async function withGitHub(): Promise<Awaited<ReturnType<typeof makeAccountApp>>> {
    const app = await makeAccountApp()
    await app.adapter.linkAccount({ ...keys, type: 'oauth', userId: app.user.id })
    return app
  }

  it('is shown only to a user with another method', async () => {
    const alone = await makeAccountApp()
    expect((await (await alone.signedIn()).fetchPage(account)).html).not.toContain(removal)
    const app = await withGitHub()
    const { password: described } = await describeAccount(
      requestFrom(await app.signedIn()),
      app.config,
    )
    expect(described?.removal).toEqual({ needsPassword: true })
  })

  it('is not offered to users whose other accounts are of providers that the app no longer has', async () => {
    const app = await makeAccountApp()
    const gone = { provider: 'gone', providerAccountId: '1', type: 'oauth' } as const
    await app.adapter.linkAccount({ ...gone, userId: app.user.id })
    expect((await (await app.signedIn()).fetchPage(account)).html).not.toContain(removal)
  })

  it('removes it with the current password, and ends other sessions', async () => {
    const app = await withGitHub()
    const other = await app.signedIn()
    const browser = await app.signedIn()
    const page = await press(browser, await browser.fetchPage(account), removal, {
      currentPassword: password,
    })
    expect(new URL(page.url).pathname).toBe(account)
    expect(page.html).toContain('Add a password')
    expect(page.html).toContain('Password removed')
    expect(await other.session()).toBeNull()
    expect(await browser.session()).not.toBeNull()
    await app.attempt({ email, password }, other)
    expect(await other.session()).toBeNull()
  })

  it('says at its field, and at no other, that the password is wrong', async () => {
    const app = await withGitHub()
    const browser = await app.signedIn()
    const page = await press(browser, await browser.fetchPage(account), removal, {
      currentPassword: 'no',
    })
    expect(new URL(page.url).pathname).toBe(account)
    expect(page.html).toMatch(/id="removed"[^>]*aria-describedby="removed-error"/)
    expect(page.html.match(/<details open/g)).toHaveLength(1)
    expect(page.html).not.toContain('id="current-error"')
    expect(await app.adapter.getPassword(app.user.id)).not.toBeNull()
  })

  it('leads to the page of the app, and names the form', async () => {
    const app = await makeAccountApp({ pages: { account: '/me/' } })
    await app.adapter.linkAccount({ ...keys, type: 'oauth', userId: app.user.id })
    const browser = await app.signedIn()
    const csrfToken = await browser.csrfToken()
    const fields = { csrfToken, currentPassword: 'no', callbackUrl: 'https://app.test/me/' }
    const answer = await browser.postJson('/auth/remove-password', fields)
    const { pathname, searchParams } = new URL(answer.headers.get('location') ?? '')
    expect([pathname, searchParams.get('error'), searchParams.get('form')]).toEqual([
      '/me/',
      'CredentialsSignin',
      removal,
    ])
  })
})

describe('sessions on the account page', () => {
  it('are ended all but this one by a call of core too', async () => {
    const app = await makeAccountApp()
    const other = await app.signedIn()
    const browser = await app.signedIn()
    const foreign = requestFrom(browser, { origin: 'https://evil.test', 'sec-fetch-site': 'none' })
    await expect(revokeOtherSessions(foreign, app.config)).rejects.toThrow()
    expect(await other.session()).not.toBeNull()
    await revokeOtherSessions(requestFrom(browser), app.config)
    expect(await other.session()).toBeNull()
    expect(await browser.session()).not.toBeNull()
    await expect(revokeOtherSessions(requestFrom(other), app.config)).rejects.toMatchObject({
      type: 'SessionRequired',
    })
  })

  it('are described by the names of known browsers, not by what a browser sends', async () => {
    const app = await makeAccountApp()
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
    for (const userAgent of [firefox, 'This browser, do not end it']) {
      const other = app.browser()
      const csrfToken = await other.csrfToken()
      const headers = { 'user-agent': userAgent }
      await other.postJson('/auth/callback/password', { csrfToken, email, password }, headers)
    }
    const { sessions } = await describeAccount(requestFrom(await app.signedIn()), app.config)
    expect(sessions?.map(({ browser }) => browser).sort()).toEqual([
      'Firefox · Linux',
      undefined,
      undefined,
    ])
  })

  it('are ended one by one, also by an old session', async () => {
    const app = await makeAccountApp()
    const other = await app.signedIn()
    const browser = await app.signedIn()
    clock.advance(3600)
    const page = await browser.fetchPage(account)
    const form = page.forms.find(({ hidden }) => hidden['session'] !== undefined)
    await press(browser, page, 'end-session', {}, { session: form?.hidden['session'] ?? '' })
    expect(await other.session()).toBeNull()
    expect(await browser.session()).not.toBeNull()
  })

  it('are ended all but this one', async () => {
    const app = await makeAccountApp()
    const others = [await app.signedIn(), await app.signedIn()]
    const browser = await app.signedIn()
    const page = await browser.fetchPage(account)
    await press(browser, page, 'end-session', {}, { others: 'true' })
    expect(await Promise.all(others.map((one) => one.session()))).toEqual([null, null])
    expect(await browser.session()).not.toBeNull()
  })

  it('of another user are not ended [FA8]', async () => {
    const app = await makeAccountApp()
    const victim = await app.signedIn()
    const page = await victim.fetchPage(account)
    await app.signedIn()
    const withOther = await victim.fetchPage(account)
    const id = withOther.forms.find(({ hidden }) => hidden['session'])?.hidden['session'] ?? ''
    const thief = await app.adapter.createUser({
      id: 'thief',
      email: 'eve@example.test',
      emailVerified: new Date(),
    })
    await setPassword(app.config, thief.id, password)
    const browser = app.browser()
    await app.attempt({ email: 'eve@example.test', password }, browser)
    await browser.postJson('/auth/end-session', {
      csrfToken: await browser.csrfToken(),
      session: id,
    })
    expect((await victim.fetchPage(account)).forms.length).toBeGreaterThan(page.forms.length)
  })
})

describe('recent activity on the account page', () => {
  it('is not hidden by a flood of refused sign-ins', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    for (let minute = 0; minute < 9; minute++) {
      clock.advance(60)
      for (let count = 0; count < 12; count++) {
        await app.attempt({ email, password: 'wrong' }, app.browser())
      }
    }
    const { activity } = await describeAccount(requestFrom(browser), app.config)
    const events = activity?.map(({ event }) => event) ?? []
    expect(app.records.filter(({ event }) => event === 'refused').length).toBeGreaterThan(100)
    expect(events.filter((event) => event === 'refused')).toHaveLength(3)
    expect(events).toContain('signed-in')
  })

  it('is not hidden by a session that ends all others again and again', async () => {
    const app = await makeAccountApp()
    await app.signedIn()
    const browser = await app.signedIn()
    const fields = { csrfToken: await browser.csrfToken(), others: 'true' }
    for (let count = 0; count < 12; count++) await browser.postJson('/auth/end-session', fields)
    expect(app.records.filter(({ event }) => event === 'session-revoked')).toHaveLength(1)
    const { activity } = await describeAccount(requestFrom(browser), app.config)
    expect(activity?.map(({ event }) => event)).toContain('signed-in')
  })
})

describe('the words of recent activity', () => {
  const rowsOf = (html: string): readonly string[] =>
    (html.split('<h2>Recent activity</h2>')[1]?.split('</section>')[0] ?? '')
      .split('<li>')
      .slice(1)
      .map((row) => row.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '))

  it.each([
    ['linked', { provider: 'github' }, 'Account or passkey added GitHub'],
    ['unlinked', { provider: 'passkey' }, 'Account or passkey removed Passkey'],
    ['linked', { provider: 'gone' }, 'Account or passkey added gone'],
    ['refused', { code: 'TooManyRequests' }, 'A request was refused Too many attempts'],
    ['refused', { code: 'InvalidCode' }, 'A request was refused Wrong code'],
    ['refused', { code: 'ConfirmationRequired' }, 'A request was refused Nov'],
    ['refused', { code: 'general' }, 'A request was refused Nov'],
  ] as const)('say which account was %s, or why: %j', async (event, fields, words) => {
    const app = await makeAccountApp({
      experimental: { enableWebAuthn: true },
      others: [GitHub({ clientId: 'id', clientSecret: 'secret' }), Passkey()],
    })
    const browser = await app.signedIn()
    const record = { ...fields, event, outcome: 'success', userId: app.user.id } as const
    await app.config.audit?.({ ...record, version: 1, id: '~', time: '2026-11-17T08:00:00.250Z' })
    const { html } = await browser.fetchPage(account)
    expect(rowsOf(html)[0]?.trim()).toMatch(new RegExp(`^${words}`))
  })
})

describe('a connected account', () => {
  const keys = { provider: 'github', providerAccountId: '1' }

  async function withGitHub(): Promise<Awaited<ReturnType<typeof makeAccountApp>>> {
    const app = await makeAccountApp()
    await app.adapter.linkAccount({ ...keys, type: 'oauth', userId: app.user.id })
    return app
  }

  it('can be connected again if the provider no longer accepts its tokens', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const row = { ...keys, type: 'oauth', userId: app.user.id } as const
    await app.adapter.linkAccount({ ...row, refreshFailed: 'invalid_grant' })
    const page = await browser.fetchPage(account)
    const forms = page.forms.filter(({ action }) => action.endsWith('/auth/signin/github'))
    const back = { link: 'true', callbackUrl: 'https://app.test/auth/account#accounts' }
    expect(forms.map(({ hidden }) => hidden)).toEqual([expect.objectContaining(back)])
    expect(page.forms.some(({ action }) => action.endsWith('/auth/unlink-account'))).toBe(true)
  })

  it('leads back to the account page once it is connected', async () => {
    const app = await makeAccountApp()
    const { forms } = await (await app.signedIn()).fetchPage(account)
    const form = forms.find(({ action }) => action.endsWith('/auth/signin/github'))
    expect(form?.hidden).toMatchObject({
      link: 'true',
      callbackUrl: 'https://app.test/auth/account#accounts',
    })
  })

  it('of a provider that the app no longer has cannot be connected again', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const row = { provider: 'gone', providerAccountId: '1', type: 'oauth' } as const
    await app.adapter.linkAccount({ ...row, userId: app.user.id, refreshFailed: 'invalid_grant' })
    const { accounts } = await describeAccount(requestFrom(browser), app.config)
    expect(accounts?.connected).toMatchObject([{ provider: 'gone', needsSignIn: false }])
    expect((await browser.fetchPage(account)).html).not.toContain('/auth/signin/gone')
  })

  it('is disconnected, because its owner can reset the password', async () => {
    const app = await withGitHub()
    const browser = await app.signedIn()
    const page = await press(browser, await browser.fetchPage(account), 'unlink-account')
    expect(page.html).toContain('Connect GitHub')
    expect(await app.adapter.getUserByAccount(keys)).toBeNull()
  })

  it('is not disconnected by an old session', async () => {
    const app = await withGitHub()
    const browser = await app.signedIn()
    const page = await browser.fetchPage(account)
    clock.advance(3600)
    await press(browser, page, 'unlink-account')
    expect(await app.adapter.getUserByAccount(keys)).not.toBeNull()
  })

  it('of another user is not disconnected [FA8]', async () => {
    const app = await makeAccountApp()
    const other = await app.adapter.createUser({
      id: 'other',
      email: 'b@example.test',
      emailVerified: null,
    })
    await app.adapter.linkAccount({ ...keys, type: 'oauth', userId: other.id })
    const browser = await app.signedIn()
    const csrfToken = await browser.csrfToken()
    await browser.postJson('/auth/unlink-account', { csrfToken, ...keys })
    expect(await app.adapter.getUserByAccount(keys)).not.toBeNull()
  })
})

describe('the downloaded data', () => {
  it('has what is stored and what the app adds, as an attachment', async () => {
    const app = await makeAccountApp({ page: { exportData: () => ({ orders: 3 }) } })
    const browser = await app.signedIn()
    const { response } = await press(browser, await browser.fetchPage(account), 'export-account')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="account.json"')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toContain('no-store')
    const data = (await response.json()) as Record<string, unknown>
    expect(data).toMatchObject({ user: { id: app.user.id, email }, app: { orders: 3 } })
  })

  it('has the pictures of connected accounts', async () => {
    const app = await makeAccountApp()
    const image = 'https://avatars.example.test/ada.png'
    const keys = { provider: 'github', providerAccountId: '1' }
    await app.adapter.linkAccount({ ...keys, type: 'oauth', userId: app.user.id, image })
    const data = await exportAccount(requestFrom(await app.signedIn()), app.config)
    expect(data.accounts).toMatchObject([{ ...keys, image }])
  })

  it('has no hash, key, token or code, whatever the columns contain [FA13]', async () => {
    const canary = 'canary-7f3a'
    const app = await makeAccountApp({ secondFactor: { methods: [authenticatorApp()] } })
    await app.adapter.updateUser({ id: app.user.id, hash: canary } as never)
    await app.adapter.linkAccount({
      provider: 'github',
      providerAccountId: '1',
      type: 'oauth',
      userId: app.user.id,
      access_token: canary,
      refresh_token: canary,
      id_token: canary,
      session_state: canary,
    })
    const browser = await app.signedIn()
    const { html } = await press(browser, await browser.fetchPage(account), 'export-account')
    expect(html).toContain('"providerAccountId":"1"')
    expect(html).not.toContain(canary)
    expect(html).not.toContain('$scrypt')
    expect(html).not.toContain(browser.cookies.find(({ name }) => name.includes('session'))?.value)
  })

  it('is not given to an old session [FA10]', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const page = await browser.fetchPage(account)
    clock.advance(3600)
    const { html } = await press(browser, page, 'export-account')
    expect(html).not.toContain('"user"')
  })

  it('rejects a visitor', async () => {
    const app = await makeAccountApp()
    const request = new Request('https://app.test/export')
    await expect(exportAccount(request, app.config)).rejects.toMatchObject({
      type: 'SessionRequired',
    })
  })
})

describe('the deletion of an account', () => {
  const deletion = '/auth/delete-account'

  it('needs the typed address, ends the session, and tells user and app', async () => {
    const deleted = vi.fn<(message: unknown) => void>()
    const app = await makeAccountApp({ events: { deleteUser: deleted } })
    const browser = await app.signedIn()
    const other = await app.signedIn()
    const wrong = await press(browser, await browser.fetchPage(deletion), 'delete-account', {
      email: 'eve@example.test',
    })
    expect(wrong.html).toContain('That is not the address of this account.')
    expect(await app.adapter.getUser(app.user.id)).not.toBeNull()
    const done = await press(browser, wrong, 'delete-account', { email: ' ADA@example.test ' })
    await app.settle()
    expect(done.html).toContain('Your account is deleted')
    expect(await app.adapter.getUser(app.user.id)).toBeNull()
    expect(await browser.session()).toBeNull()
    expect(await other.session()).toBeNull()
    expect(deleted).toHaveBeenCalledOnce()
    expect(app.sent.map(({ purpose }) => purpose)).toEqual(['accountDeleted'])
    expect(app.codes('warn')).toContain('mail-origin-unknown')
    expect(app.records.at(-1)).toMatchObject({ event: 'account-deleted', userId: app.user.id })
  })

  it('leads a visitor to the sign-in page and back', async () => {
    const app = await makeAccountApp()
    const page = await app.browser().fetchPage(deletion)
    expect(new URL(page.url).pathname).toBe('/auth/signin')
    expect(new URL(page.url).searchParams.get('callbackUrl')).toBe(`https://app.test${deletion}`)
  })

  it('sends no mail to an address that was never proven', async () => {
    const app = await makeAccountApp({ password: { requireVerifiedEmail: false } })
    await app.adapter.updateUser({ id: app.user.id, emailVerified: null })
    const browser = await app.signedIn()
    await press(browser, await browser.fetchPage(deletion), 'delete-account', { email })
    await app.settle()
    expect(await app.adapter.getUser(app.user.id)).toBeNull()
    expect(app.sent.map(({ purpose }) => purpose)).not.toContain('accountDeleted')
  })

  it('does not happen by opening the page [FA9]', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    await browser.fetchPage(deletion)
    await browser.send(deletion, { method: 'HEAD' })
    expect(await app.adapter.getUser(app.user.id)).not.toBeNull()
  })

  it('happens once, however often the form is sent [FA9]', async () => {
    const deleted = vi.fn<(message: unknown) => void>()
    const app = await makeAccountApp({ events: { deleteUser: deleted } })
    const browser = await app.signedIn()
    const page = await browser.fetchPage(deletion)
    await Promise.all([1, 2, 3].map(() => press(browser.copy(), page, 'delete-account', { email })))
    expect(deleted).toHaveBeenCalledOnce()
  })

  it('is refused to an old session, and to another site [FA10]', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const page = await browser.fetchPage(deletion)
    clock.advance(3600)
    const refused = await press(browser, page, 'delete-account', { email })
    expect(refused.html).not.toContain('Your account is deleted')
    const csrfToken = await browser.csrfToken()
    await browser.send(deletion, {
      method: 'POST',
      headers: { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ csrfToken, email }),
    })
    expect(await app.adapter.getUser(app.user.id)).not.toBeNull()
  })

  it('needs the second factor of a user who has one [FA10]', async () => {
    const app = await makeAccountApp({
      secondFactor: { methods: [authenticatorApp()], required: 'never' },
    })
    const browser = await app.signedIn()
    const page = await browser.fetchPage(deletion)
    await app.adapter.createFactor({
      id: 'factor-1',
      userId: app.user.id,
      type: 'totp',
      secret: 'sealed',
      name: null,
      createdAt: new Date(),
      lastUsedAt: null,
      lastStep: null,
      expires: null,
    } as never)
    await press(browser, page, 'delete-account', { email })
    expect(await app.adapter.getUser(app.user.id)).not.toBeNull()
  })

  it('is not refused after a change of the address that failed', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const csrfToken = await browser.csrfToken()
    const fields = { csrfToken, email: 'moved@example.test', currentPassword: password }
    await browser.postJson('/auth/change-email', fields)
    await app.settle()
    const mail = app.sent.find(({ purpose }) => purpose === 'newAddress')
    const page = await browser.fetchPage(mail?.url ?? '')
    const taken = { email: 'moved@example.test', emailVerified: new Date() }
    await app.adapter.createUser({ id: 'other', ...taken })
    await browser.postForm(page, {}, { follow: true })
    await app.settle()
    expect((await app.adapter.getUser(app.user.id))?.email).toBe(email)
    expect((await deleteAccount(requestFrom(browser), app.config, { email })).data.ok).toBe(true)
  })

  it('is refused for seven days after a new address, which can be undone', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const csrfToken = await browser.csrfToken()
    const fields = { csrfToken, email: 'moved@example.test', currentPassword: password }
    await browser.postJson('/auth/change-email', fields)
    await app.settle()
    const mail = app.sent.find(({ purpose }) => purpose === 'newAddress')
    await browser.postForm(await browser.fetchPage(mail?.url ?? ''), {}, { follow: true })
    await app.settle()
    const request = requestFrom(browser)
    const refused = await deleteAccount(request, app.config, { email: 'moved@example.test' })
    expect(refused.data).toMatchObject({ ok: false, error: { type: 'AccessDenied' } })
    expect((await browser.fetchPage(deletion)).url).toContain('error=AccessDenied')
    const undo = app.sent.find(({ purpose }) => purpose === 'oldAddress')
    const visitor = app.browser()
    await visitor.postForm(await visitor.fetchPage(undo?.url ?? ''), {}, { follow: true })
    expect((await app.adapter.getUser(app.user.id))?.email).toBe(email)
    clock.advance(7 * 24 * 60 * 60)
    await app.settle()
    await setPassword(app.config, app.user.id, password)
    const later = requestFrom(await app.signedIn())
    expect((await deleteAccount(later, app.config, { email })).data.ok).toBe(true)
  })

  it('is refused if `beforeDelete` throws', async () => {
    const app = await makeAccountApp({
      page: {
        beforeDelete: () => {
          throw new Error('You own a team.')
        },
      },
    })
    const browser = await app.signedIn()
    const page = await press(browser, await browser.fetchPage(deletion), 'delete-account', {
      email,
    })
    expect(new URL(page.url).searchParams.get('error')).toBe('AccessDenied')
    expect(await app.adapter.getUser(app.user.id)).not.toBeNull()
  })

  it('leaves nothing to a new user with the same address [FA12]', async () => {
    const app = await makeAccountApp()
    const keys = { provider: 'github', providerAccountId: '1' }
    await app.adapter.linkAccount({ ...keys, type: 'oauth', userId: app.user.id })
    const browser = await app.signedIn()
    await press(browser, await browser.fetchPage(deletion), 'delete-account', { email })
    expect(await app.adapter.getUserByAccount(keys)).toBeNull()
    const refused = await app.attempt({ email, password }, browser)
    expect(refused.status).not.toBe(200)
    const again = await app.adapter.createUser({ id: 'new', email, emailVerified: new Date() })
    expect(await app.adapter.getPassword(again.id)).toBeNull()
    expect(await app.adapter.listSessionsByUserId(again.id)).toEqual([])
  })

  it('beats a reset of the password that was asked for before [FA11]', async () => {
    const app = await makeAccountApp()
    const mail = await app.mailTo('forgot-password', email)
    const browser = await app.signedIn()
    await press(browser, await browser.fetchPage(deletion), 'delete-account', { email })
    const visitor = app.browser()
    const page = await visitor.fetchPage(mail?.url ?? '')
    if (page.forms[0]) await visitor.postForm(page, { password: 'another long pass phrase' })
    expect(await visitor.session()).toBeNull()
    expect(await app.adapter.getUser(app.user.id)).toBeNull()
    expect(await app.adapter.getPassword(app.user.id)).toBeNull()
  })

  it('is a call of core too', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const headers = {
      cookie: browser.cookieHeader(),
      origin: 'https://app.test',
      'sec-fetch-site': 'same-origin',
    }
    const request = new Request('https://app.test/leave', { method: 'POST', headers })
    expect(await describeAccount(request, app.config)).toMatchObject({
      user: { email, isEmailVerified: true },
      password: { isSet: true },
      canDelete: true,
    })
    const refused = await deleteAccount(request, app.config, { email: 'no' })
    expect(refused.data.ok).toBe(false)
    const { data } = await deleteAccount(request, app.config, { email })
    expect(data.ok).toBe(true)
    expect(await app.adapter.getUser(app.user.id)).toBeNull()
  })
})

describe('the option `account`', () => {
  it.each([
    [{}, /accountPage\(\)/],
    [{ loadFlows: async () => ({}), hide: ['avatar'] }, /hide/],
    [{ loadFlows: async () => ({}), beforeDelete: 1 }, /beforeDelete/],
  ])('is refused with a cure: %j', async (given, message) => {
    const app = await makeAccountApp()
    const { fatal } = inspectConfig({ ...app.config, account: given as never })
    expect(fatal.map((mistake) => mistake.message).join()).toMatch(message)
  })
})
