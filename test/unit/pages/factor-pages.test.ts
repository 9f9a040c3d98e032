import { describe, expect, it } from 'vitest'
import { renderQrCode } from '../../../src/factors/qr-code.js'
import { renderAddFactorPage, type AddFactorPageProps } from '../../../src/pages/add-factor-page.js'
import { texts } from '../../../src/pages/factor-languages/en.js'
import { renderFactorsPage, type FactorsPageProps } from '../../../src/pages/factors-page.js'
import { english, findLanguage, languageCodes } from '../../../src/pages/find-language.js'
import { findFactorTexts } from '../../../src/pages/find-factor-texts.js'
import { renderProvePage, type ProvePageProps } from '../../../src/pages/prove-page.js'
import {
  renderRecoveryCodesPage,
  type RecoveryCodesPageProps,
} from '../../../src/pages/recovery-codes-page.js'
import {
  renderSecondFactorPage,
  type SecondFactorPageProps,
} from '../../../src/pages/second-factor-page.js'
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
const error = { title: 'Something went wrong', sentence: 'Please try again.' }
const ways = ['code', 'recovery-code'] as const
const pageUrl = '/auth/second-factor'
const otpauthUrl = 'otpauth://totp/app.test:ada%40example.com?secret=ABCD&issuer=app.test'
const qrCode = await renderQrCode(otpauthUrl)
const passkey = { providerId: 'passkey', basePath: '/auth', scriptUrl: '/auth/script?v=1' }
const createdAt = new Date('2026-05-03T14:05:00Z')
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const app = { id: 'app-1', name: 'My phone', createdAt, lastUsedAt: null }
const device = { id: 'device-1', name: mac, createdAt, lastUsedAt: createdAt, expires: createdAt }
const codes = ['7K3M-0QXA-94TR-ZC8E', '0000-1111-2222-3333']

const renderAsk = (props: Partial<SecondFactorPageProps> = {}): string =>
  validPage(
    String(renderSecondFactorPage({ ...form, way: 'code', ways, pageUrl, signinUrl, ...props })),
  )
const renderProve = (props: Partial<ProvePageProps> = {}): string =>
  validPage(
    String(renderProvePage({ ...form, way: 'code', ways, pageUrl: '/auth/confirm', ...props })),
  )
const add = (props: Partial<AddFactorPageProps> = {}): string =>
  validPage(
    String(
      renderAddFactorPage({
        ...form,
        qrCode,
        otpauthUrl,
        key: 'ABCDEFGH234567AB',
        isRequired: false,
        cancelUrl: '/auth/factors',
        ...props,
      }),
    ),
  )
const show = (props: Partial<RecoveryCodesPageProps> = {}): string =>
  validPage(String(renderRecoveryCodesPage({ ...shell, codes, continueUrl: '/after', ...props })))
const list = (props: Partial<FactorsPageProps> = {}): string =>
  validPage(
    String(
      renderFactorsPage({
        ...form,
        apps: [app],
        recoveryCodes: 10,
        devices: [device],
        isRequired: false,
        addUrl: '/auth/add-factor',
        removeUrl: '/auth/remove-factor',
        recoveryCodesUrl: '/auth/recovery-codes',
        ...props,
      }),
    ),
  )

const inputOf = (page: string, id: string): string =>
  page.match(/<input[^>]*>/g)?.find((tag) => tag.includes(` id="${id}"`)) ?? ''
