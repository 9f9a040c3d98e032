import { describe, expect, it } from 'vitest'
import type { Html } from '../../../src/http/html.js'
import { renderQrCode } from '../../../src/factors/qr-code.js'
import { texts as accountTexts } from '../../../src/pages/account-languages/en.js'
import { renderAccountPage } from '../../../src/pages/account-page.js'
import { renderAddFactorPage } from '../../../src/pages/add-factor-page.js'
import { renderAddPasswordPage } from '../../../src/pages/add-password-page.js'
import { renderAddressPage } from '../../../src/pages/address-page.js'
import { renderChangePasswordPage } from '../../../src/pages/change-password-page.js'
import { renderConfirmPage } from '../../../src/pages/confirm-page.js'
import { renderContinuePage } from '../../../src/pages/continue-page.js'
import {
  renderDeleteAccountPage,
  renderDeletedPage,
} from '../../../src/pages/delete-account-page.js'
import { renderKeepAccountPage } from '../../../src/pages/keep-account-page.js'
import { renderPendingDeletionPage } from '../../../src/pages/pending-deletion-page.js'
import type { PageShell } from '../../../src/pages/document.js'
import { renderErrorPage } from '../../../src/pages/error-page.js'
import { texts as factorTexts } from '../../../src/pages/factor-languages/en.js'
import { renderFactorsPage } from '../../../src/pages/factors-page.js'
import { english } from '../../../src/pages/find-language.js'
import { renderGrantPage } from '../../../src/pages/grant-page.js'
import { renderMailSentPage } from '../../../src/pages/mail-sent-page.js'
import { renderNewPasswordPage } from '../../../src/pages/new-password-page.js'
import { renderPasswordDonePage } from '../../../src/pages/password-done-page.js'
import { texts } from '../../../src/pages/password-languages/en.js'
import { renderPasskeySignUpPage } from '../../../src/pages/passkey-sign-up-page.js'
import type { ProofWay } from '../../../src/pages/proof-way.js'
import { renderProvePage } from '../../../src/pages/prove-page.js'
import { renderRecoveryCodesPage } from '../../../src/pages/recovery-codes-page.js'
import { renderSecondFactorPage } from '../../../src/pages/second-factor-page.js'
import type { PasskeyOption } from '../../../src/pages/sign-in-option.js'
import { renderSignInPage } from '../../../src/pages/sign-in-page.js'
import { renderSignOutPage } from '../../../src/pages/sign-out-page.js'
import { renderVerifyEmailPage } from '../../../src/pages/verify-email-page.js'
import { renderVerifyRequestPage } from '../../../src/pages/verify-request-page.js'
import { markup } from '../../../src/testing/attack/hostile-inputs.js'
import { withoutReveal } from '../../support/without-reveal.js'

const hostile = [
  ...markup,
  '#fff;}body{background:url(//evil.test)}',
  'data:text/html,<script>alert(1)</script>',
]

/** Every page with `value` in every prop that takes text. */
function renderAll(value: string): Record<string, Html> {
  const theme = { logo: value, brandColor: value, buttonText: value, colorScheme: value as 'auto' }
  const style = { logo: value, brandColor: value, bg: value, text: value }
  const shell = { theme, nonce: value, siteUrl: 'https://app.test', language: english }
  const form = { ...shell, csrfToken: value, callbackUrl: value }
  const url = `https://app.test/auth/${value}`
  return {
    'sign-in': renderSignInPage({
      ...form,
      providers: [
        { type: 'oauth', id: value, name: value, signinUrl: url, style },
        { type: 'oidc', id: value, name: value, signinUrl: url, style },
        { type: 'email', id: value, name: value, signinUrl: url },
        {
          type: 'credentials',
          id: value,
          name: value,
          callbackUrl: url,
          credentials: {
            [value]: { label: value, placeholder: value, value, title: value },
            typed: { type: value },
            checked: { type: 'checkbox', label: value, [`x ${value}`]: value },
            unseen: { type: 'hidden', value },
          },
        },
      ],
      error: { type: value, code: value },
      email: value,
      lastUsed: value,
    }),
    'sign-out': renderSignOutPage({ ...form, signoutUrl: url }),
    error: renderErrorPage({ ...shell, type: value, signinUrl: url }),
    'verify-request': renderVerifyRequestPage({ ...shell, email: value, signinUrl: url }),
    'code form': renderVerifyRequestPage({
      ...shell,
      email: value,
      signinUrl: url,
      code: { url, csrfToken: value, callbackUrl: value, length: 6, error: value },
    }),
    'sign-in with passkey': renderSignInPage({ ...form, providers: passkeyOptions(value) }),
    'sign-up with passkey': renderPasskeySignUpPage({
      ...form,
      passkeys: { options: passkeyOptions(value), scriptUrl: undefined },
      signinUrl: url,
    }),
    continue: renderContinuePage({ ...shell, url }),
    grant: renderGrantPage({
      ...form,
      grantRequest: value,
      provider: { type: 'oidc', id: value, name: value, signinUrl: url, style: { logo: value } },
      reason: 'again',
      error: 'AccountNotLinked',
    }),
    confirm: renderConfirmPage({ ...form, confirmUrl: url, token: value, email: value }),
    ...renderPasswordPages(value, url, form),
    ...renderFactorPages(value, url, form),
    ...renderAccountPages(value, url, form),
  }
}

