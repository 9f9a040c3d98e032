import { describe, expect, it } from 'vitest'
import { renderConfirmPage, type ConfirmPageProps } from '../../../src/pages/confirm-page.js'
import { english } from '../../../src/pages/find-language.js'

const render = (props: Partial<ConfirmPageProps> = {}): string =>
  String(
    renderConfirmPage({
      theme: {},
      nonce: 'n0nce',
      siteUrl: 'https://app.test',
      language: english,
      csrfToken: 'csrf',
      confirmUrl: 'https://app.test/auth/callback/mail',
      token: 'clear-token',
      email: 'ada@example.com',
      callbackUrl: 'https://app.test/after',
      ...props,
    }),
  )

describe('the page behind a mailed link', () => {
  it('says who signs in where, and that the link works once', () => {
    const page = render()
    expect(page).toContain('<h1>Finish signing in</h1>')
    expect(page).toContain(
      'signing in to <bdi>app.test</bdi> as <strong><bdi>ada@example.com</bdi></strong>.',
    )
    expect(page).toContain('works only once')
  })

  it('goes without the host when the site has no web address', () => {
    const page = render({ siteUrl: '' })
    expect(page).toContain('You are signing in as <strong><bdi>ada@example.com')
    expect(page).not.toContain('<a ')
  })

  it('posts everything with one button', () => {
    const page = render()
    expect(page.match(/<form[^>]*>/g)).toEqual([
      '<form method="post" action="https://app.test/auth/callback/mail">',
    ])
    expect(page.match(/<input[^>]*>/g)).toEqual([
      '<input type="hidden" name="csrfToken" value="csrf" />',
      '<input type="hidden" name="token" value="clear-token" />',
      '<input type="hidden" name="email" value="ada@example.com" />',
      '<input type="hidden" name="callbackUrl" value="https://app.test/after" />',
    ])
    expect(page.match(/<button[^>]*>[^<]*<\/button>/g)).toHaveLength(1)
  })

  it('leaves out what is not known', () => {
    const page = render({ csrfToken: undefined, callbackUrl: undefined })
    expect(page).not.toMatch(/csrfToken|callbackUrl/)
  })

  it('has the token in one place only', () => {
    expect(render().split('clear-token')).toHaveLength(2)
  })

  it('offers a way out that does not carry the address of the page along', () => {
    expect(render()).toContain(
      '<a class="quiet" rel="noreferrer" href="https://app.test">This was not me</a>',
    )
  })

  it('never posts to an address that is not one of the web', () => {
    expect(render({ confirmUrl: 'javascript:alert(1)' })).not.toContain('action=')
  })
})
