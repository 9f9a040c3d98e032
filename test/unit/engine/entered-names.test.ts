import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { describeSignIn } from '../../../src/core.js'
import type { EmailConfig } from '../../../src/model/email.js'
import Credentials from '../../../src/providers/credentials.js'
import type { Browser, Page } from '../../support/browser.js'
import { login, makeApp } from '../../support/apps/app.js'

const enteredCookie = '__Host-authjs.attempt-entered'
const wrong = { username: 'Ada <b>', password: 'canary-wrong-password' }

const inputOf = (html: string, name: string): string =>
  html.match(/<input[^>]*>/g)?.find((tag) => tag.includes(` name="${name}"`)) ?? ''

/** Signs in with a wrong password, and follows the redirect to the page with the form. */
async function fail(browser: Browser, fields: Record<string, string> = wrong): Promise<Page> {
  const page = await browser.fetchPage('/auth/signin')
  const form = page.forms.findIndex(({ action }) => action.includes('/callback/'))
  return browser.postForm(page, fields, { form, follow: true })
}

describe('the sign-in page after a wrong password', () => {
  it('shows the name again and focuses the password field', async () => {
    const { html } = await fail(makeApp().browser())
    expect(inputOf(html, 'username')).toContain('value="Ada &lt;b&gt;"')
    expect(inputOf(html, 'username')).not.toContain('autofocus')
    const field = inputOf(html, 'password')
    expect(field).toContain('autofocus')
    expect(field).toContain('aria-describedby="error"')
    expect(field).not.toContain('value=')
  })

  it('never has the password or the name in a URL, in readable cookies or in the log', async () => {
    const app = makeApp({ debug: true })
    const browser = app.browser()
    const page = await browser.fetchPage('/auth/signin')
    const { response } = await browser.postForm(page, wrong)
    const seen = [
      response.headers.get('location'),
      ...response.headers.getSetCookie().map(decodeURIComponent),
      JSON.stringify(app.logs),
    ].join()
    expect(browser.cookie(enteredCookie)).toBeDefined()
    expect(seen).not.toContain('Ada <b>')
    expect(seen).not.toContain(wrong.password)
  })

  it('shows the name once, for a minute at most', async () => {
    const browser = makeApp().browser()
    const page = await browser.fetchPage('/auth/signin')
    const { response } = await browser.postForm(page, wrong)
    const line = response.headers.getSetCookie().find((one) => one.startsWith(enteredCookie))
    expect(line).toMatch(/; Max-Age=60;.*HttpOnly/)
    const failed = await browser.fetchPage('/auth/signin?error=CredentialsSignin')
    expect(failed.html).toContain('Ada &lt;b&gt;')
    expect(browser.cookie(enteredCookie)).toBeUndefined()
    const again = await browser.fetchPage('/auth/signin?error=CredentialsSignin')
    expect(again.html).not.toContain('Ada')
    // Without the name, the visitor begins with the first field.
    expect(inputOf(again.html, 'username')).toContain('autofocus')
  })

  it('does not show the name unless the page shows an error', async () => {
    const browser = makeApp().browser()
    await browser.postForm(await browser.fetchPage('/auth/signin'), wrong)
    expect((await browser.fetchPage('/auth/signin')).html).not.toContain('Ada')
    expect(browser.cookie(enteredCookie)).toBeUndefined()
  })

  it('keeps only fields that name a user', async () => {
    const text = { type: 'text' }
    const provider = Credentials({
      credentials: { login: {}, pin: text, secretWord: text, city: text, password: text },
      authorize: () => null,
    })
    const values = { pin: '1', secretWord: '2', city: '3', password: '4' }
    const browser = makeApp({ providers: [provider] }).browser()
    const { html } = await fail(browser, { login: 'ada', ...values })
    expect(inputOf(html, 'login')).toContain('value="ada"')
    for (const name of Object.keys(values)) expect(inputOf(html, name)).not.toContain('value=')
  })

  it('does not keep a name that would make the cookie long', async () => {
    const browser = makeApp().browser()
    await fail(browser, { ...wrong, username: 'a'.repeat(321) })
    expect(browser.cookie(enteredCookie)).toBeUndefined()
  })

  it('shows the error at the form that was sent if two forms ask for a password', async () => {
    const make = (id: string) =>
      Credentials({
        id,
        name: id,
        credentials: {
          [`user-${id}`]: { autocomplete: 'username' },
          password: { type: 'password' },
        },
        authorize: () => null,
      })
    const browser = makeApp({ providers: [make('one'), make('two')] }).browser()
    const page = await browser.fetchPage('/auth/signin')
    const { html } = await browser.postForm(
      page,
      { 'user-two': 'ada', password: 'x' },
      { form: 1, follow: true },
    )
    expect(html).toMatch(/<details open>/)
    expect(inputOf(html, 'user-one')).not.toContain('value=')
    expect(inputOf(html, 'user-one')).not.toContain('aria-invalid')
    expect(inputOf(html, 'user-two')).toContain('value="ada"')
    expect(inputOf(html, 'user-two')).toContain('aria-describedby="error"')
  })

  it('keeps nothing for a script, which still has its form', async () => {
    const browser = makeApp().browser()
    const csrfToken = await browser.csrfToken()
    const headers = { 'x-auth-return-redirect': '1' }
    await browser.postJson('/auth/callback/credentials', { ...wrong, csrfToken }, headers)
    expect(browser.cookie(enteredCookie)).toBeUndefined()
  })

  it('keeps nothing of a form without a CSRF token', async () => {
    const browser = makeApp().browser()
    const response = await browser.postJson('/auth/callback/credentials', wrong)
    expect(response.headers.get('location')).toContain('error=MissingCSRF')
    expect(browser.cookie(enteredCookie)).toBeUndefined()
  })
})

