import { describe, expect, it } from 'vitest'
import { renderAddPasswordPage } from '../../../src/pages/add-password-page.js'
import { renderAddressPage, type AddressPageProps } from '../../../src/pages/address-page.js'
import {
  renderChangePasswordPage,
  type ChangePasswordPageProps,
} from '../../../src/pages/change-password-page.js'
import { english, findLanguage, languageCodes } from '../../../src/pages/find-language.js'
import { findPasswordTexts } from '../../../src/pages/find-password-texts.js'
import { renderMailSentPage } from '../../../src/pages/mail-sent-page.js'
import {
  renderNewPasswordPage,
  type NewPasswordPageProps,
} from '../../../src/pages/new-password-page.js'
import {
  renderPasswordDonePage,
  type PasswordDonePageProps,
} from '../../../src/pages/password-done-page.js'
import type { NewPasswordProblem } from '../../../src/pages/password-field.js'
import { texts } from '../../../src/pages/password-languages/en.js'
import type { PasskeyOption } from '../../../src/pages/sign-in-option.js'
import {
  renderVerifyEmailPage,
  type VerifyEmailPageProps,
} from '../../../src/pages/verify-email-page.js'
import { validPage } from '../../support/valid-html.js'

const email = 'ada@example.com'
const signinUrl = 'https://app.test/auth/signin'
const shell = { theme: {}, nonce: 'n0nce', siteUrl: 'https://app.test', language: english, texts }
const form = {
  ...shell,
  action: 'https://app.test/auth/act',
  csrfToken: 'token',
  callbackUrl: 'https://app.test/after',
}
const error = { title: 'Too many attempts', sentence: 'Please wait.' }

const askAddress = (props: Partial<AddressPageProps> = {}): string =>
  validPage(String(renderAddressPage({ ...form, kind: 'sign-up', signinUrl, ...props })))
const choose = (props: Partial<NewPasswordPageProps> = {}): string =>
  validPage(
    String(
      renderNewPasswordPage({
        ...form,
        kind: 'new',
        email,
        minLength: 15,
        endsSessions: true,
        ...props,
      }),
    ),
  )
const change = (props: Partial<ChangePasswordPageProps> = {}): string =>
  validPage(
    String(
      renderChangePasswordPage({ ...form, email, minLength: 15, endsSessions: true, ...props }),
    ),
  )
const verify = (props: Partial<VerifyEmailPageProps> = {}): string =>
  validPage(String(renderVerifyEmailPage({ ...form, kind: 'verify', email, ...props })))
const done = (props: Partial<PasswordDonePageProps> = {}): string =>
  validPage(
    String(renderPasswordDonePage({ ...shell, kind: 'changed', continueUrl: '/after', ...props })),
  )

const inputOf = (page: string, id: string): string =>
  page.match(/<input[^>]*>/g)?.find((tag) => tag.includes(` id="${id}"`)) ?? ''
const titleOf = (page: string): string => /<title>(.*?)<\/title>/.exec(page)?.[1] ?? ''
const elementOf = (page: string, id: string): string =>
  new RegExp(`<p[^>]* id="${id}"[^>]*>(.*?)</p>`, 's').exec(page)?.[1]?.trim() ?? ''

const forms: Readonly<Record<string, string>> = {
  'sign-up': askAddress(),
  'forgot-password': askAddress({ kind: 'forgot-password' }),
  'first password': choose({ kind: 'first' }),
  'new password': choose(),
  'change-password': change(),
  'add-password': validPage(String(renderAddPasswordPage({ ...form, email }))),
  verify: verify(),
  'new-address': verify({ kind: 'new-address' }),
  'restore-address': verify({ kind: 'restore-address' }),
}

describe.each(Object.entries(forms))('the form of the %s page', (_name, page) => {
  it('posts the CSRF token and the return URL with one button', () => {
    expect(page.match(/<form[^>]*>/g)).toEqual([
      '<form method="post" action="https://app.test/auth/act">',
    ])
    expect(page).toContain('<input type="hidden" name="csrfToken" value="token" />')
    expect(page).toContain(
      '<input type="hidden" name="callbackUrl" value="https://app.test/after" />',
    )
    expect(page.match(/<button type="submit"/g)).toHaveLength(1)
  })
})

it('a form without CSRF check, return URL or a safe action has none of these', () => {
  const page = choose({
    csrfToken: undefined,
    callbackUrl: undefined,
    action: 'javascript:alert(1)',
  })
  expect(page).not.toMatch(/csrfToken|callbackUrl|javascript/)
})

