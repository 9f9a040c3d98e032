import { describe, expect, it } from 'vitest'
import type { LogoPart, OAuthProviderButtonStyles } from '../../../src/model/oauth.js'
import { english } from '../../../src/pages/find-language.js'
import { renderSignInPage, type SignInPageProps } from '../../../src/pages/sign-in-page.js'
import type { SignInOption } from '../../../src/pages/sign-in-option.js'
import Apple from '../../../src/providers/apple.js'
import Discord from '../../../src/providers/discord.js'
import Facebook from '../../../src/providers/facebook.js'
import GitHub from '../../../src/providers/github.js'
import GitLab from '../../../src/providers/gitlab.js'
import Google from '../../../src/providers/google.js'
import LinkedIn from '../../../src/providers/linkedin.js'
import MicrosoftEntraID from '../../../src/providers/microsoft-entra-id.js'
import Slack from '../../../src/providers/slack.js'
import Spotify from '../../../src/providers/spotify.js'
import Twitter from '../../../src/providers/twitter.js'
import Yahoo from '../../../src/providers/yahoo.js'
import { withoutReveal } from '../../support/without-reveal.js'

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
const password: Extract<SignInOption, { type: 'credentials' }> = {
  type: 'credentials',
  id: 'local',
  name: 'Password',
  callbackUrl: 'https://app.test/auth/callback/local',
  credentials: { username: { label: 'User name' }, password: { type: 'password' } },
}

const passkey: Extract<SignInOption, { type: 'webauthn' }> = {
  type: 'webauthn',
  id: 'passkey',
  name: 'Passkey',
  fields: { name: { label: 'Your name' } },
  needsFields: false,
  autofill: true,
  basePath: '/auth',
}