describe('a page of the app', () => {
  it('gets the name in the description of its field, until the visitor has signed in', async () => {
    const app = makeApp({ pages: { signIn: '/login' } })
    const browser = app.browser()
    const post = async (fields: Record<string, string>): Promise<void> => {
      const csrfToken = await browser.csrfToken()
      await browser.postJson('/auth/callback/credentials', { ...fields, csrfToken })
    }
    const describeFields = async (query: string): Promise<unknown> => {
      const headers = { cookie: browser.cookieHeader() }
      const request = new Request(`https://app.test/login${query}`, { headers })
      const { providers } = await describeSignIn(request, app.config)
      return providers[0]?.fields.map(({ name, attributes }) => [name, attributes['value']])
    }
    await post(wrong)
    expect(await describeFields('?error=CredentialsSignin')).toEqual([
      ['username', 'Ada <b>'],
      ['password', undefined],
    ])
    expect(await describeFields('')).toEqual([
      ['username', undefined],
      ['password', undefined],
    ])
    await post(login)
    expect(await browser.session()).not.toBeNull()
    expect(browser.cookie(enteredCookie)).toBeUndefined()
  })
})

describe('the sign-in page after a mistyped address', () => {
  const mail: EmailConfig = {
    id: 'mail',
    name: 'E-mail',
    type: 'email',
    from: 'app@app.test',
    server: 'smtp://mail.test',
    sendVerificationRequest: async () => {},
  }

  it('shows the address again, and focuses it', async () => {
    const browser = makeApp({ adapter: memoryAdapter(), providers: [mail] }).browser()
    const page = await browser.fetchPage('/auth/signin')
    const { html } = await browser.postForm(page, { email: 'ada@@example' }, { follow: true })
    expect(inputOf(html, 'email')).toContain('value="ada@@example"')
    expect(inputOf(html, 'email')).toContain('autofocus')
  })

  it('shows it in the form that also asks for a password', async () => {
    const provider = Credentials({
      credentials: { email: { type: 'email' }, password: { type: 'password' } },
      authorize: () => null,
    })
    const providers = [provider, mail]
    const browser = makeApp({ adapter: memoryAdapter(), providers }).browser()
    const page = await browser.fetchPage('/auth/signin')
    const response = await browser.send('/auth/signin/mail', {
      method: 'POST',
      headers: { origin: browser.origin, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ ...page.forms[0]?.hidden, email: 'ada@@example', password: 'x' }),
    })
    const { html } = await browser.fetchPage(response.headers.get('location') ?? '')
    expect(inputOf(html, 'email')).toContain('value="ada@@example"')
    expect(inputOf(html, 'email')).toContain('autofocus')
    expect(inputOf(html, 'password')).not.toMatch(/value=|autofocus/)
  })
})
