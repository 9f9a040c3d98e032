import { describe, expect, it } from 'vitest'
import { english } from '../../../src/pages/find-language.js'
import { renderSignOutPage, type SignOutPageProps } from '../../../src/pages/sign-out-page.js'

const render = (props: Partial<SignOutPageProps> = {}): string =>
  String(
    renderSignOutPage({
      theme: {},
      nonce: 'n0nce',
      siteUrl: 'https://app.test',
      language: english,
      csrfToken: 'token',
      callbackUrl: 'https://app.test/bye',
      signoutUrl: 'https://app.test/auth/signout',
      ...props,
    }),
  )

describe('the sign-out page', () => {
  it('asks, and posts to the sign-out address with token and return URL', () => {
    const page = render()
    expect(page).toContain('Do you want to sign out of <bdi>app.test</bdi>?')
    expect(page).toContain('<form method="post" action="https://app.test/auth/signout">')
    expect(page).toContain('<input type="hidden" name="csrfToken" value="token" />')
    expect(page).toContain(
      '<input type="hidden" name="callbackUrl" value="https://app.test/bye" />',
    )
    expect(page).toMatch(/<button type="submit"[^>]*>Sign out<\/button>/)
  })

  it('has no CSRF field without a token', () => {
    expect(render({ csrfToken: undefined })).not.toContain('csrfToken')
  })

  it('offers the way back to the site', () => {
    expect(render()).toContain('<a class="quiet" href="https://app.test">Stay signed in</a>')
  })

  it('asks without a name when the site has no web address', () => {
    const page = render({ siteUrl: '' })
    expect(page).toContain('Do you want to sign out?')
    expect(page).not.toContain('<a ')
  })

  it('never posts to an address that is not one of the web', () => {
    expect(render({ signoutUrl: 'javascript:alert(1)' })).not.toContain('action=')
  })
})