const render = (props: Partial<SignInPageProps>): string =>
  String(
    renderSignInPage({
      theme: {},
      nonce: 'n0nce',
      siteUrl: 'https://app.test',
      language: english,
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

const buttonsOf = (props: Partial<SignInPageProps>): readonly string[] =>
  (withoutReveal(render(props)).match(/<button[^>]*>.*?<\/button>/gs) ?? []).map((button) =>
    button.replace(/<[^>]*>/g, '').trim(),
  )

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

  it('have no CSRF field without a token', () => {
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

  it('say "Sign in with" and the name of a service, or how to continue', () => {
    expect(buttonsOf({ providers: [email, password, github] })).toEqual([
      'Sign in with GitHub',
      'Continue',
      'Continue',
    ])
    expect(render({ providers: [email, password] })).toContain('>Sign in with e-mail</summary>')
  })

  it('say the name that the app has chosen', () => {
    const named = [
      { ...password, name: 'LDAP' },
      { ...email, name: 'Magic link' },
    ]
    expect(buttonsOf({ providers: named })).toEqual([
      'Sign in with LDAP',
      'Sign in with Magic link',
    ])
  })

  it('have one "or" at most, between the buttons and the form', () => {
    const count = (...providers: SignInOption[]): number =>
      render({ providers }).split('<p class="or">').length - 1
    expect(count(github)).toBe(0)
    expect(count(email)).toBe(0)
    expect(count(github, github)).toBe(0)
    expect(count(email, password)).toBe(0)
    expect(count(github, passkey)).toBe(1)
    expect(count(github, email)).toBe(1)
    expect(count(email, github)).toBe(1)
    expect(count(email, password, github, github)).toBe(1)
  })

  it('have one main button, that of the open form', () => {
    const page = render({ providers: [github, email, password, passkey] })
    expect(page.match(/class="button brand painted"/g)).toHaveLength(1)
    expect(page).toMatch(/callback\/local[^]*class="button brand painted">Continue/)
  })

  it('are folded except one, and a folded form opens if it has an error', () => {
    const providers = [email, password]
    expect(render({ providers })).toMatch(/<details\s*>/)
    expect(render({ providers, error: { type: 'EmailSignInError' } })).toMatch(/<details open>/)
  })

  it('show the names of many services only, in columns, and read out all of it', () => {
    const many = Array.from({ length: 7 }, (_, at): SignInOption => ({ ...github, id: `gh${at}` }))
    const page = render({ providers: many })
    expect(page).toContain('<div class="columns">')
    expect(page).toContain('aria-label="Sign in with GitHub"')
    expect(page).toContain('<span><bdi>GitHub</bdi></span>')
    expect(render({ providers: many.slice(1) })).not.toMatch(/<div class="columns">|aria-label/)
  })
})

describe('a form for an address and a password', () => {
  const both = {
    ...password,
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
  }

  it('can mail a link to that address instead, without the password', () => {
    const page = render({ providers: [email, both] })
    expect(page.match(/<form/g)).toHaveLength(1)
    expect(page).toMatch(
      /<button type="submit" formaction="https:\/\/app\.test\/auth\/signin\/mail" class="button plain" formnovalidate>E-mail me a link instead</,
    )
    expect(buttonsOf({ providers: [email, both] })[0]).toBe('Continue')
  })

  it('underlines the button that looks like a link', () => {
    const rule = /\.plain\{[^}]*\}/.exec(render({ providers: [email, both] }))?.[0]
    expect(rule).toContain('text-decoration:underline')
  })

  it('has the error of the mail below the address', () => {
    const page = render({ providers: [email, both], error: { type: 'InvalidEmailAddress' } })
    expect(page).toMatch(/name="email"[^>]*>\s*<p class="field-alert" role="alert" id="error">/)
    expect(inputOf(page, 'password')).not.toMatch(/aria-|autofocus/)
  })

  it('is not sent anywhere else if the address of the mail provider is unsafe', () => {
    const unsafe = { ...email, signinUrl: 'javascript:alert(1)' }
    expect(render({ providers: [unsafe, both] })).not.toMatch(/formaction|link instead/)
  })

  it('offers passkeys in its first field if the browser may', () => {
    const page = render({ providers: [both, passkey] })
    expect(inputOf(page, 'email')).toContain('autocomplete="username webauthn"')
    const quiet = render({ providers: [both, { ...passkey, autofill: false }] })
    expect(inputOf(quiet, 'email')).toContain('autocomplete="username"')
  })
})

describe('passkeys', () => {
  it('are a quiet button beside another form, and need no explanation', () => {
    const page = render({ providers: [email, passkey] })
    expect(page).toMatch(/class="button plain">Use a passkey</)
    expect(page).not.toContain('<noscript>')
  })

  it('have the main button, and an explanation without scripts, if there is no other form', () => {
    const page = render({ providers: [github, passkey] })
    expect(page).toMatch(/class="button brand painted">Use a passkey</)
    expect(page).toContain('<noscript><p class="hint">Passkeys do not work here')
  })

  it.each([[[passkey]], [[email, passkey]], [[github, passkey]]])(
    'are not created on the sign-in page (%#)',
    (providers) => {
      const page = render({ providers })
      expect(page).not.toMatch(/value="register"|Create a passkey|Your name/)
    },
  )

  it('are found by their fields if the browser cannot find them', () => {
    const named = { ...passkey, needsFields: true }
    const page = render({ providers: [named] })
    expect(page).not.toContain('<details')
    expect(page).toMatch(/Your name<[^]*class="button brand painted">Use a passkey</)
    expect(render({ providers: [email, named] })).toMatch(
      /<summary>Use a passkey<\/summary>[^]*Your name<[^]*class="button">Use a passkey</,
    )
  })

  it('are offered by autofill only if the page has a field for it', () => {
    expect(render({ providers: [email, passkey] })).toContain('data-autofill')
    expect(render({ providers: [github, passkey] })).not.toContain('data-autofill')
    const named = { ...passkey, needsFields: true }
    expect(render({ providers: [named] })).toContain('data-autofill')
  })

  it('are followed by the link to the page that creates them', () => {
    const signUp = { url: '/auth/signup', text: 'Create account' }
    expect(render({ providers: [passkey], signUp })).toMatch(
      /Use a passkey<[^]*<a class="quiet" href="\/auth\/signup">Create account<\/a>/,
    )
  })
})

describe('a page without options', () => {
  it('says so when there is no way to sign in', () => {
    expect(render({})).toContain('does not offer a way to sign in yet')
  })
})

describe('the badge of a service', () => {
  it('shows the initial in the colour of the brand', () => {
    const page = render({ providers: [email, { ...github, style: { brandColor: '#24292f' } }] })
    expect(page).toContain('<span class="badge painted provider-0" data-initial="G"></span>')
    expect(page).toContain('.provider-0{--paint:#24292f;--ink:#ffffff;--accent:#24292f}')
  })

  it('takes bg when brandColor is absent or unusable', () => {
    const page = render({
      providers: [{ ...github, style: { brandColor: 'red;}', bg: '#fff', text: '#0052cc' } }],
    })
    expect(page).toContain('.provider-0{--paint:#ffffff;--ink:#000000;')
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
    expect(page).toContain('<label for="input-email-for-mail-provider">E-mail</label>')
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
    expect(page).toContain('Sign in with a password</button>')
    expect(page).not.toContain('class="fields"')
  })
})

describe('the way that was used last', () => {
  const google: SignInOption = { ...github, id: 'google', name: 'Google' }

  it.each([
    ['github', 'Sign in with GitHub'],
    ['mail', 'Continue'],
    ['local', 'Continue'],
  ])('%s comes first, and is marked in words, beside the name of its button', (lastUsed, name) => {
    const page = render({ providers: [google, github, email, password], lastUsed })
    const buttons = page.match(/<button.*?<\/button>/gs) ?? []
    const marked = buttons.filter((button) => button.includes('aria-describedby="last-used"'))
    expect(marked).toEqual([buttons[0]])
    expect(marked.map((button) => button.replace(/<[^>]*>/g, ''))).toEqual([name])
    expect(page.split('>Last used</span>')).toHaveLength(2)
    expect(page.match(/id="last-used"/g)).toHaveLength(1)
  })

  it.each([undefined, 'gone', ''])('is not marked with %j', (lastUsed) => {
    expect(render({ providers: [github, email], lastUsed })).not.toContain('Last used')
  })
})

describe('the error', () => {
  const alertOf = (page: string): string => /<p[^>]*role="alert".*?<\/p>/s.exec(page)?.[0] ?? ''

  it('is announced, in words of our own, and stands in the title', () => {
    const page = render({ error: { type: 'OAuthCallbackError', code: 'raw_code' } })
    expect(page).toMatch(
      /<\/header>\s*<p class="alert" role="alert" id="error">\s*<strong>Sign-in was/,
    )
    expect(page).toContain('<title>Sign-in was not completed · Sign in · app.test</title>')
    expect(page).not.toContain('raw_code')
  })

  it('is absent when nothing went wrong', () => {
    expect(render({ providers: [password, email] })).not.toMatch(
      /role="alert"|aria-describedby|aria-invalid=|autofocus/,
    )
  })

  it.each(['InvalidEmailAddress', 'EmailSignInError'])('%s stands under the address', (type) => {
    const page = render({ error: { type }, providers: [email, password] })
    expect(page).toMatch(/name="email"[^>]*>\s*<p class="field-alert" role="alert" id="error">/)
    expect(page.match(/role="alert"/g)).toHaveLength(1)
    expect(inputOf(page, 'email')).toContain('aria-describedby="error"')
    expect(inputOf(page, 'email')).toContain('aria-invalid="true"')
    expect(inputOf(page, 'email')).toMatch(/ autofocus\s/)
    expect(inputOf(page, 'password')).not.toMatch(/aria-|autofocus/)
  })

  it('CredentialsSignin stands in the form it is about, and describes its fields', () => {
    const fields = { tenant: { type: 'Hidden' }, ...password.credentials }
    const page = render({
      error: { type: 'CredentialsSignin' },
      providers: [email, { ...password, credentials: fields }],
    })
    const form = page.slice(page.indexOf('callback/local'))
    expect(alertOf(form)).toContain('Those details do not match')
    expect(page.match(/role="alert"/g)).toHaveLength(1)
    for (const name of ['username', 'password']) {
      expect(inputOf(page, name)).toContain('aria-describedby="error" aria-invalid="true"')
    }
    expect(page.match(/ autofocus/g)).toHaveLength(1)
    expect(inputOf(page, 'username')).toContain('autofocus')
    expect(inputOf(page, 'email')).not.toMatch(/aria-|autofocus/)
  })

  it.each([
    ['CredentialsSignin', [email]],
    ['EmailSignInError', [password]],
    ['EmailSignInError', [email, { ...email, id: 'other' }]],
    ['CredentialsSignin', [password, { ...password, id: 'other' }]],
    ['OAuthCallbackError', [github, email, password]],
  ] as const)('%s stands above all when no one form is the one, of %o', (type, providers) => {
    const page = render({ error: { type }, providers })
    expect(page).toMatch(/<\/header>\s*<p class="alert" role="alert"/)
    expect(page.match(/role="alert"/g)).toHaveLength(1)
    expect(page).not.toContain('aria-invalid=')
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

describe('the icon of a service', () => {
  const show = (style: OAuthProviderButtonStyles): string =>
    render({
      providers: [
        { type: 'oauth', id: 'acme', name: 'Acme', signinUrl: '/auth/signin/acme', style },
      ],
    })

  it('is drawn in the page, in the colour of the brand on white, and is not read out', () => {
    const page = show({ brandColor: '#5865F2', icon: 'M12 0l-3.5 4h1z' })
    expect(page).toContain(
      '<span class="badge colored"><svg viewBox="0 0 24 24" aria-hidden="true"><path fill="#5865f2" d="M12 0l-3.5 4h1z" /></svg></span>',
    )
    expect(page).toContain('.badge.colored{border:0;background:#fff}')
    expect(page).not.toMatch(/data-initial="|\.provider-0/)
  })

  it('is drawn on the colour of the brand if that can hardly be seen on white', () => {
    const page = show({ brandColor: '#FFFC00', icon: 'M12 0l-3.5 4h1z' })
    expect(page).toMatch(/class="badge painted provider-0"\s*><svg/)
    expect(page).toContain('.provider-0{--paint:#fffc00;--ink:#000000;')
  })

  it('has all colours of the brand', () => {
    const { style } = Google()
    const colors = [...show(style ?? {}).matchAll(/<path fill="(#\w+)"/g)].map(([, color]) => color)
    expect(colors).toEqual(['#4285f4', '#34a853', '#fbbc05', '#ea4335'])
  })

  it.each([
    [[{ path: 'M0 0"><script>', color: 'red' }]],
    [[{ path: 'M0 0', color: 'url(#a)' }]],
    [
      [
        { path: 'M0 0', color: 'red' },
        { path: 'M0 0', color: '"><script>' },
      ],
    ],
    [[null as unknown as LogoPart]],
    [Array.from({ length: 9 }, (): LogoPart => ({ path: 'M0 0', color: 'red' }))],
    [[]],
  ])('of several colours is left out whole if a part of it is not valid: %j', (icon) => {
    expect(show({ icon })).toContain('data-initial="A"')
  })

  it('gives way to a logo', () => {
    const page = show({ logo: '/acme.png', icon: 'M12 0l-3.5 4h1z' })
    expect(page).toContain('<img alt="" src="/acme.png"')
    expect(page).not.toContain('M12 0l')
  })

  it.each(['M0 0"><script>', 'url(#a)', `M${'1 '.repeat(2000)}`, '', 7 as unknown as string])(
    'is left out when it is no path, or a heavy one: %s',
    (icon) => {
      expect(show({ icon })).toContain('data-initial="A"')
    },
  )
})

it('the sign-in page names its site', () => {
  expect(render({})).toContain('to continue to <a href="https://app.test"><bdi>app.test</bdi></a>')
})

describe('the size of the sign-in page', () => {
  const factories = [Google, Apple, MicrosoftEntraID, GitHub, Facebook, LinkedIn]
  const others = [Twitter, Slack, Discord, GitLab, Spotify, Yahoo]
  const twelve = [...factories, ...others]
    .map((factory) => factory({}))
    .map(({ id, name, type, style }) => {
      return { id, name, type, style, signinUrl: `https://app.test/auth/signin/${id}` }
    })
  const sizeOf = (services: readonly SignInOption[]): number => {
    const page = render({
      csrfToken: 'c'.repeat(64),
      providers: [...services, email, password],
      theme: { brandColor: 'gold' },
      lastUsed: 'google',
      error: { type: 'OAuthAttemptLost' },
    })
    return new TextEncoder().encode(page).length
  }

  it('is less than 25 kB with the logos of twelve services and two forms', () => {
    expect(twelve.filter(({ style }) => style?.icon === undefined)).toEqual([])
    expect(sizeOf(twelve)).toBeLessThan(25_000)
  })

  it('is less than 17 kB with eight services without logos', () => {
    const style = { brandColor: '#1a2b3c' }
    const plain = twelve.slice(0, 8).map((one) => Object.assign({}, one, { style }))
    expect(sizeOf(plain)).toBeLessThan(17_000)
  })
})
