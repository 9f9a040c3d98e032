import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../src/adapters/memory.js'
import Passkey from '../../src/providers/passkey.js'
import { makeApp, passwordProvider } from '../engine/app.js'
import { recordingProvider } from '../email/mail-app.js'
import { withoutReveal } from '../pages/without-reveal.js'
import { makePasskeyApp } from './passkey-app.js'

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
  it('hides the form until the script has shown it, and says so to whoever has none', async () => {
    const { html } = await makePasskeyApp({ providers: [Passkey()] })
      .browser()
      .fetchPage('/auth/signin')
    expect(attributesOf(html, 'form')).toMatchObject({
      hidden: '',
      method: 'post',
      'data-passkey': 'passkey',
      'data-base-path': '/auth',
      'data-autofill': '',
    })
    const [, hint = ''] = /<noscript>(.*?)<\/noscript>/s.exec(html) ?? []
    expect(hint).toMatch(/passkeys/i)
    expect(html).toMatch(/<p class="alert" role="alert" hidden><\/p>/)
    expect(html).toMatch(/<input[^>]*autocomplete="username webauthn"[^>]*>/)
    expect(html.match(/<button/g)).toHaveLength(2)
    expect(html).toMatch(/<button type="submit" class="button" value="register">/)
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

  it('does not offer autofill where the provider does not want it', async () => {
    const providers = [Passkey({ enableConditionalUI: false })]
    const { html } = await makePasskeyApp({ providers }).browser().fetchPage('/auth/signin')
    expect(attributesOf(html, 'form')).not.toHaveProperty('data-autofill')
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
