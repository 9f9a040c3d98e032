import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { renderConfirmPage } from '../../../src/pages/confirm-page.js'
import { renderErrorPage } from '../../../src/pages/error-page.js'
import { english, findLanguage, languageCodes } from '../../../src/pages/find-language.js'
import { renderGrantPage } from '../../../src/pages/grant-page.js'
import { renderSignInMail } from '../../../src/pages/sign-in-mail.js'
import { renderSignInPage } from '../../../src/pages/sign-in-page.js'
import { renderSignOutPage } from '../../../src/pages/sign-out-page.js'
import type { Language } from '../../../src/model/page-texts.js'
import { renderVerifyRequestPage } from '../../../src/pages/verify-request-page.js'

const others = languageCodes.filter((code) => code !== 'en')

/** Every text by its path. */
function listTexts(texts: object, path = ''): readonly (readonly [path: string, text: unknown])[] {
  return Object.entries(texts).flatMap(([name, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null
      ? listTexts(text, `${path}${name}.`)
      : [[`${path}${name}`, text] as const],
  )
}

const namesIn = (text: unknown): readonly string[] => (String(text).match(/\{.*?\}/g) ?? []).sort()

function renderAll(language: Language): Readonly<Record<string, string>> {
  const url = 'https://app.test/x'
  const shell = { theme: {}, nonce: 'n0nce', siteUrl: 'https://app.test', language }
  const form = { ...shell, csrfToken: 'token', callbackUrl: url }
  const email = 'ada@example.com'
  const code = { url, csrfToken: 'token', callbackUrl: url, length: 6, error: 'Verification' }
  const mail = { url, host: 'app.test', theme: {}, code: '123456', minutes: 10, language }
  const pages = {
    'sign-in': renderSignInPage({
      ...form,
      providers: [
        { type: 'oidc', id: 'a', name: 'Acme', signinUrl: url },
        { type: 'email', id: 'b', name: 'Post', signinUrl: url },
      ],
      error: { type: 'EmailSignInError' },
      lastUsed: 'a',
    }),
    'no-way': renderSignInPage({ ...form, providers: [] }),
    'sign-out': renderSignOutPage({ ...form, signoutUrl: url }),
    confirm: renderConfirmPage({ ...form, confirmUrl: url, token: 't', email }),
    ...Object.fromEntries(
      (['first', 'again', 'more'] as const).map((reason) => [
        `grant ${reason}`,
        renderGrantPage({
          ...form,
          grantRequest: 'sealed',
          provider: { type: 'oidc', id: 'a', name: 'Acme', signinUrl: url },
          reason,
          error: 'AccountNotLinked',
        }),
      ]),
    ),
    sent: renderVerifyRequestPage({ ...shell, email, signinUrl: url }),
    code: renderVerifyRequestPage({ ...shell, email, signinUrl: url, code }),
    mail: renderSignInMail(mail).html,
    'mail as text': renderSignInMail(mail).text,
    ...Object.fromEntries(
      Object.keys(language.texts.errors).map((type) => [
        `error ${type}`,
        renderErrorPage({ ...shell, type, signinUrl: url }),
      ]),
    ),
  }
  return Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, String(page)]))
}

it('every language file has a loader, and every loader has a file', () => {
  const folder = new URL('../../../src/pages/languages/', import.meta.url)
  const files = readdirSync(folder).map((file) => file.replace('.ts', ''))
  expect(files.sort()).toEqual([...languageCodes].sort())
})

it('each language spells e-mail in one way', () => {
  const texts = listTexts(english.texts).map(([, text]) => String(text).replace(/\{.*?\}/g, ''))
  expect(texts.filter((text) => /e-mail/i.test(text)).length).toBeGreaterThan(5)
  expect(texts.filter((text) => /email/i.test(text))).toEqual([])
})

it('no page contains a text outside of the languages', () => {
  const folder = new URL('../../../src/pages/', import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && file !== 'texts.ts')
  const words = listTexts(english.texts).map(([, text]) => String(text).split(/\{.*?\}/)[0] ?? '')
  const sentences = words.filter((text) => text.includes(' ') && text.length > 6)
  expect(sentences.length).toBeGreaterThan(60)
  for (const file of files) {
    const source = readFileSync(new URL(file, folder), 'utf8')
    expect(sentences.filter((text) => source.includes(text))).toEqual([])
  }
})

describe.each(languageCodes)('in %s', (code) => {
  it('the name of a service is a word of its own, so that its button can be spoken to', async () => {
    const { withProvider } = (await findLanguage({ preferred: code })).texts.signIn
    expect(withProvider).toMatch(/(?:^|[^\p{L}\p{N}(])\{provider\}(?:$|[^\p{L}\p{N}(])/u)
  })

  it('every page says something, and nothing that was not filled in', async () => {
    const language = await findLanguage({ preferred: code })
    for (const [name, page] of Object.entries(renderAll(language))) {
      const seen = page.replace(/<style.*?<\/style>/s, '')
      expect(seen, name).not.toMatch(/\bundefined\b|\bnull\b|\[object|NaN|\{[a-z]+\}/)
      if (name === 'mail as text') continue
      expect(page, name).toContain(`<html lang="${code}" dir="${language.direction}">`)
      expect(seen.match(/<h1[^>]*>\s*\S/g), name).toHaveLength(1)
    }
  })
})

describe.each(others)('the texts of %s', (code) => {
  it('are all there, with the same values to fill in', async () => {
    const { texts } = await findLanguage({ preferred: code })
    const found = new Map(listTexts(texts))
    expect([...found.keys()].sort()).toEqual(
      listTexts(english.texts)
        .map(([path]) => path)
        .sort(),
    )
    for (const [path, text] of listTexts(english.texts)) {
      expect(namesIn(found.get(path)), path).toEqual(namesIn(text))
      expect(String(found.get(path)).trim(), path).not.toBe('')
    }
  })

  it('are not those of English', async () => {
    const { texts } = await findLanguage({ preferred: code })
    const found = new Map(listTexts(texts))
    const same = listTexts(english.texts).filter(([path, text]) => found.get(path) === text)
    expect(same).toEqual([])
    for (const [name, page] of Object.entries(renderAll(await findLanguage({ preferred: code })))) {
      const seen = page.replace(/<style.*?<\/style>/s, '').replace(/<[^>]*>/g, '')
      expect(seen, name).not.toMatch(/Sign|Back to|email\b.*address|Check your|Please|\bthe\b/)
    }
  })

  it('end their sentences and not their titles, and are written without straight apostrophes', async () => {
    const { texts } = await findLanguage({ preferred: code })
    for (const [path, text] of listTexts(texts)) {
      if (path.endsWith('.sentence')) expect(text, path).toMatch(/[.。]$/)
      if (path.endsWith('.title')) expect(text, path).not.toMatch(/[.。]$/)
      expect(text, path).not.toMatch(/['"]|\s{2}|^\s|\s$|[\n\r]/)
    }
  })
})
