import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { describeSignIn, isAuthRoute } from '../../../src/core.js'
import { texts as german } from '../../../src/pages/languages/de.js'
import Passkey from '../../../src/providers/passkey.js'
import { makeApp, passwordProvider } from '../../support/apps/app.js'
import { recordingProvider } from '../../support/apps/mail-app.js'
import { makeMailingApp } from '../../support/apps/mailing-app.js'
import { withoutReveal } from '../../support/without-reveal.js'
import { makePasskeyApp } from '../../support/apps/passkey-app.js'

/** The directives of the policy of a page, by name. */
function policyOf({ headers }: Response): ReadonlyMap<string, string> {
  const directives = (headers.get('content-security-policy') ?? '').split('; ')
  return new Map(
    directives.map((directive) => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values.join(' ')]
    }),
  )
}

function attributesOf(html: string, tag: string): Readonly<Record<string, string>> {
  const [, text = ''] = new RegExp(`<${tag}\\b([^>]*)>`).exec(html) ?? []
  const found = text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value]))
}

const others = [passwordProvider, recordingProvider([])]

describe('the sign-in page with passkeys', () => {
  it('hides the form until the script has shown it, and says so to visitors without JavaScript', async () => {
    const { html } = await makePasskeyApp({ providers: [Passkey()] })
      .browser()
      .fetchPage('/auth/signin')
    expect(attributesOf(html, 'form')).toMatchObject({
      hidden: '',
      method: 'post',
      'data-passkey': 'passkey',
      'data-base-path': '/auth',
    })
    const [, hint = ''] = /<noscript>(.*?)<\/noscript>/s.exec(html) ?? []
    expect(hint).toMatch(/passkeys/i)
    expect(html).toMatch(/<p class="alert" role="alert" hidden><\/p>/)
    expect(html.match(/<button/g)).toHaveLength(1)
    expect(html).not.toMatch(/value="register"|type="email"/)
  })

  it('has the words of the script, in the language of the visitor', async () => {
    const browser = makePasskeyApp({ providers: [Passkey()] }).browser()
    const headers = { accept: 'text/html', 'accept-language': 'de' }
    const html = await (await browser.send('/auth/signin', { headers })).text()
    const { 'data-texts': text = '' } = attributesOf(html, 'form')
    const texts = JSON.parse(text.replaceAll('&quot;', '"')) as Record<string, string>
    expect(Object.keys(texts).toSorted()).toEqual(
      [
        'AccessDenied',
        'AccountNotLinked',
        'InvalidEmailAddress',
        'TooManyRequests',
        'WebAuthnVerificationError',
        'already-registered',
        'cancelled',
        'general',
        'unsupported',
      ].toSorted(),
    )
    expect(texts['unsupported']).toMatch(/Passkeys?/)
    expect(html).toContain('lang="de"')
  })

  it('has one script, of our own, under the nonce of the page', async () => {
    const { html, response } = await makePasskeyApp().browser().fetchPage('/auth/signin')
    const { nonce = '', type, src } = attributesOf(html, 'script')
    expect(withoutReveal(html).match(/<script/g)).toHaveLength(1)
    expect(type).toBe('module')
    expect(src).toMatch(/^https:\/\/app\.test\/auth\/webauthn-script\?v=[\da-f]{12}$/)
    const policy = policyOf(response)
    expect(policy.get('script-src')).toBe(`'nonce-${nonce}'`)
    expect(policy.get('connect-src')).toBe("'self'")
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
  })

  it('offers autofill in the field of another form, unless the provider does not want it', async () => {
    const show = async (enableConditionalUI: boolean): Promise<string> => {
      const providers = [Passkey({ enableConditionalUI }), recordingProvider([])]
      return (await makePasskeyApp({ providers }).browser().fetchPage('/auth/signin')).html
    }
    const page = await show(true)
    expect(page).toContain('data-autofill')
    expect(page).toMatch(/<input[^>]*autocomplete="username webauthn"[^>]*>/)
    expect(await show(false)).not.toMatch(/data-autofill|webauthn"/)
  })

  it('asks for a name if the browser cannot find the passkey without one', async () => {
    const registrationOptions = { authenticatorSelection: { residentKey: 'discouraged' } } as const
    const providers = [Passkey({ registrationOptions })]
    const { html } = await makePasskeyApp({ providers }).browser().fetchPage('/auth/signin')
    expect(html).toMatch(/<input[^>]*type="email"/)
    expect(html).not.toContain('value="register"')
  })

  it('leads to the sign-up page, also from the page of the provider, and nowhere else', async () => {
    const app = makePasskeyApp({ providers: [Passkey(), ...others] })
    const link = 'href="https://app.test/auth/signup?callbackUrl=https%3A%2F%2Fapp.test%2Fin"'
    for (const page of ['signin', 'signin/passkey']) {
      const { html } = await app.browser().fetchPage(`/auth/${page}?callbackUrl=/in`)
      expect(html).toContain(link)
    }
    const { html } = await app.browser().fetchPage('/auth/signin/credentials?callbackUrl=/in')
    expect(html).not.toContain('signup')
  })

  it('knows where the endpoints are', async () => {
    const app = makePasskeyApp({ providers: [Passkey()], basePath: '/api/sign' })
    const { html } = await app.browser().fetchPage('/api/sign/signin')
    expect(attributesOf(html, 'form')['data-base-path']).toBe('/api/sign')
    expect(attributesOf(html, 'script')['src']).toContain('/api/sign/webauthn-script?')
  })

  it('leaves the script out where the application has its own', async () => {
    const providers = [Passkey({ simpleWebAuthnBrowserVersion: false }), passwordProvider]
    const browser = makePasskeyApp({ providers }).browser()
    const { html, response } = await browser.fetchPage('/auth/signin')
    expect(withoutReveal(html)).not.toContain('<script')
    expect(policyOf(response).has('connect-src')).toBe(false)
  })

  it('has no script on the page of a provider that needs none', async () => {
    const browser = makePasskeyApp().browser()
    const { html, response } = await browser.fetchPage('/auth/signin/credentials')
    expect(withoutReveal(html)).not.toContain('<script')
    expect(policyOf(response).has('connect-src')).toBe(false)
    expect((await browser.fetchPage('/auth/signin/passkey')).html).toContain('<script')
  })

  it('is where a form without the script leads', async () => {
    const browser = makePasskeyApp().browser()
    const body = new URLSearchParams({ csrfToken: await browser.csrfToken(), callbackUrl: '/in' })
    const response = await browser.fetch('/auth/signin/passkey', { method: 'POST', body })
    expect(response.headers.get('location')).toBe(
      'https://app.test/auth/signin/passkey?callbackUrl=https%3A%2F%2Fapp.test%2Fin',
    )
  })
})

describe('the sign-up page with passkeys', () => {
  const open = async (
    options: Parameters<typeof makePasskeyApp>[0] = { providers: [Passkey()] },
    language = 'en',
  ): Promise<{ readonly html: string; readonly response: Response }> => {
    const headers = { accept: 'text/html', 'accept-language': language }
    const path = '/auth/signup?callbackUrl=/in'
    const response = await makePasskeyApp(options).browser().send(path, { headers })
    return { html: await response.text(), response }
  }

  it('creates the first account of an app without any other method', async () => {
    const { html, response } = await open()
    expect(response.status).toBe(200)
    expect(html).toContain('<h1>Create account</h1>')
    expect(attributesOf(html, 'form')).toMatchObject({ hidden: '', 'data-passkey': 'passkey' })
    expect(html).toMatch(/<input[^>]*type="email"[^>]*autocomplete="username webauthn"/)
    expect(html).toMatch(/<button type="submit" class="button brand painted" value="register">/)
    expect(html).toMatch(/name="callbackUrl" value="https:\/\/app\.test\/in"/)
    expect(html).toContain('signin?callbackUrl=https%3A%2F%2Fapp.test%2Fin"')
    expect(html).toMatch(/<noscript>[^]*passkeys/i)
  })

  it('has one script, of our own, under the nonce of the page', async () => {
    const { html, response } = await open()
    const { nonce = '', src } = attributesOf(html, 'script')
    expect(src).toMatch(/^https:\/\/app\.test\/auth\/webauthn-script\?v=/)
    expect(policyOf(response).get('script-src')).toBe(`'nonce-${nonce}'`)
    expect(policyOf(response).get('connect-src')).toBe("'self'")
    const own = await open({ providers: [Passkey({ simpleWebAuthnBrowserVersion: false })] })
    expect(own.html).not.toContain('<script')
    expect(policyOf(own.response).has('connect-src')).toBe(false)
  })

  it('is in the language of the visitor, with the label of its field', async () => {
    const { html } = await open(undefined, 'ar')
    expect(html).toContain('<h1>إنشاء حساب</h1>')
    expect(html.replaceAll(/<(?:style|script)[^]*?<\/(?:style|script)>/g, '')).not.toMatch(
      />[^<]*[a-z]{3}[^<]*E-mail|>E-mail</,
    )
  })

  it('does not exist without a way to sign up', async () => {
    const app = makeApp({ providers: others, adapter: memoryAdapter() })
    expect((await app.browser().fetchPage('/auth/signup')).response.status).toBe(404)
    expect(isAuthRoute('/auth/signup', app.config)).toBe(false)
    expect(isAuthRoute('/auth/signup', makePasskeyApp().config)).toBe(true)
    expect(isAuthRoute('/auth/forgot-password', makePasskeyApp().config)).toBe(false)
  })

  it('is replaced with the page of the app', async () => {
    const { response } = await open({ providers: [Passkey()], pages: { signUp: '/join' } })
    expect(response.headers.get('location')).toBe(
      'https://app.test/join?callbackUrl=https%3A%2F%2Fapp.test%2Fin',
    )
  })

  it('has one field for the address if visitors can also choose a password', async () => {
    const app = await makeMailingApp({
      others: [Passkey()],
      experimental: { enableWebAuthn: true },
    })
    const { html, response } = await app.browser().fetchPage('/auth/signup')
    expect(html.match(/type="email"/g)).toHaveLength(1)
    expect(html).toMatch(/data-field="email"[^]*value="register"/)
    expect(html).toMatch(/<script type="module"/)
    expect(policyOf(response).get('connect-src')).toBe("'self'")
    const signIn = (await app.browser().fetchPage('/auth/signin')).html
    expect(signIn.match(/Create account/g)).toHaveLength(1)
  })

  it('has passkeys only if the app does not let visitors sign up with a password', async () => {
    const app = await makeMailingApp({
      others: [Passkey()],
      password: { signUp: false },
      experimental: { enableWebAuthn: true },
    })
    const { html } = await app.browser().fetchPage('/auth/signup')
    expect(html).toContain('value="register"')
    expect(html).not.toContain('Send link')
  })

  it('is described for a page of the app', async () => {
    const at = new Request('https://app.test/login?callbackUrl=/in')
    const { signUpUrl } = await describeSignIn(at, makePasskeyApp().config)
    expect(signUpUrl).toBe('https://app.test/auth/signup?callbackUrl=https%3A%2F%2Fapp.test%2Fin')
    const without = makeApp({ providers: others, adapter: memoryAdapter() })
    expect((await describeSignIn(at, without.config)).signUpUrl).toBeUndefined()
  })

  it('is described with what a button of the app needs, in the language of the page', async () => {
    const at = new Request('https://app.test/login')
    const { providers } = await describeSignIn(at, makePasskeyApp().config, { language: 'de' })
    expect(providers.map(({ passkey }) => passkey)).toEqual([
      {
        autofill: true,
        needsFields: false,
        basePath: '/auth',
        messages: expect.objectContaining({
          general: german.errors.general.sentence,
          cancelled: german.signIn.passkeyCancelled,
          unsupported: german.signIn.passkeysUnavailable,
        }),
      },
      undefined,
    ])
  })
})

describe('the sign-in page without passkeys', () => {
  it('has no script of passkeys, and may call nothing', async () => {
    const app = makeApp({ providers: others, adapter: memoryAdapter() })
    const { html, response } = await app.browser().fetchPage('/auth/signin')
    expect(withoutReveal(html)).not.toMatch(/<script|data-passkey|noscript/)
    const policy = policyOf(response)
    expect(policy.has('connect-src')).toBe(false)
  })
})

describe('the script', () => {
  it('is served to be kept, with no cookie', async () => {
    const browser = makePasskeyApp().browser()
    const page = await browser.fetchPage('/auth/signin')
    const { src = '' } = attributesOf(page.html, 'script')
    const response = await makePasskeyApp().browser().fetch(src)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(response.headers.get('vary')).toBeNull()
    expect(response.headers.getSetCookie()).toEqual([])
    const text = await response.text()
    expect(text).toContain('form[data-passkey]')
    expect(src).toContain(createHash('sha256').update(text).digest('hex').slice(0, 12))
  })

  it('sets no cookie where there are some', async () => {
    const browser = makePasskeyApp().browser()
    await browser.fetchPage('/auth/signin')
    const response = await browser.fetch('/auth/webauthn-script')
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('has no body for HEAD', async () => {
    const browser = makePasskeyApp().browser()
    const response = await browser.fetch('/auth/webauthn-script', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  it('is not there without passkeys', async () => {
    const app = makeApp({ providers: others, adapter: memoryAdapter() })
    const response = await app.browser().fetch('/auth/webauthn-script')
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toContain('no-store')
  })
})