const titleOf = (page: string): string => /<title>(.*?)<\/title>/.exec(page)?.[1] ?? ''
const formsOf = (page: string): readonly string[] => page.match(/<form.*?<\/form>/gs) ?? []
const textOf = (page: string): string =>
  page
    .replace(/<style.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')

const pages: Readonly<Record<string, string>> = {
  'second-factor': renderAsk(),
  'second-factor with a recovery code': renderAsk({ way: 'recovery-code' }),
  'second-factor with a mail': renderAsk({ way: 'email-code', email }),
  'second-factor with a mailed code': renderAsk({ way: 'email-code', email, isCodeSent: true }),
  'second-factor with a passkey': renderAsk({ way: 'passkey', passkey }),
  prove: renderProve(),
  'prove with a password': renderProve({ way: 'password' }),
  'prove at a provider': renderProve({
    way: 'provider',
    providers: [{ id: 'github', name: 'GitHub' }],
  }),
  'add-factor': add(),
  factors: list(),
}

describe.each(Object.entries(pages))('every form of the %s page', (_name, page) => {
  it('posts the CSRF token and the return URL with one button', () => {
    const forms = formsOf(page)
    expect(forms.length).toBeGreaterThan(0)
    for (const one of forms) {
      expect(one).toMatch(/^<form method="post" (?:action="(?:\/|https:\/\/)|hidden data-passkey)/)
      expect(one).toContain('<input type="hidden" name="csrfToken" value="token" />')
      expect(one).toContain('name="callbackUrl" value="https://app.test/after" />')
      expect(one.match(/<button type="submit"/g)).toHaveLength(1)
    }
  })

  it('has no style attribute, which the policy refuses', () => {
    expect(page).not.toMatch(/\sstyle="/)
  })
})

it('a form without CSRF check, return URL or a safe action has none of these', () => {
  const unsafe = { csrfToken: undefined, callbackUrl: undefined, action: 'javascript:alert(1)' }
  expect(renderAsk(unsafe)).not.toMatch(/csrfToken|callbackUrl|javascript/)
  const urls = { removeUrl: 'javascript:alert(1)', recoveryCodesUrl: 'javascript:alert(1)' }
  expect(list({ ...urls, addUrl: 'javascript:alert(1)' })).not.toContain('javascript')
})

it('a form posts other hidden fields, but they cannot replace the CSRF token or the way', () => {
  const page = renderAsk({ hidden: { attempt: 'raw', csrfToken: 'other', with: 'other' } })
  expect(page).toContain('<input type="hidden" name="attempt" value="raw" />')
  expect(page.match(/name="csrfToken" value="[^"]*"/g)).toEqual(['name="csrfToken" value="token"'])
  expect(page.match(/name="with" value="[^"]*"/g)).toEqual(['name="with" value="code"'])
})

describe('the page between the first factor and the session', () => {
  it('asks for a code that phones can fill in', () => {
    const input = inputOf(renderAsk(), 'code')
    expect(renderAsk()).toContain('<label for="code">Code</label>')
    expect(input).toContain('name="code"')
    expect(input).toContain('autocomplete="one-time-code"')
    expect(input).toContain('inputmode="numeric"')
    expect(input).toContain('aria-describedby="ask"')
    expect(input).toMatch(/ required autofocus/)
    expect(renderAsk()).toContain('id="ask">Type the code from your authenticator app.</p>')
  })

  it.each([
    ['123456', true],
    [' 123 456 ', true],
    ['١٢٣٤٥٦', true],
    ['１２３４５６', true],
    ['12345', false],
    ['1234567', false],
    ['12345a', false],
  ])('lets the browser accept %j as a code: %j', (typed, isAccepted) => {
    const pattern = /pattern="([^"]*)"/.exec(renderAsk())?.[1] ?? ''
    expect(new RegExp(`^(?:${pattern})$`, 'v').test(typed)).toBe(isAccepted)
  })

  it('asks for a recovery code as text', () => {
    const page = renderAsk({ way: 'recovery-code' })
    const input = inputOf(page, 'recoveryCode')
    expect(page).toContain('<label for="recoveryCode">Recovery code</label>')
    expect(input).toContain('name="recoveryCode"')
    expect(input).toContain('autocomplete="off"')
    expect(input).not.toContain('inputmode')
    expect(page).toContain('name="with" value="recovery-code"')
    expect(inputOf(page, 'code')).toBe('')
  })

  it('sends a code by mail only when the user presses a button', () => {
    const before = renderAsk({ way: 'email-code', email })
    expect(before).toContain('We will send a code to <strong><bdi>ada@example.com</bdi></strong>.')
    expect(before).toContain('name="send" value="true"')
    expect(inputOf(before, 'code')).toBe('')
    const after = renderAsk({ way: 'email-code', email, isCodeSent: true })
    expect(after).toContain('Type the code that we sent to <strong><bdi>ada@example.com</bdi>')
    const [first, second] = formsOf(after)
    expect(first).toContain('name="code"')
    expect(first).not.toContain('name="send"')
    expect(second).toContain('name="send" value="true"')
  })

  it('asks for a passkey with the script of the sign-in page, and only then', () => {
    const page = renderAsk({ way: 'passkey', passkey })
    expect(page).toContain('hidden data-passkey="passkey" data-base-path="/auth" data-texts="{')
    expect(page).toContain('<script type="module" nonce="n0nce" src="/auth/script?v=1"></script>')
    expect(page).toContain('<noscript><p class="hint">Passkeys do not work here')
    expect(renderAsk({ passkey })).not.toContain('<script')
    const unsafe = { ...passkey, scriptUrl: 'javascript:alert(1)' }
    expect(renderAsk({ way: 'passkey', passkey: unsafe })).not.toContain('<script')
  })

  it('links to the other ways and back to the sign-in page', () => {
    const page = renderAsk({ ways: ['code', 'passkey', 'recovery-code', 'email-code'] })
    const links = [...page.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)
    expect(links).toEqual([
      '/auth/second-factor?with=passkey',
      '/auth/second-factor?with=recovery-code',
      '/auth/second-factor?with=email-code',
      signinUrl,
    ])
    expect(renderAsk({ pageUrl: '/auth/second-factor?a=b' })).toContain(
      '?a=b&amp;with=recovery-code',
    )
    expect(renderAsk({ pageUrl: 'javascript:x', signinUrl: 'javascript:x' })).not.toContain('<a ')
    expect(renderAsk({ ways: ['code'] })).not.toContain('class="ways"')
  })

  it('offers to remember the browser only if the app allows it, and never ticks the box', () => {
    const page = renderAsk({ rememberDays: 30 })
    expect(page).toContain('Do not ask again in this browser for 30 days</label>')
    expect(inputOf(page, 'remember')).toContain(
      'name="rememberDevice" type="checkbox" value="true"',
    )
    expect(inputOf(page, 'remember')).not.toContain('checked')
    expect(renderAsk()).not.toContain('rememberDevice')
    expect(renderAsk({ way: 'passkey', passkey, rememberDays: 30 })).toContain('rememberDevice')
  })

  it.each([
    ['code', texts.problems.wrongCode],
    ['email-code', texts.problems.wrongMailedCode],
    ['recovery-code', texts.problems.wrongRecoveryCode],
    ['password', texts.problems.wrongPassword],
  ] as const)('says below the field that a proof of way %s is wrong', (way, sentence) => {
    const page = renderAsk({ way, isCodeSent: true, problem: { type: 'wrong' } })
    const field = /<input[^>]*aria-invalid="true"[^>]*>/.exec(page)?.[0] ?? ''
    const id = /aria-describedby="([^"]*)"/.exec(field)?.[1] ?? ''
    expect(page).toContain(`<p class="field-alert" role="alert" id="${id}">`)
    expect(textOf(page)).toContain(sentence)
    expect(titleOf(page)).toBe(`${sentence.split('.')[0]} · Two-step sign-in · app.test`)
  })

  it('mentions the clock after the second wrong code', () => {
    expect(renderAsk({ problem: { type: 'wrong' } })).not.toContain(texts.problems.clock)
    const repeated = { type: 'wrong', isRepeated: true } as const
    expect(renderAsk({ problem: repeated })).toContain(`one. ${texts.problems.clock}`)
  })

  it('has no space between two Japanese sentences', async () => {
    const japanese = await findFactorTexts('ja')
    const page = renderAsk({ texts: japanese, problem: { type: 'wrong', isRepeated: true } })
    expect(page).toContain(`。${japanese.problems.clock}`)
  })

  it('says above the form how long the user has to wait', () => {
    const page = renderAsk({ problem: { type: 'limit', minutes: 15 } })
    expect(page).toContain('class="alert"')
    expect(textOf(page)).toContain('Too many wrong codes Try again in 15 minutes.')
    expect(titleOf(page)).toContain('Too many wrong codes · ')
    expect(inputOf(page, 'code')).not.toContain('aria-invalid')
  })

  it('shows another error above the form', () => {
    expect(renderAsk({ error })).toContain('class="alert"')
    expect(titleOf(renderAsk({ error }))).toContain('Something went wrong · ')
  })
})

describe('the page that asks a signed-in user for a new proof', () => {
  it('says what to do, once', () => {
    expect(renderProve()).toContain('<h1>Confirm it is you</h1>')
    expect(renderProve().match(/<p [^>]*class="lead"/g)).toHaveLength(1)
    expect(renderProve()).toContain('Type the code from your authenticator app.')
  })

  it('asks for a password that a password manager knows', () => {
    const input = inputOf(renderProve({ way: 'password' }), 'password')
    expect(input).toContain('type="password" autocomplete="current-password"')
  })

  it('has a button for each provider of the account', () => {
    const providers = [
      { id: 'github', name: 'GitHub' },
      { id: 'google', name: 'Google' },
    ]
    const [first, second] = formsOf(renderProve({ way: 'provider', providers }))
    expect(first).toContain('name="provider" value="github"')
    expect(first).toContain('Continue with <bdi>GitHub</bdi></button>')
    expect(second).toContain('name="provider" value="google"')
    expect(first).not.toContain('painted')
    expect(formsOf(renderProve({ way: 'provider', providers: providers.slice(1) }))[0]).toContain(
      'painted',
    )
  })

  it('says why it sent a code if the provider cannot prove a new sign-in', () => {
    const mailed = {
      way: 'email-code',
      isCodeSent: true,
      email,
      unprovenProvider: 'GitHub',
    } as const
    expect(textOf(renderProve(mailed))).toContain(
      'GitHub does not tell us that you just signed in. We sent a code to ada@example.com.',
    )
    expect(renderProve({ ...mailed, isCodeSent: false })).not.toContain('does not tell us')
    expect(renderProve({ ...mailed, way: 'code' })).not.toContain('does not tell us')
  })

  it('lets the user leave', () => {
    expect(renderProve({ cancelUrl: '/settings' })).toContain('href="/settings">Cancel</a>')
    expect(renderProve({ cancelUrl: 'javascript:alert(1)' })).not.toMatch(/javascript|Cancel/)
  })
})

describe('the page that adds an authenticator app', () => {
  it('shows the QR code with a name, and the key in groups that are copied without spaces', () => {
    expect(add()).toContain('role="img" aria-label="QR code for your authenticator app"><svg')
    expect(add()).toContain(
      '<span>ABCD</span><wbr /><span>EFGH</span><wbr /><span>2345</span><wbr /><span>67AB</span><wbr /></code>',
    )
    expect(add()).toMatch(/\.key code\{[^}]*user-select:all/)
  })

  it('has a link for apps on the same device, and never to another scheme', () => {
    expect(add()).toContain(`href="${otpauthUrl.replaceAll('&', '&amp;')}"`)
    for (const url of [
      'https://evil.test/',
      'javascript:alert(1)//otpauth://totp/a',
      'otpauth://totp/"',
    ]) {
      expect(add({ otpauthUrl: url })).not.toContain('class="button app-link"')
    }
  })

  it('does not scroll past the QR code to the field, unless the code was wrong', () => {
    expect(inputOf(add(), 'code')).not.toContain('autofocus')
    expect(inputOf(add({ problem: { type: 'wrong' } }), 'code')).toContain('autofocus')
  })

  it('asks for the first code', () => {
    expect(inputOf(add(), 'code')).toContain('autocomplete="one-time-code"')
    expect(textOf(add({ problem: { type: 'wrong' } }))).toContain(texts.problems.wrongCode)
    expect(add({ problem: { type: 'limit', minutes: 15 } })).toContain('class="alert"')
    expect(titleOf(add({ error }))).toContain('Something went wrong · ')
  })

  it('says that the site requires it, and leads back to the sign-in page then', () => {
    const page = add({ isRequired: true, cancelUrl: signinUrl })
    expect(page).toContain('<bdi>app.test</bdi> asks for a second step when you sign in.')
    expect(page).toContain(`href="${signinUrl}">Back to sign-in</a>`)
    expect(add()).not.toContain('asks for a second step')
    expect(add()).toContain('>Cancel</a>')
    expect(add({ cancelUrl: 'javascript:alert(1)' })).not.toMatch(/javascript|Cancel/)
  })
})

describe('the page with the recovery codes', () => {
  it('lists each code and warns that it is shown once', () => {
    for (const code of codes) expect(show()).toContain(`<li>${code}</li>`)
    expect(textOf(show())).toContain('We cannot show them again.')
  })

  it('has the codes as a text file in a link', () => {
    const href =
      /download="recovery-codes\.txt" href="data:text\/plain;charset=utf-8,([^"]*)"/.exec(
        show(),
      )?.[1]
    expect(href).toContain('Recovery%20codes%20for%20app.test%0D%0A')
    expect(decodeURIComponent(href ?? '')).toBe(
      `Recovery codes for app.test\r\n\r\n${codes.join('\r\n')}\r\n`,
    )
  })

  it('leads on, or to the site instead of an unsafe URL', () => {
    expect(show()).toContain('href="/after">Continue</a>')
    const page = show({ continueUrl: 'javascript:alert(1)' })
    expect(page).not.toContain('javascript')
    expect(page).toContain('href="https://app.test"')
  })
})

