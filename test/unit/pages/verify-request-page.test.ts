import { describe, expect, it } from 'vitest'
import { english } from '../../../src/pages/find-language.js'
import {
  renderVerifyRequestPage,
  type VerifyRequestPageProps,
} from '../../../src/pages/verify-request-page.js'

const code = {
  url: 'https://app.test/auth/callback/mail',
  csrfToken: 'token',
  callbackUrl: 'https://app.test/after',
  length: 6,
}

const render = (props: Partial<VerifyRequestPageProps> = {}): string =>
  String(
    renderVerifyRequestPage({
      theme: {},
      nonce: 'n0nce',
      siteUrl: 'https://app.test',
      language: english,
      ...props,
    }),
  )

const inputOf = (page: string): string => /<input[^>]* name="code"[^>]*>/.exec(page)?.[0] ?? ''

describe('the page after a mail was sent', () => {
  it('sends the visitor to their mailbox, and to the spam folder', () => {
    const page = render()
    expect(page).toContain('<h1>Check your e-mail</h1>')
    expect(page).toContain('We sent you a sign-in link. Open it to finish signing in.')
    expect(page).toContain('spam folder')
    expect(page).not.toContain('<form')
  })

  it('names the address when it is known', () => {
    const page = render({ email: 'ada@example.com' })
    expect(page).toContain('link to <strong><bdi>ada@example.com</bdi></strong>.')
  })

  it('offers to try again, or else the way back to the site', () => {
    expect(render({ signinUrl: '/auth/signin' })).toContain(
      '<a class="quiet" href="/auth/signin">Try again or use another address</a>',
    )
    for (const signinUrl of [undefined, 'javascript:alert(1)']) {
      expect(render({ signinUrl })).toContain(
        '<a class="quiet" href="https://app.test">Back to <bdi>app.test</bdi></a>',
      )
    }
  })
})

describe('the form for the code', () => {
  it('posts the code with what belongs to it', () => {
    const page = render({ code, email: 'ada@example.com' })
    expect(page).toContain('<form method="post" action="https://app.test/auth/callback/mail">')
    for (const [name, value] of [
      ['csrfToken', 'token'],
      ['email', 'ada@example.com'],
      ['callbackUrl', 'https://app.test/after'],
    ]) {
      expect(page).toContain(`<input type="hidden" name="${name}" value="${value}" />`)
    }
    expect(page).toMatch(/<button type="submit"[^>]*>Continue<\/button>/)
    expect(page).toContain('type the code from the e-mail here')
  })

  it('leaves out what is not known', () => {
    const page = render({ code: { ...code, csrfToken: undefined, callbackUrl: undefined } })
    expect(page).not.toContain('type="hidden"')
  })

  it('asks for digits, by keyboard and by autofill', () => {
    const page = render({ code })
    for (const attribute of [
      'id="code"',
      'inputmode="numeric"',
      'autocomplete="one-time-code"',
      'title="The code has 6 digits."',
      'aria-describedby="sent"',
      'dir="ltr"',
    ]) {
      expect(inputOf(page)).toContain(attribute)
    }
    expect(inputOf(page)).toMatch(/ required( |$)/)
    expect(page).toContain('<label for="code">Code from the e-mail</label>')
    expect(page).toContain('id="sent"')
  })

  it.each([
    ['123456', true],
    ['123 456', true],
    [' 123456 ', true],
    ['12345', false],
    ['1234567', false],
    ['12345a', false],
  ])('takes %j: %s', (typed, accepted) => {
    const input = inputOf(render({ code }))
    const pattern = / pattern="([^"]*)"/.exec(input)?.[1] ?? ''
    expect(new RegExp(`^(?:${pattern})$`, 'v').test(typed)).toBe(accepted)
    expect(typed.length).toBeLessThanOrEqual(Number(/ maxlength="(\d+)"/.exec(input)?.[1]))
  })

  it('says what was wrong with a code, right under it', () => {
    const page = render({ code: { ...code, error: 'Verification' } })
    expect(page).toMatch(/name="code"[^>]*>\s*<p class="field-alert" role="alert" id="error">/)
    expect(page).toContain('That code is wrong or has expired.')
    expect(page).toContain('<title>That code is wrong or has expired · ')
    expect(inputOf(page)).toContain('aria-describedby="error"')
    expect(inputOf(page)).toContain('aria-invalid="true"')
  })

  it.each([
    ['TooManyRequests', 'Too many attempts'],
    ['made-up', 'Something went wrong'],
  ])('tells of %s in words of our own', (error, title) => {
    const page = render({ code: { ...code, error } })
    expect(page).toContain(`<strong>${title}</strong>`)
    expect(page).not.toContain('made-up')
  })

  it('is quiet when nothing went wrong', () => {
    expect(render({ code })).not.toMatch(/role="alert"|aria-invalid=/)
  })

  it('never posts to an address that is not one of the web', () => {
    expect(render({ code: { ...code, url: 'javascript:alert(1)' } })).not.toContain('action=')
  })
})