it('a form posts other hidden fields, but they cannot replace the CSRF token', () => {
  const page = verify({ hidden: { token: 'raw', csrfToken: 'other' } })
  expect(page).toContain('<input type="hidden" name="token" value="raw" />')
  expect(page.match(/name="csrfToken" value="[^"]*"/g)).toEqual(['name="csrfToken" value="token"'])
})

describe('the page that asks for an address', () => {
  it('asks for a new address or for the user name that a password manager knows', () => {
    expect(inputOf(askAddress(), 'email')).toContain('autocomplete="email"')
    expect(inputOf(askAddress({ kind: 'forgot-password' }), 'email')).toContain(
      'autocomplete="username"',
    )
    expect(inputOf(askAddress({ email }), 'email')).toContain(`value="${email}"`)
  })

  it('leads back to the sign-in page', () => {
    expect(askAddress()).toContain(`href="${signinUrl}">Already have an account? Sign in</a>`)
    expect(askAddress({ kind: 'forgot-password' })).toContain(
      `href="${signinUrl}">Back to sign-in</a>`,
    )
    expect(askAddress({ signinUrl: 'javascript:alert(1)' })).not.toContain('Already')
  })

  it('shows an error above the form and does not mark the field', () => {
    const page = askAddress({ error })
    expect(page).toContain('<p class="alert" role="alert" id="error">')
    expect(inputOf(page, 'email')).toContain('aria-describedby="error"')
    expect(inputOf(page, 'email')).not.toContain('aria-invalid')
    expect(titleOf(page)).toBe('Too many attempts · Create account · app.test')
  })

  it('shows an error about the address below the field and marks the field', () => {
    const page = askAddress({ error, isEmailInvalid: true })
    expect(page).not.toContain('class="alert"')
    expect(page.indexOf('class="field-alert"')).toBeGreaterThan(page.indexOf('id="email"'))
    expect(inputOf(page, 'email')).toMatch(/aria-describedby="error" aria-invalid="true"/)
  })
})

describe('the page after a request for a link', () => {
  it('names the address and does not tell whether it has an account', () => {
    const page = validPage(String(renderMailSentPage({ ...shell, email, signinUrl })))
    expect(page).toContain(
      `If we can use <strong><bdi>${email}</bdi></strong>, an e-mail is on its way.`,
    )
    expect(page).toContain(`href="${signinUrl}"`)
    expect(page).not.toContain('<form')
  })

  it('leads to the site if the sign-in page has no safe URL', () => {
    const page = validPage(
      String(renderMailSentPage({ ...shell, email, signinUrl: 'javascript:alert(1)' })),
    )
    expect(page).toContain('href="https://app.test"')
  })
})

describe('the page for a new password', () => {
  it('names the account in a read-only field that is not posted', () => {
    const input = inputOf(choose(), 'username')
    expect(input).toContain('type="email" autocomplete="username"')
    expect(input).toContain(`value="${email}"`)
    expect(input).toContain(' readonly')
    expect(input).not.toContain('name=')
  })

  it('has one password field that helps password managers and does not cut a paste', () => {
    const page = choose()
    expect(page.match(/type="password"/g)).toHaveLength(1)
    const input = inputOf(page, 'password')
    expect(input).toContain('name="password"')
    expect(input).toContain('autocomplete="new-password"')
    expect(input).toContain('minlength="15" passwordrules="minlength: 15;"')
    expect(input).toContain(' required autofocus')
    expect(page).not.toMatch(/maxlength|pattern=|onpaste/)
  })

  it('describes the field with the hint', () => {
    expect(inputOf(choose(), 'password')).toContain('aria-describedby="password-hint"')
    expect(inputOf(choose(), 'password')).not.toContain('aria-invalid')
    expect(elementOf(choose(), 'password-hint')).toBe(
      'At least 15 characters. A few unrelated words make a good one.',
    )
  })

  it.each<[NewPasswordProblem, string]>([
    [{ type: 'too-short', length: 15 }, 'Use at least 15 characters.'],
    [{ type: 'too-long', length: 256 }, 'Use at most 256 characters.'],
    [{ type: 'known' }, 'This password is in a list of leaked ones. Choose another.'],
    [{ type: 'guessable' }, 'This is too close to your address or the name of this site.'],
    [
      { type: 'not-text' },
      'This password contains characters that we cannot read. Choose another.',
    ],
    [{ type: 'same' }, 'That is your current password. Choose a new one.'],
  ])('shows the problem %o next to the field', (problem, sentence) => {
    const page = choose({ problem })
    expect(elementOf(page, 'password-problem')).toBe(sentence)
    const input = inputOf(page, 'password')
    expect(input).toMatch(/ autofocus aria-describedby="password-problem[^"]*" aria-invalid="true"/)
    expect(titleOf(page)).toBe(`${sentence.split('.')[0]} · Choose a new password · app.test`)
    // A password must never come back in a page.
    expect(input).not.toContain('value=')
  })

  it('shows the hint besides the problem, unless both say the same', () => {
    const known = inputOf(choose({ problem: { type: 'known' } }), 'password')
    expect(known).toContain('aria-describedby="password-problem password-hint"')
    const short = choose({ problem: { type: 'too-short', length: 15 } })
    expect(inputOf(short, 'password')).toContain('aria-describedby="password-problem"')
    expect(short).not.toContain('password-hint')
  })

  it('says that other devices are signed out only if there was a password before', () => {
    expect(choose()).toContain('This signs you out everywhere else.')
    expect(choose()).toMatch(/<h1>Choose a new password<\/h1>/)
    expect(choose({ kind: 'first' })).not.toContain('signs you out')
    expect(choose({ kind: 'first' })).toMatch(/<h1>Choose a password<\/h1>/)
  })

  it('shows an error above the form', () => {
    expect(choose({ error })).toContain('<p class="alert" role="alert" id="error">')
    expect(titleOf(choose({ error }))).toContain('Too many attempts · ')
  })

  it('shows an error and a problem under different ids', () => {
    const page = choose({ error, problem: { type: 'known' } })
    expect(page).toContain('id="error"')
    expect(page).toContain('id="password-problem"')
  })
})

describe('passkeys on the sign-up page', () => {
  const passkey = { id: 'passkey', name: 'Passkey', type: 'webauthn', basePath: '/auth' } as const
  const address = { email: { label: 'E-mail', type: 'email' } }
  const signUp = (fields: PasskeyOption['fields']): string => {
    const option = { ...passkey, fields, needsFields: true, autofill: true }
    return askAddress({
      passkeys: { options: [option, { ...option, id: 'second' }], scriptUrl: undefined },
    })
  }

  it.each([
    ['the address', address],
    ['other fields', { ...address, name: { label: 'Name' } }],
  ])('follow one divider, which is hidden with their form, if they need %s', (_, fields) => {
    const page = signUp(fields)
    const [before = '', ...after] = page.split('<p class="or">or</p>')
    expect(after).toHaveLength(1)
    expect(before.slice(before.lastIndexOf('<form'))).toMatch(/^<form method="post" hidden /)
  })
})

describe('the page that changes a password', () => {
  it('asks for the current password before the new one', () => {
    const page = change()
    const ids = [...page.matchAll(/<input id="([^"]*)"/g)].map(([, id]) => id)
    expect(ids).toEqual(['username', 'currentPassword', 'password'])
    expect(inputOf(page, 'currentPassword')).toContain(
      'name="currentPassword" type="password" autocomplete="current-password" required autofocus',
    )
    expect(inputOf(page, 'currentPassword')).not.toMatch(/minlength|passwordrules|aria-/)
    expect(inputOf(page, 'password')).toContain('autocomplete="new-password"')
    expect(page.match(/autofocus/g)).toHaveLength(1)
  })

  it('marks a wrong current password and focuses it', () => {
    const page = change({ isCurrentWrong: true, problem: { type: 'known' } })
    expect(elementOf(page, 'currentPassword-problem')).toBe('That is not your current password.')
    expect(inputOf(page, 'currentPassword')).toContain(
      'autofocus aria-describedby="currentPassword-problem" aria-invalid="true"',
    )
    expect(inputOf(page, 'password')).toContain('aria-invalid="true"')
    expect(page.match(/autofocus/g)).toHaveLength(1)
    expect(titleOf(page)).toBe('That is not your current password · Change password · app.test')
  })

  it('focuses the new password if only that was refused', () => {
    const page = change({ problem: { type: 'same' } })
    expect(inputOf(page, 'password')).toContain('autofocus')
    expect(page.match(/autofocus/g)).toHaveLength(1)
    expect(titleOf(page)).toContain('That is your current password · ')
  })

  it('links to the page for forgotten passwords if there is one', () => {
    expect(change({ forgotPasswordUrl: '/auth/forgot-password' })).toContain(
      '<a class="forgot" href="/auth/forgot-password">Forgot your password?</a>',
    )
    expect(change()).not.toContain('class="forgot"')
    expect(change({ forgotPasswordUrl: 'javascript:alert(1)' })).not.toContain('class="forgot"')
  })
})

describe.each<[string, (props: { readonly callbackUrl: string | undefined }) => string]>([
  ['changes a password', (props) => change(props)],
  [
    'adds a password',
    (props) => validPage(String(renderAddPasswordPage({ ...form, email, ...props }))),
  ],
])('the page that %s', (_, render) => {
  it.each([
    ['https://app.test/after', 'https://app.test/after'],
    ['/after', '/after'],
    ['javascript:alert(1)', 'https://app.test'],
    [undefined, 'https://app.test'],
  ])('leads back from %j to %j', (callbackUrl, href) => {
    expect(render({ callbackUrl })).toContain(
      `<a class="quiet" href="${href}">Back to <bdi>app.test</bdi></a>`,
    )
  })
})

it('the page that adds a password names the address and has no fields', () => {
  const page = validPage(String(renderAddPasswordPage({ ...form, email, error })))
  expect(page).toContain(`We will send a link to <strong><bdi>${email}</bdi></strong>.`)
  expect(page.match(/<input(?! type="hidden")/g)).toBeNull()
  expect(page).toContain('class="alert"')
  expect(titleOf(page)).toContain('Too many attempts · Add a password')
})

describe('the page that a link about an address opens', () => {
  it.each([
    ['verify', 'Confirm your e-mail address', 'Confirm address'],
    ['new-address', 'Confirm your new address', 'Confirm address'],
    ['restore-address', 'Restore your address', 'Restore address'],
  ] as const)(
    'of kind %s names the address and asks for a button press',
    (kind, heading, button) => {
      const page = verify({ kind })
      expect(page).toContain(`<h1>${heading}</h1>`)
      expect(page).toContain(`<strong><bdi>${email}</bdi></strong>`)
      expect(page).toContain(`painted">${button}</button>`)
      expect(page).not.toMatch(/<script|http-equiv|>true</)
    },
  )

  it('lets visitors leave who did not ask for the link, without a referrer', () => {
    expect(verify()).toContain('rel="noreferrer" href="https://app.test">This was not me</a>')
    expect(verify({ siteUrl: 'none' })).not.toContain('This was not me')
  })

  it('does not tell the owner of a replaced address to leave', () => {
    expect(verify({ kind: 'restore-address' })).not.toMatch(/This was not me|just leave/)
  })

  it('shows an error above the form', () => {
    expect(verify({ error })).toContain('class="alert"')
    expect(titleOf(verify({ error }))).toContain('Too many attempts · ')
  })
})

describe('the page that tells what was done', () => {
  it.each([
    ['changed', 'Your password is changed'],
    ['verified', 'Your address is confirmed'],
    ['address-changed', 'Your address is changed'],
    ['address-restored', 'Your address is restored'],
  ] as const)('of kind %s leads on', (kind, heading) => {
    const page = done({ kind })
    expect(page).toContain(`<h1>${heading}</h1>`)
    expect(page).toContain('href="/after">Continue</a>')
  })

  it('leads to the site instead of an unsafe URL', () => {
    const page = done({ continueUrl: 'javascript:alert(1)' })
    expect(page).not.toContain('javascript')
    expect(page).toContain('href="https://app.test"')
  })
})

it.each(languageCodes)(
  'every page in %s says something and leaves no placeholder',
  async (code) => {
    const language = await findLanguage({ preferred: code })
    const inLanguage = { language, texts: await findPasswordTexts(code) }
    const problem = { type: 'too-short', length: 15 } as const
    const pages = [
      askAddress(inLanguage),
      askAddress({ ...inLanguage, kind: 'forgot-password' }),
      validPage(String(renderMailSentPage({ ...shell, ...inLanguage, email, signinUrl }))),
      choose(inLanguage),
      choose({ ...inLanguage, kind: 'first', problem }),
      change({ ...inLanguage, problem: { ...problem, type: 'too-long' }, isCurrentWrong: true }),
      validPage(String(renderAddPasswordPage({ ...form, ...inLanguage, email }))),
      ...(['verify', 'new-address', 'restore-address'] as const).map((kind) =>
        verify({ ...inLanguage, kind }),
      ),
      ...(['changed', 'verified', 'address-changed', 'address-restored'] as const).map((kind) =>
        done({ ...inLanguage, kind }),
      ),
    ]
    for (const page of pages) {
      const seen = page.replace(/<style.*?<\/style>/s, '')
      expect(seen).not.toMatch(/\bundefined\b|\bnull\b|\[object|NaN|\{[a-z]+\}/)
      expect(page).toContain(`<html lang="${code}" dir="${language.direction}">`)
      expect(seen.match(/<h1[^>]*>\s*\S/g)).toHaveLength(1)
    }
  },
)
