import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { root } from '../../../scripts/run.mjs'

/** A page that lists the options of an interface, and those that other pages or libraries are about. */
const lists = [
  ['guide/account-page', 'model/account', 'AccountPageOptions', []],
  ['guide/audit', 'adapters/kysely/audit-trail', 'KyselyAuditOptions', []],
  ['guide/email', 'model/limits', 'LimitsOptions', []],
  ['guide/email', 'model/email', 'EmailConfig', ['options', 'requires', 'findMistake']],
  ['guide/guards', 'binding/require-session', 'GuardOptions', []],
  [
    'guide/passkeys',
    'model/webauthn',
    'WebAuthnConfig',
    ['options', 'simpleWebAuthn', 'loadFlows'],
  ],
  ['guide/passkeys', 'passkeys/call', 'PasskeyCall', []],
  ['guide/passwords', 'model/password', 'PasswordOptions', []],
  ['guide/qwik', 'vite', 'LatchkeyOptions', []],
  ['guide/second-factors', 'model/second-factor', 'SecondFactorOptions', []],
  ['guide/sessions', 'model/options', 'SessionOptions', []],
  ['guide/testing', 'testing/kit/inbox', 'NextMailOptions', []],
  ['guide/testing', 'testing/kit/sign-in-as', 'SignInAsOptions', []],
  ['guide/testing', 'testing/provider/provider-state', 'FakeProviderOptions', []],
  ['guide/tokens', 'model/tokens', 'AccessTokenOptions', []],
  ['guide/tokens', 'model/tokens', 'AuthorizedFetchOptions', []],
  ['adapters/kysely', 'adapters/kysely/store', 'KyselyAdapterOptions', []],
  ['adapters/redis', 'adapters/redis', 'RedisAdapterOptions', []],
  ['security/attacks', 'testing/attack/run-attacks', 'AttackOptions', []],
] as const

describe('a page with options', () => {
  it.each(lists)('%s names each option of %s, %s', (page, file, name, elsewhere) => {
    const options = membersOf(read(`src/${file}.ts`), name)
    expect(options.length).toBeGreaterThan(0)
    const left = options.filter((option) => !elsewhere.some((other) => other === option))
    expect(findMissing(read(`docs/${page}.md`), left)).toEqual([])
  })

  it('is reported if it does not name an option', () => {
    const source = 'export interface Options { maxAge?: number; readonly name: string }'
    expect(membersOf(source, 'Options')).toEqual(['maxAge', 'name'])
    expect(findMissing('Set `session.maxAge`.', ['maxAge', 'name'])).toEqual(['name'])
  })
})

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** An option is named in code, alone or as a part of it. */
function findMissing(page: string, options: readonly string[]): string[] {
  const code = (page.match(/```[^]*?```|`[^`\n]+`/g) ?? []).join('\n')
  return options.filter((option) => !new RegExp(`\\b${option}\\b`).test(code))
}

function membersOf(text: string, name: string): string[] {
  const file = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true)
  return file.statements
    .filter(ts.isInterfaceDeclaration)
    .filter((found) => found.name.text === name)
    .flatMap(({ members }) => members.flatMap((member) => member.name?.getText() ?? []))
}
