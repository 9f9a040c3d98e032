import { describe, expect, it } from 'vitest'
import { renderSignInPage, type SignInPageProps } from '../../src/pages/sign-in-page.js'
import type { SignInOption } from '../../src/pages/sign-in-option.js'

const github: SignInOption = {
  type: 'oauth',
  id: 'github',
  name: 'GitHub',
  signinUrl: 'https://app.test/auth/signin/github',
}
const email: SignInOption = {
  type: 'email',
  id: 'mail',
  name: 'Email',
  signinUrl: 'https://app.test/auth/signin/mail',
}
const password: SignInOption = {
  type: 'credentials',
  id: 'local',
  name: 'Password',
  callbackUrl: 'https://app.test/auth/callback/local',
  credentials: { username: { label: 'User name' }, password: { type: 'password' } },
}

const render = (props: Partial<SignInPageProps>): string =>
  String(
    renderSignInPage({
      theme: {},
      nonce: 'n0nce',
      siteUrl: 'https://app.test',
      csrfToken: 'token',
      callbackUrl: 'https://app.test/after?a=1&b=2',
      providers: [],
      ...props,
    }),
  )

const withFields = (
  fields: Extract<SignInOption, { type: 'credentials' }>['credentials'],
): string => render({ providers: [{ ...password, credentials: fields }] })

const inputOf = (page: string, name: string): string =>
  page.match(/<input[^>]*>/g)?.find((tag) => tag.includes(` name="${name}"`)) ?? ''

const badgeOf = (style: { brandColor?: string; bg?: string; logo?: string }, theme = {}): string =>
  /<span class="badge.*?<\/span>/s.exec(
    render({ theme, providers: [{ ...github, style }] }),
  )?.[0] ?? ''

describe('the forms', () => {
  it.each([
    [github, 'https://app.test/auth/signin/github'],
    [{ ...github, type: 'oidc' } as const, 'https://app.test/auth/signin/github'],
    [email, 'https://app.test/auth/signin/mail'],
    [password, 'https://app.test/auth/callback/local'],
  ])('posts %o to its own address', (option, action) => {
    const page = render({ providers: [option] })
    expect(page.match(/<form[^>]*>/g)).toEqual([`<form method="post" action="${action}">`])
  })

  it('carry the CSRF token and the return URL, each of them', () => {
    const page = render({ providers: [github, email, password] })
    expect(page.match(/<input type="hidden" name="csrfToken" value="token" \/>/g)).toHaveLength(3)
    expect(
      page.match(/name="callbackUrl" value="https:\/\/app\.test\/after\?a=1&amp;b=2"/g),
    ).toHaveLength(3)
  })

  it('leave the CSRF token out when there is none', () => {
    const page = render({ csrfToken: undefined, providers: [github, email, password] })
    expect(page).not.toContain('csrfToken')
    expect(page.match(/name="callbackUrl"/g)).toHaveLength(3)
  })

  it('never post to an address that is not one of the web', () => {
    const page = render({
      providers: [
        { ...github, signinUrl: 'javascript:alert(1)' },
        { ...password, callbackUrl: '//evil.test' },
      ],
    })
    expect(page).not.toContain('action=')
  })

  it('say "Sign in with" and the name', () => {
    const page = render({ providers: [github, email, password] })
    expect(
      page.match(/<button[^>]*>.*?<\/button>/g)?.map((button) => button.replace(/<[^>]*>/g, '')),
    ).toEqual(['Sign in with GitHub', 'Sign in with Email', 'Sign in with Password'])
  })

  it('have an "or" between them unless both are single buttons', () => {
    const count = (...providers: SignInOption[]): number =>
      render({ providers }).split('<p class="or">').length - 1
    expect(count(github)).toBe(0)
    expect(count(email)).toBe(0)
    expect(count(github, github)).toBe(0)
    expect(count(github, email)).toBe(1)
    expect(count(email, github)).toBe(1)
    expect(count(email, password, github, github)).toBe(2)
  })

  it('says so when there is no way to sign in', () => {
    expect(render({})).toContain('does not offer a way to sign in yet')
  })
})

describe('the badge of a service', () => {
  it('shows the initial in the colour of the brand', () => {
    const page = render({ providers: [email, { ...github, style: { brandColor: '#24292f' } }] })
    expect(page).toContain('<span class="badge painted provider-1" data-initial="G"></span>')
    expect(page).toContain('.provider-1 { --paint: #24292f; --ink: #fff }')
  })

  it('takes bg when brandColor is absent or unusable', () => {
    const page = render({
      providers: [{ ...github, style: { brandColor: 'red;}', bg: '#fff', text: '#0052cc' } }],
    })
    expect(page).toContain('.provider-0 { --paint: #fff; --ink: #000 }')
  })

  it.each(['/github.svg', 'data:image/png,x', 'https://app.test/github.svg'])(
    'shows the logo %s',
    (logo) => {
      expect(badgeOf({ logo })).toContain(`<img alt="" src="${logo}"`)
    },
  )

  it('shows a logo from the origin of the theme logo, which the policy lets in', () => {
    const logo = 'https://cdn.test/github.svg'
    expect(badgeOf({ logo }, { logo: 'https://cdn.test/us.svg' })).toContain(logo)
  })

  it.each(['https://cdn.test/github.svg', '//cdn.test/x.svg', 'javascript:alert(1)'])(
    'shows the initial in place of %s, which the policy keeps out',
    (logo) => {
      expect(badgeOf({ logo })).not.toContain('<img')
      expect(badgeOf({ logo })).toContain('data-initial="G"')
    },
  )

  it('does not cut a character of two code units in half', () => {
    expect(render({ providers: [{ ...github, name: ' 🔑 Keys' }] })).toContain('data-initial="🔑"')
  })
})