describe('the page that lists the second factors', () => {
  it('says that two-step sign-in is off without an app, and offers to add one', () => {
    const page = list({ apps: [], devices: [], recoveryCodes: 0 })
    expect(page).toContain('Off. Add an authenticator app')
    expect(page).toContain('class="button brand painted" href="/auth/add-factor"')
    expect(page).not.toMatch(/Recovery codes|Trusted browsers/)
  })

  it('says that two-step sign-in is on, and whether the site requires it', () => {
    expect(list()).toContain('On. After you sign in')
    expect(list({ isRequired: true })).toContain('On. This site requires it.')
    expect(list({ addUrl: undefined })).not.toContain('Add an authenticator app')
  })

  it('lists apps and browsers, each with a button that removes it', () => {
    const page = list()
    expect(page).toContain('<strong><bdi>My phone</bdi></strong>')
    expect(page).toContain('<span>Added May 3, 2026</span>')
    expect(page).toContain('aria-label="Remove My phone"')
    expect(page).toContain('<strong><bdi>Chrome · macOS</bdi></strong>')
    expect(page).toContain('<span>Until May 3, 2026</span> <span>Last used May 3, 2026</span>')
    expect(page).not.toContain('AppleWebKit')
    const removals = formsOf(page).filter((one) => one.includes('action="/auth/remove-factor"'))
    expect(removals.map((one) => /name="factor" value="([^"]*)"/.exec(one)?.[1])).toEqual([
      'app-1',
      'device-1',
    ])
  })

  it('offers another app in the section of the apps, also to users of passkeys', () => {
    const sectionOf = (page: string): string =>
      page.split('<section').find((one) => one.includes('<h2>Authenticator app</h2>')) ?? ''
    const link = 'class="button" href="/auth/add-factor"'
    expect(sectionOf(list())).toContain(link)
    const withPasskey = list({ apps: [], passkeys: [{ ...app, name: 'iCloud' }] })
    expect(sectionOf(withPasskey)).toContain(link)
    const closed = list({ apps: [], passkeys: [app], addUrl: undefined })
    expect(sectionOf(closed)).toBe('')
  })

  it('names an app and a browser without a known name', () => {
    const page = list({ apps: [{ ...app, name: null }], devices: [{ ...device, name: 'curl' }] })
    expect(page).toContain('<strong><bdi>Authenticator app</bdi></strong>')
    expect(page).toContain('<strong><bdi>Unknown browser</bdi></strong>')
  })

  it.each([
    [10, false],
    [3, false],
    [2, true],
    [0, true],
  ])('with %d recovery codes left, it asks for new ones: %j', (recoveryCodes, isLow) => {
    const page = list({ recoveryCodes })
    expect(page).toContain(`Codes left: ${recoveryCodes}`)
    expect(page.includes('Make new codes before you run out.')).toBe(isLow)
    expect(page).toContain('action="/auth/recovery-codes"')
  })

  it('shows an error above the list', () => {
    expect(list({ error })).toContain('class="alert"')
    expect(titleOf(list({ error }))).toContain('Something went wrong · ')
  })
})

