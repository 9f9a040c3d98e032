import { describe, expect, it } from 'vitest'
import { html } from '../../../src/http/html.js'
import { english, findLanguage } from '../../../src/pages/find-language.js'
import { renderDocument } from '../../../src/pages/document.js'
import { revealScript } from '../../../src/pages/reveal-button.js'
import Credentials from '../../../src/providers/credentials.js'
import { makeApp } from '../../support/apps/app.js'

const render = (body = html`<input type="password" id="p" />`, language = english): string =>
  String(
    renderDocument(
      { theme: {}, nonce: 'n0nce', siteUrl: 'https://app.test', language },
      { heading: 'Hello', glyph: 'key', body },
    ),
  )

/** As much of an element as the script needs. */
class FakeElement extends EventTarget {
  readonly id: string
  type = ''
  readonly attributes = new Map<string, string>([['aria-pressed', 'false']])
  next: FakeElement | undefined
  form: FakeElement | null = null

  constructor(id: string) {
    super()
    this.id = id
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value)
  }

  after(element: FakeElement): void {
    this.next = element
  }
}

/** Runs the script on a page with one form and two password fields. */
function runScript(): { readonly form: FakeElement; readonly inputs: readonly FakeElement[] } {
  const form = new FakeElement('form')
  const inputs = ['one', 'two'].map((id) => Object.assign(new FakeElement(id), { form }))
  for (const input of inputs) input.type = 'password'
  const button = { cloneNode: () => new FakeElement('') }
  const document = {
    getElementById: (id: string) => id === 'reveal' && { content: { firstElementChild: button } },
    querySelectorAll: (selector: string) => (selector === 'input[type=password]' ? inputs : []),
  }
  // oxlint-disable-next-line no-new-func, no-implied-eval -- This is what the browser runs.
  new Function('document', revealScript)(document)
  return { form, inputs }
}

describe('the markup', () => {
  it('has a button in a template, so that it is not there without JavaScript', () => {
    const page = render()
    const template = /<template id="reveal">(.*?)<\/template>/s.exec(page)?.[1] ?? ''
    expect(template).toMatch(/<button\s+type="button"[^>]* aria-pressed="false"/)
    expect(template).toContain('aria-label="Show password"')
    expect(page.replace(template, '')).not.toContain('<button')
  })

  it('is in the language of the page', async () => {
    const german = await findLanguage({ preferred: 'de' })
    expect(render(undefined, german)).toContain('aria-label="Passwort anzeigen"')
  })

  it('has a script that cannot end early, with the nonce', () => {
    expect(render().match(/<script[^>]*>/g)).toEqual(['<script nonce="n0nce">'])
    expect(revealScript).not.toMatch(/<|&/)
  })

  it('is not on a page without a password field', () => {
    const page = render(html`<input type="text" />${' type="password"'}`)
    expect(page).not.toMatch(/<script|<template|\.reveal/)
  })
})

describe('the script', () => {
  it('adds a button after each field, which shows and hides that password only', () => {
    const { inputs } = runScript()
    const [one, two] = inputs
    const button = one?.next
    expect(button?.attributes.get('aria-controls')).toBe('one')
    button?.dispatchEvent(new Event('click'))
    expect([one?.type, two?.type]).toEqual(['text', 'password'])
    expect(button?.attributes.get('aria-pressed')).toBe('true')
    button?.dispatchEvent(new Event('click'))
    expect(one?.type).toBe('password')
    expect(button?.attributes.get('aria-pressed')).toBe('false')
  })

  it('hides the passwords before the form is sent', () => {
    const { form, inputs } = runScript()
    for (const { next } of inputs) next?.dispatchEvent(new Event('click'))
    form.dispatchEvent(new Event('submit'))
    expect(inputs.map(({ type }) => type)).toEqual(['password', 'password'])
    expect(inputs.map(({ next }) => next?.attributes.get('aria-pressed'))).toEqual([
      'false',
      'false',
    ])
  })
})

describe('the policy of the page', () => {
  const policyOf = (response: Response): string =>
    response.headers.get('content-security-policy') ?? ''

  it.each(['GET', 'HEAD'])(
    'allows this script by its nonce and nothing else (%s)',
    async (method) => {
      const response = await makeApp().browser().send('/auth/signin', { method })
      const policy = policyOf(response)
      const [, nonce = ''] = /script-src 'nonce-([\w-]+)'(?:;|$)/.exec(policy) ?? []
      expect(nonce).not.toBe('')
      expect(policy).not.toMatch(/unsafe|connect-src/)
      if (method === 'GET') expect(await response.text()).toContain(`<script nonce="${nonce}">`)
    },
  )

  it('allows no script if the page has no password field', async () => {
    const provider = Credentials({ credentials: { code: {} }, authorize: () => null })
    const query = `?callbackUrl=${encodeURIComponent('/?<script nonce="x"> type="password"')}`
    const browser = makeApp({ providers: [provider] }).browser()
    expect(policyOf(await browser.send(`/auth/signin${query}`))).not.toContain('script-src')
  })
})