describe('the fields', () => {
  it('asks for an address, filled in when it is known', () => {
    const page = render({ providers: [email], email: 'ada@example.com' })
    const input = inputOf(page, 'email')
    for (const attribute of [
      'id="input-email-for-mail-provider"',
      'type="email"',
      'autocomplete="email"',
      'value="ada@example.com"',
    ]) {
      expect(input).toContain(attribute)
    }
    expect(input).toMatch(/ required( |$)/)
    expect(page).toContain('<label for="input-email-for-mail-provider">Email</label>')
    expect(inputOf(render({ providers: [email] }), 'email')).not.toContain('value=')
  })

  it('are labelled with their label, or else with their name', () => {
    const page = render({ providers: [password] })
    expect(page).toContain('<label for="input-username-for-local-provider">User name</label>')
    expect(page).toContain('<label for="input-password-for-local-provider">password</label>')
    expect(inputOf(page, 'username')).toContain('id="input-username-for-local-provider"')
    expect(inputOf(page, 'username')).toContain('type="text"')
    expect(inputOf(page, 'username')).not.toContain('label=')
  })

  it('keep no white space in their ids', () => {
    const page = withFields({ 'first name': {} })
    expect(page).toContain('for="input-first-name-for-local-provider"')
    expect(inputOf(page, 'first name')).toContain('id="input-first-name-for-local-provider"')
  })

  it.each([
    ['password', { type: 'password' }, 'current-password'],
    ['secret', { type: 'PASSWORD' }, 'current-password'],
    ['username', {}, 'username'],
    ['email', {}, 'username'],
    ['who', { type: 'email' }, 'username'],
    ['otp', {}, 'one-time-code'],
    ['password', { type: 'password', autocomplete: 'new-password' }, 'new-password'],
    ['username', { autoComplete: 'organization' }, 'organization'],
  ])('tell the browser what to fill into %s %j', (name, field, expected) => {
    const input = inputOf(withFields({ [name]: field }), name)
    expect(input.match(/autocomplete="[^"]*"/gi)).toEqual([`autocomplete="${expected}"`])
  })

  it.each([
    ['company', {}],
    ['user', { type: 'number' }],
  ])('leave %s %j to the browser', (name, field) => {
    expect(inputOf(withFields({ [name]: field }), name)).not.toContain('autocomplete')
  })

  it('keep the other attributes, but not those that could replace ours or run code', () => {
    const input = inputOf(
      withFields({
        code: {
          placeholder: '123 456',
          maxLength: 6,
          required: true,
          disabled: false,
          ID: 'mine',
          Name: 'mine',
          TYPE: 'number',
          onfocus: 'alert(1)',
          Style: 'display:none',
          formAction: '//evil.test',
          'a"b': 'x',
        },
      }),
      'code',
    )
    expect(input).toMatch(/ placeholder="123 456" maxlength="6" required/)
    expect(input).toContain('type="number"')
    expect(input).not.toMatch(/mine|alert|style|evil|a"b|disabled/)
  })

  it('put the label of a checkbox behind it', () => {
    const page = withFields({ remember: { type: 'checkbox', label: 'Remember me' } })
    expect(page).toMatch(/<div class="field check"><input[^>]*type="checkbox"[^>]*> <label/)
  })

  it('give a hidden field neither label nor row', () => {
    const page = withFields({ tenant: { type: 'hidden', value: 'acme', label: 'Tenant' } })
    expect(inputOf(page, 'tenant')).toContain('value="acme"')
    expect(page).not.toContain('<label')
  })

  it('show a form without fields as a button', () => {
    const page = withFields({})
    expect(page).toContain('Sign in with Password')
    expect(page).not.toContain('class="fields"')
  })
})

describe('the error', () => {
  it('is announced, in words of our own', () => {
    const page = render({ error: { type: 'CredentialsSignin', code: 'raw_code' } })
    expect(page).toMatch(
      /<p class="alert" role="alert" id="sign-in-error">\s*<strong>Those details/,
    )
    expect(page).not.toContain('raw_code')
  })

  it('is absent when nothing went wrong', () => {
    expect(render({ providers: [password] })).not.toMatch(/role="alert"|aria-describedby/)
  })

  it.each([
    ['CredentialsSignin', 'password', 'email'],
    ['EmailSignInError', 'email', 'password'],
  ])('%s describes the fields that it is about, and no others', (type, about, other) => {
    const page = render({ error: { type }, providers: [email, password] })
    expect(inputOf(page, about)).toContain('aria-describedby="sign-in-error"')
    expect(inputOf(page, other)).not.toContain('aria-describedby')
  })

  it.each(['toString', '__proto__', 'made-up-by-a-link'])(
    'of the unknown type %s gets the general text and is not repeated',
    (type) => {
      const page = render({ error: { type }, providers: [email, password] })
      expect(page).toContain('Something went wrong')
      expect(page).not.toContain(type)
      expect(page).not.toContain('aria-describedby')
    },
  )
})

it('says which site it is for', () => {
  expect(render({})).toContain('to continue to <a href="https://app.test">app.test</a>')
})
