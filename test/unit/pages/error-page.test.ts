import { describe, expect, it } from 'vitest'
import { english } from '../../../src/pages/find-language.js'
import { renderErrorPage, type ErrorPageProps } from '../../../src/pages/error-page.js'

const render = (props: Partial<ErrorPageProps>): string =>
  String(
    renderErrorPage({
      theme: {},
      nonce: 'n0nce',
      siteUrl: 'https://app.test',
      language: english,
      type: 'AccessDenied',
      signinUrl: 'https://app.test/auth/signin',
      ...props,
    }),
  )

const linksOf = (page: string): string[] =>
  [...page.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
    ([, href, text = '']) => `${text.replace(/<[^>]*>/g, '')} → ${href}`,
  )

describe('the error page', () => {
  it('says what went wrong, announced', () => {
    const page = render({ type: 'AccessDenied' })
    expect(page).toContain('<h1>Access denied</h1>')
    expect(page).toMatch(/<p class="lead" role="alert">This account is not allowed/)
  })

  it('leads back to sign-in and to the site', () => {
    expect(linksOf(render({ type: 'Verification' }))).toEqual([
      'Back to sign-in → https://app.test/auth/signin',
      'Back to app.test → https://app.test',
    ])
  })

  it('leads only to the site when signing in again cannot help', () => {
    expect(linksOf(render({ type: 'SessionTooLarge' }))).toEqual([
      'Back to app.test → https://app.test',
    ])
  })

  it('never leads to an address that is not one of the web', () => {
    const page = render({ signinUrl: 'javascript:alert(1)', siteUrl: 'javascript:alert(2)' })
    expect(linksOf(page)).toEqual([])
    expect(page).not.toContain('javascript:')
  })

  it.each(['toString', '__proto__', 'constructor', 'made-up-by-a-link'])(
    'gives the general text for %s and does not repeat it',
    (type) => {
      const page = render({ type })
      expect(page).toContain('<h1>Something went wrong</h1>')
      expect(page).not.toContain(type)
    },
  )
})