function passkeyOptions(value: string): readonly PasskeyOption[] {
  const option = { type: 'webauthn', name: value, autofill: true, basePath: value } as const
  const email = { label: value, type: 'email' }
  return [
    { ...option, id: `1 ${value}`, fields: { email }, needsFields: false },
    {
      ...option,
      id: `2 ${value}`,
      fields: { email, [value]: { label: value } },
      needsFields: true,
    },
  ]
}

/** The pages that only apps with passwords have. */
function renderPasswordPages(
  value: string,
  url: string,
  form: PageShell & { csrfToken: string; callbackUrl: string },
): Record<string, Html> {
  const error = { title: value, sentence: value }
  const props = { ...form, action: url, hidden: { token: value }, email: value, error, texts }
  const link = { url, text: value }
  return {
    'sign-in with password': renderSignInPage({
      ...form,
      providers: [
        {
          type: 'credentials',
          id: value,
          name: value,
          callbackUrl: url,
          credentials: { email: {}, password: { type: 'password' } },
        },
      ],
      passwordLinks: { providerId: value, forgotPassword: link },
      signUp: link,
    }),
    'sign-up': renderAddressPage({ ...props, kind: 'sign-up', signinUrl: url }),
    'sign-up with password or passkey': renderAddressPage({
      ...props,
      kind: 'sign-up',
      signinUrl: url,
      passkeys: { options: passkeyOptions(value), scriptUrl: undefined },
    }),
    'forgot-password': renderAddressPage({
      ...props,
      kind: 'forgot-password',
      isEmailInvalid: true,
      signinUrl: url,
    }),
    'mail-sent': renderMailSentPage({ ...form, email: value, signinUrl: url, texts }),
    'new-password': renderNewPasswordPage({
      ...props,
      kind: 'new',
      minLength: 15,
      endsSessions: true,
      problem: { type: 'known' },
    }),
    'change-password': renderChangePasswordPage({
      ...props,
      minLength: 15,
      endsSessions: true,
      problem: { type: 'same' },
      isCurrentWrong: true,
      forgotPasswordUrl: url,
    }),
    'add-password': renderAddPasswordPage(props),
    'verify-email': renderVerifyEmailPage({ ...props, kind: 'verify' }),
    'password-done': renderPasswordDonePage({ ...form, kind: 'changed', continueUrl: url, texts }),
  }
}

/** The pages that only apps with the account page have. */
function renderAccountPages(
  value: string,
  url: string,
  form: PageShell & { csrfToken: string; callbackUrl: string },
): Record<string, Html> {
  const date = new Date(0)
  const props = { ...form, texts: accountTexts }
  const user = { id: value, name: value, email: value, isEmailVerified: true, image: value }
  const passkey = { id: value, name: value, createdAt: date, lastUsedAt: date }
  const session = {
    id: value,
    expires: date,
    createdAt: date,
    userAgent: value,
    browser: value,
    provider: value,
  }
  return {
    account: renderAccountPage({
      ...props,
      hidesAddress: false,
      isNameInvalid: true,
      addressProblem: undefined,
      removalProblem: value,
      changed: 'profile',
      styles: new Map([[value, { brandColor: value, icon: value, logo: value }]]),
      account: {
        user,
        profile: {
          longestName: 100,
          pictures: [{ id: value, name: value, url: value, isCurrent: false }],
        },
        address: { needsPassword: true },
        password: { isSet: true, url, removal: { needsPassword: true } },
        accounts: {
          connected: [
            { provider: value, providerAccountId: value, name: value, needsSignIn: true },
          ],
          others: [{ id: value, name: value }],
        },
        passkeys: {
          provider: value,
          list: [{ ...passkey, isSyncable: true, isSynced: true, transports: [value] }],
        },
        secondFactor: { isOn: true, url },
        sessions: [
          { ...session, isCurrent: true },
          { ...session, isCurrent: false },
        ],
        activity: [
          {
            version: 1,
            id: value,
            time: date.toISOString(),
            event: 'signed-in',
            outcome: 'success',
            userAgent: value,
            isCurrentSession: true,
            browser: value,
            providerName: value,
          },
          {
            version: 1,
            id: value,
            time: date.toISOString(),
            event: 'linked',
            outcome: 'success',
            provider: value,
            isCurrentSession: true,
            browser: value,
            providerName: value,
          },
        ],
        canExport: true,
        canDelete: true,
        graceDays: 14,
        error: undefined,
      },
      providerNames: new Map(),
      basePath: value,
      routesUrl: url,
      accountUrl: url,
      passkeyScriptUrl: undefined,
      error: { title: value, sentence: value },
    }),
    'delete-account': renderDeleteAccountPage({
      ...props,
      action: url,
      email: value,
      isWrong: true,
      deletesAt: date,
      cancelUrl: url,
    }),
    'account deleted': renderDeletedPage(props),
    'pending deletion': renderPendingDeletionPage({ ...props, deletesAt: date, signInUrl: url }),
    'keep account': renderKeepAccountPage({
      ...props,
      action: url,
      signoutUrl: url,
      deletesAt: date,
    }),
  }
}

