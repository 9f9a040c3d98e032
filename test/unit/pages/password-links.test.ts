import { describe, expect, it } from 'vitest'
import { english } from '../../../src/pages/find-language.js'
import type { PasswordLinks } from '../../../src/pages/password-links.js'
import type { SignInOption } from '../../../src/pages/sign-in-option.js'
import { renderSignInPage, type SignInPageProps } from '../../../src/pages/sign-in-page.js'
import { withoutReveal } from '../../support/without-reveal.js'

const credentials = { email: { type: 'email' }, password: { type: 'password' } }
const providers: readonly SignInOption[] = [
  { type: 'credentials', id: 'ldap', name: 'LDAP', callbackUrl: '/ldap', credentials },
  { type: 'credentials', id: 'password', name: 'Password', callbackUrl: '/password', credentials },
]
const signUp = { url: '/auth/signup', text: 'Create account' }
const forgotPassword = { url: '/auth/forgot-password', text: 'Forgot your password?' }

const render = (
  passwordLinks: PasswordLinks | undefined,
  signUp?: SignInPageProps['signUp'],
): string =>
  String(
    renderSignInPage({
      theme: {},
      nonce: 'n0nce',
      siteUrl: 'https://app.test',
      language: english,
      csrfToken: 'token',
      callbackUrl: '/',
      providers,
      passwordLinks,
      signUp,
    }),
  )

/** What the tab key reaches, in order. */
const stopsOf = (page: string): readonly string[] =>
  [
    ...withoutReveal(page).matchAll(/<(?:input\s+id="([^"]*)"|(button)|a [^>]*href="([^"]*)")/g),
  ].map(([, id, button, href]) => id ?? button ?? href ?? '')

describe('the links of the sign-in page', () => {
  it('follow their fields and their form, in the order of the tab key', () => {
    expect(stopsOf(render({ providerId: 'password', forgotPassword }, signUp))).toEqual([
      'https://app.test',
      'input-email-for-ldap-provider',
      'input-password-for-ldap-provider',
      'button',
      'input-email-for-password-provider',
      'input-password-for-password-provider',
      '/auth/forgot-password',
      'button',
      '/auth/signup',
    ])
  })

  it('are optional, each of them', () => {
    expect(render(undefined, signUp)).not.toContain('Forgot')
    expect(render({ providerId: 'password', forgotPassword })).not.toContain('Create account')
  })

  it('add nothing to a page without them', () => {
    const page = render(undefined)
    expect(page).not.toMatch(/forgot|signup/)
    expect(render({ providerId: 'other', forgotPassword }).replace(/\n\.forgot\{.*\}/, '')).toBe(
      page,
    )
  })

  it.each(['javascript:alert(1)', '//evil.test', 'data:text/html,x'])('never lead to %j', (url) => {
    const page = render(
      { providerId: 'password', forgotPassword: { ...forgotPassword, url } },
      { ...signUp, url },
    )
    expect(page).not.toContain(url)
    expect(page).not.toMatch(/Forgot|Create account/)
  })
})