it.each(languageCodes)(
  'every page in %s says something and leaves no placeholder',
  async (code) => {
    const language = await findLanguage({ preferred: code })
    const inLanguage = { language, texts: await findFactorTexts(code) }
    const all = ['code', 'recovery-code', 'passkey', 'email-code', 'password', 'provider'] as const
    const providers = [{ id: 'github', name: 'GitHub' }]
    const rendered = [
      ...all.map((way) =>
        renderAsk({ ...inLanguage, way, ways: all, email, passkey, providers, rememberDays: 30 }),
      ),
      renderAsk({ ...inLanguage, problem: { type: 'limit', minutes: 15 } }),
      renderProve({
        ...inLanguage,
        way: 'email-code',
        isCodeSent: true,
        email,
        unprovenProvider: 'GitHub',
      }),
      add({ ...inLanguage, isRequired: true, problem: { type: 'wrong', isRepeated: true } }),
      show(inLanguage),
      list({ ...inLanguage, recoveryCodes: 1 }),
      list({ ...inLanguage, apps: [] }),
    ]
    for (const page of rendered) {
      const seen = page.replace(/<style.*?<\/style>/s, '').replace(/data-texts="[^"]*"/, '')
      expect(seen).not.toMatch(/\bundefined\b|\bnull\b|\[object|NaN|Invalid|\{[a-z]+\}/)
      expect(page).toContain(`<html lang="${code}" dir="${language.direction}">`)
      expect(seen.match(/<h1[^>]*>\s*\S/g)).toHaveLength(1)
    }
  },
)