const qrCode = await renderQrCode('otpauth://totp/app.test')

/** The pages that only apps with second factors have. */
function renderFactorPages(
  value: string,
  url: string,
  form: PageShell & { csrfToken: string; callbackUrl: string },
): Record<string, Html> {
  const error = { title: value, sentence: value }
  const props = { ...form, action: url, hidden: { attempt: value }, error, texts: factorTexts }
  const ways = ['code', 'recovery-code', 'email-code', 'password', 'provider'] as const
  const proof = {
    ...props,
    ways,
    pageUrl: url,
    email: value,
    isCodeSent: true,
    providers: [{ id: value, name: value }],
    problem: { type: 'wrong', isRepeated: true } as const,
  }
  const row = { id: value, name: value, createdAt: new Date(0), lastUsedAt: new Date(0) }
  const askFor = (way: ProofWay): Html =>
    renderSecondFactorPage({ ...proof, way, rememberDays: 30, signinUrl: url })
  return {
    'second-factor': askFor('code'),
    'second-factor by recovery code': askFor('recovery-code'),
    'second-factor by mail': askFor('email-code'),
    'confirm by mail': renderProvePage({
      ...proof,
      way: 'email-code',
      unprovenProvider: value,
      cancelUrl: url,
    }),
    'confirm by password': renderProvePage({ ...proof, way: 'password' }),
    'confirm at a provider': renderProvePage({ ...proof, way: 'provider' }),
    'add-factor': renderAddFactorPage({
      ...props,
      qrCode,
      otpauthUrl: url,
      // One group, because the number of groups is the number of elements.
      key: value.slice(0, 4),
      isRequired: true,
      cancelUrl: url,
      problem: { type: 'wrong' },
    }),
    'recovery-codes': renderRecoveryCodesPage({
      ...form,
      codes: [value, value],
      continueUrl: url,
      texts: factorTexts,
    }),
    factors: renderFactorsPage({
      ...props,
      apps: [row],
      recoveryCodes: 1,
      devices: [{ ...row, expires: new Date(0) }],
      isRequired: false,
      addUrl: url,
      removeUrl: url,
      recoveryCodesUrl: url,
    }),
  }
}

interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
}

interface Scan {
  readonly tags: readonly Tag[]
  readonly css: string
  readonly text: string
}

