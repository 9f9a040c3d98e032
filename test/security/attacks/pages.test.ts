import { describe, expect, it } from 'vitest'
import { Auth, type AuthConfig } from '../../../src/core.js'
import { makeApp, passwordProvider } from '../../support/apps/app.js'
import { withoutReveal } from '../../support/without-reveal.js'
import { hostileUrls, markup } from '../../../src/testing/attack/hostile-inputs.js'

const pages = [
  'signin',
  'signin/credentials',
  'signout',
  'error',
  'verify-request',
  'nothing',
  'signin/nobody',
]
const names = [
  'error',
  'code',
  'email',
  'callbackUrl',
  'redirectTo',
  'provider',
  'type',
  'token',
  'csrfToken',
  'x',
]

/** The elements that a page of ours has; any other came from outside. */
const ownTags = new Set(
  '!doctype html head meta title style body main header h1 p a form input label button div span strong img svg path circle rect line g bdi'.split(
    ' ',
  ),
)

function expectInert(html: string, why: string): void {
  expect(strangeParts(html), why).toEqual([])
}

/** Tags, attributes and links that are none of ours. */
function strangeParts(html: string): readonly string[] {
  const strange: string[] = []
  const text = withoutReveal(html).replaceAll(
    /<\/?([a-z!][^\s/>]*)((?:"[^"]*"|[^">])*)>/gi,
    (_whole, tag: string, rest: string) => {
      if (!ownTags.has(tag.toLowerCase())) strange.push(tag)
      for (const [, name = '', value = ''] of rest.matchAll(/([^\s="/]+)(?:="([^"]*)")?/g)) {
        const isLink = /^(?:href|src|action)$/i.test(name)
        if (!/^(?!on|style|srcdoc|formaction)[a-z][\w:-]*$/i.test(name)) strange.push(name)
        if (isLink && !/^(?:https?:\/\/|\/|data:image)/.test(value)) strange.push(value)
      }
      return ''
    },
  )
  return text.includes('<') ? [...strange, text] : strange
}

async function get(
  config: AuthConfig,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return Auth(
    new Request(`https://app.test/auth/${path}`, { headers: { accept: 'text/html', ...headers } }),
    config,
  )
}

describe('B5, PG1: markup from outside', () => {
  it.each(markup)('PG1: %j stays text in every parameter of every page', async (text) => {
    const { config } = makeApp()
    for (const page of pages) {
      const query = new URLSearchParams(names.map((name) => [name, text]))
      const response = await get(config, `${page}?${query}`)
      const html = await response.text()
      expectInert(html, page)
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(response.headers.get('content-security-policy')).not.toContain('unsafe-inline')
    }
  })

  it.each(markup)('PG1: %j stays text in paths and headers', async (text) => {
    const { config } = makeApp()
    const headers = {
      referer: encodeURI(text),
      'user-agent': encodeURI(text),
      'x-forwarded-host': encodeURI(text),
    }
    for (const path of [
      encodeURIComponent(text),
      `signin/${encodeURIComponent(text)}`,
      `error/${encodeURI(text)}`,
    ]) {
      expectInert(await (await get(config, path, headers)).text(), path)
    }
    const refused = await Auth(
      new Request('https://app.test/auth/signout', {
        method: 'POST',
        headers: { origin: encodeURI(text) },
      }),
      config,
    )
    expectInert(await refused.text(), 'origin')
  })

  it.each(markup)('PG1: %j stays text in names, labels and the theme', async (text) => {
    const { config } = makeApp({
      providers: [
        {
          ...passwordProvider,
          name: text,
          credentials: {
            [text]: { label: text, type: text, placeholder: text, value: text, [text]: text },
          },
        },
      ],
      theme: { logo: text, brandColor: text, buttonText: text, colorScheme: text as 'auto' },
    })
    for (const page of pages) {
      const response = await get(config, page)
      expectInert(await response.text(), page)
      const policy = response.headers.get('content-security-policy') ?? ''
      expect(policy.split(';').map((part) => part.trim().split(' ')[0])).toEqual([
        'default-src',
        'style-src',
        'img-src',
        'form-action',
        'base-uri',
        'frame-ancestors',
      ])
    }
  })
})

describe('B25: addresses that run code', () => {
  it('B25: are in no page, wherever they were given', async () => {
    const { config } = makeApp()
    for (const url of hostileUrls.filter((one) => one.length < 1000)) {
      const query = new URLSearchParams({
        callbackUrl: url.toWellFormed(),
        redirectTo: url.toWellFormed(),
      })
      for (const page of ['signin', 'signout', 'error']) {
        const html = await (await get(config, `${page}?${query}`)).text()
        expectInert(html, url)
        const links = [...html.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, link = '']) => link)
        expect(links.filter((link) => !/^https:\/\/app\.test(?:\/|$)/.test(link))).toEqual([])
      }
    }
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x'])(
    'B25: %s is no logo',
    async (logo) => {
      const { config } = makeApp({ theme: { logo } })
      const response = await get(config, 'signin')
      expect(await response.text()).not.toContain('<img')
      expect(response.headers.get('content-security-policy')).toContain("img-src 'self' data:;")
    },
  )

  it('a logo of another site is allowed by the policy, and only that site', async () => {
    const { config } = makeApp({ theme: { logo: 'https://cdn.example.test/logo.svg' } })
    const policy = (await get(config, 'signin')).headers.get('content-security-policy')
    expect(policy).toContain("img-src 'self' data: https://cdn.example.test;")
  })
})

describe('PG2: the pages', () => {
  it.each(pages)(
    'PG2: load nothing from elsewhere and run nothing but the script of password fields: %s',
    async (page) => {
      const html = await (await get(makeApp().config, page)).text()
      expect(withoutReveal(html)).not.toMatch(
        /<script|<link|<iframe|@import|url\(\s*["']?(?:https?:|\/\/)/i,
      )
      expect(html).not.toMatch(/\sstyle="/)
      for (const [, address = ''] of html.matchAll(/\ssrc="([^"]*)"/g))
        expect(address).toMatch(/^(?:data:|\/)/)
    },
  )
})