/** Reads a page by a grammar so narrow that markup from outside cannot fit it unnoticed. */
function scan(page: Html): Scan {
  const source = withoutReveal(String(page))
  const css = /<style[^>]*>(.*?)<\/style>/s.exec(source)?.[1] ?? ''
  const rest = source.replace(css, '')
  const tag = /<(!?\/?[a-z0-9]+)((?:\s+[a-z][a-z:-]*(?:="[^"<>]*")?)*)\s*\/?>/gi
  const text = rest.replace(tag, '')
  expect(text).not.toMatch(/[<>"]/)
  const tags = [...rest.matchAll(tag)].map(([, name = '', attributes = '']) => ({
    name,
    attributes: new Map(
      [...attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(
        ([, key = '', value = '']) => [key.toLowerCase(), decode(value)] as const,
      ),
    ),
  }))
  return { tags, css, text: decode(text) }
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

const shapeOf = ({ tags }: Scan): string[] =>
  tags.map(({ name, attributes }) => [name, ...attributes.keys()].join(' '))

/** How many inputs the visitor sees. */
const inputCounts: Readonly<Record<string, number>> = {
  'sign-in': 4,
  'code form': 1,
  'sign-in with password': 2,
  'sign-up': 1,
  'sign-up with password or passkey': 3,
  'sign-in with passkey': 2,
  'sign-up with passkey': 3,
  'forgot-password': 1,
  'new-password': 2,
  'change-password': 3,
  'second-factor': 2,
  'second-factor by recovery code': 2,
  'second-factor by mail': 2,
  'confirm by mail': 1,
  'confirm by password': 1,
  'add-factor': 1,
  account: 8,
  'delete-account': 1,
}

const harmless = renderAll('harmless?')
const pageNames = Object.keys(harmless)

describe.each(pageNames)('the %s page', (pageName) => {
  const scanOf = (value: string): Scan => {
    const page = renderAll(value)[pageName]
    if (page === undefined) throw new Error(`No page ${pageName}`)
    return scan(page)
  }
  const { tags } = scanOf('harmless?')
  const count = (name: string): number => tags.filter((tag) => tag.name === name).length

  it.each(hostile)('has the same elements, attributes and rules with %j in every prop', (value) => {
    const attacked = scanOf(value)
    expect(shapeOf(attacked)).toEqual(shapeOf(scanOf('harmless?')))
    expect(attacked.css).toBe(scanOf('harmless?').css)
  })

  it.each(hostile)('has no address made of %j', (value) => {
    for (const { attributes } of scanOf(value).tags) {
      for (const name of ['href', 'action', 'src']) {
        // A text file that the browser saves and does not open.
        const isFile = attributes.has('download') && name === 'href'
        const scheme = isFile ? /^data:text\/plain;charset=utf-8,[^<>"]*$/ : /^https:\/\//
        expect(attributes.get(name) ?? 'https://').toMatch(scheme)
      }
    }
  })

  it('has no script but that of password fields, no handler, no inline style, no frame', () => {
    const asksForPassword = tags.some(({ attributes }) => attributes.get('type') === 'password')
    expect(String(harmless[pageName]).includes('<script')).toBe(asksForPassword)
    for (const { name, attributes } of tags) {
      expect(name).not.toMatch(/^script|template|iframe|object|embed|base|link/)
      for (const attribute of attributes.keys()) expect(attribute).not.toMatch(/^on|^style$/)
    }
    expect(count('style')).toBe(1)
  })

  it('loads nothing by its stylesheet', () => {
    expect(scanOf('harmless?').css).not.toMatch(/url\(|@import|@font-face/)
  })

  it('has one h1, one main, one title', () => {
    expect([count('h1'), count('main'), count('title')]).toEqual([1, 1, 1])
  })

  it('has a label for every input that is seen', () => {
    const labelled = tags.map(({ attributes }) => attributes.get('for'))
    const inputs = tags.filter(
      ({ name, attributes }) => name === 'input' && attributes.get('type') !== 'hidden',
    )
    for (const { attributes } of inputs) expect(labelled).toContain(attributes.get('id'))
    expect(inputs.length).toBe(inputCounts[pageName] ?? 0)
  })

  it('refers only to ids that are there', () => {
    const ids = tags.map(({ attributes }) => attributes.get('id'))
    for (const { attributes } of tags) {
      for (const target of attributes.get('aria-describedby')?.split(' ') ?? []) {
        expect(ids).toContain(target)
      }
    }
  })

  it('has no block inside a paragraph, a button, a heading or a link', () => {
    const source = String(renderAll('harmless?')[pageName])
    for (const element of ['p', 'button', 'h1', 'label', 'span', 'a']) {
      for (const [whole] of source.matchAll(new RegExp(`<${element}[ >].*?</${element}>`, 'gs'))) {
        expect(whole.slice(1)).not.toMatch(/<(?:p|div|form|h1|header|main|table)[ >]/)
        expect(whole.slice(1)).not.toMatch(new RegExp(`<${element}[ >]`))
      }
    }
  })

  it('has no id twice', () => {
    const ids = tags.flatMap(({ attributes }) => attributes.get('id') ?? [])
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('what is shown', () => {
  it.each(hostile)('reads as it was written: %j', (value) => {
    const page = renderAll(value)['sign-in']
    if (page === undefined) throw new Error('No sign-in page')
    const { tags, text } = scan(page)
    // Two services, the button of the open form, and the folded form with its summary.
    expect(text.split(`Sign in with ${value}`)).toHaveLength(6)
    const valueOf = (name: string): string | undefined =>
      tags.find(({ attributes }) => attributes.get('name') === name)?.attributes.get('value')
    expect(valueOf('email')).toBe(value)
    expect(valueOf('csrfToken')).toBe(value)
    expect(valueOf('callbackUrl')).toBe(value)
  })

  it.each(hostile)('never is the type or the code of an error: %j', (value) => {
    const { text } = scan(
      renderErrorPage({
        theme: {},
        nonce: 'n0nce',
        siteUrl: 'https://app.test',
        language: english,
        type: value,
        signinUrl: '/auth/signin',
      }),
    )
    expect(text).not.toContain(value)
    expect(text).toContain('Something went wrong')
  })
})
