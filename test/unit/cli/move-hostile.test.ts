import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { applyEdits } from '../../../src/cli/move/edit.js'
import { moveApp } from './move-app.js'
import { makeTypeScriptApp } from './typescript-app.js'

interface Moved {
  readonly text: string
  readonly output: string
}

/** Moves an app with one file. Fails if the result has syntax errors or a second run changes it. */
async function moveFile(
  before: string,
  { path = 'src/file.ts', ...others }: Readonly<Record<string, string>> = {},
): Promise<Moved> {
  const sandbox = makeTypeScriptApp({
    'package.json': '{"devDependencies":{"@auth/qwik":"1","@builder.io/qwik-city":"1"}}',
    'vite.config.ts': 'export default { plugins: [qwikVite()] }',
    'src/routes/index.tsx': '',
    [path]: before,
    ...others,
  })
  const { code, output, errors } = await sandbox.run(['move', '--yes'])
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  const text = sandbox.read(path)
  expect(syntaxErrors(path, text)).toEqual(syntaxErrors(path, before))
  expect((await sandbox.run(['move', '--yes'])).output).toMatch(/Nothing to move\.\n$/)
  expect(sandbox.read(path)).toBe(text)
  return { text, output }
}

function syntaxErrors(fileName: string, text: string): readonly string[] {
  const { diagnostics = [] } = ts.transpileModule(text, { fileName, reportDiagnostics: true })
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

const option = `compatibility: 'authjs'`
const jwt = `import { decode } from '@auth/core/jwt'\n`

describe('latchkey move changes nothing but names and modules of Auth.js, in spite of', () => {
  it.each([
    ['a byte order mark', '\uFEFFimport { AuthError } from "@auth/qwik"\n'],
    ['a hashbang', '#!/usr/bin/env tsx\nimport { AuthError } from "@auth/qwik"\n'],
    ['CRLF', 'import {\r\n\tAuthError, // a\r\n\t/* b */\r\n} from "@auth/qwik"; // c\r\n\r\n'],
    ['strange space', '\f\vimport\u00a0{ AuthError }\u00a0from\t"@auth/qwik"\u3000;\f\n'],
    ['no space', 'import{AuthError as a}from"@auth/qwik";export{a}'],
    ['comments', 'import /* a */ { /* b */ AuthError /* c */ } /* d */ from // e\n "@auth/qwik" ;'],
    [
      'names of other scripts',
      'import { AuthError as авт, type Session as 名前 } from "@auth/qwik"\nlet ñ = "🚀", 𠮷 = авт\n',
    ],
    [
      'names in quotes',
      'import { "AuthError" as a } from "@auth/qwik"\nexport { "AuthError" as "x-y" } from "@auth/qwik"\n',
    ],
    [
      'regular expressions and templates',
      'import { AuthError } from "@auth/qwik"\nconst r = /import \'[/"`]/g, t = `${`import ${AuthError.name} from`}`\n',
    ],
    [
      'attributes of imports',
      'import { AuthError } from "@auth/qwik" with { type: "a" }\nimport("@auth/qwik/providers/github", { with: {} })\n',
    ],
    [
      'decorators',
      '@on(AuthError) class A { @on() #decode() { return this.#decode() } declare x: 1; accessor y = 1 }\nimport { AuthError } from "@auth/qwik"\n',
    ],
    [
      'overloads, predicates and template types',
      'import type { User } from "@auth/qwik"\nfunction f(this: User): asserts this is User\nfunction f() {}\ntype T = `${keyof import("@auth/qwik").User}-x`\n',
    ],
    [
      'other packages with similar names',
      'import a from "@auth/core-extra"\nimport b from "@auth/qwik2"\nimport c from "next-auth-extra"\nimport { AuthError } from "@auth/qwik"\n',
    ],
  ])('%s', async (_what, before) => {
    const { text, output } = await moveFile(before)
    expect(text).toBe(before.replaceAll(/@auth\/qwik(?!2)/g, 'latchkey'))
    expect(output).not.toContain('Look at')
  })

  it('texts in JSX', async () => {
    const before = `import type { Session } from "@auth/qwik"\nexport const a = <T,>(p: T) => <p title="it's">import {'{'} don't {'}'} // '/* {(p as import("@auth/qwik").Session).expires}</p>\n`
    const { text } = await moveFile(before, { path: 'src/a.tsx' })
    expect(text).toBe(before.replaceAll('@auth/qwik', 'latchkey'))
  })

  it.each([
    `const a = "import { Session } from '@auth/core/types'", b = \`\${a}@auth/qwik\`\n`,
    `import core = require('@auth/core')\n`,
    `import x from '@auth/core?raw'\n`,
    `declare module '@auth/qwik';\n`,
    `import {} from '@auth/core/lib/unknown'\n`,
    `import type {} from '@auth/core/unknown'\n`,
    `export {} from '@auth/core/unknown'\n`,
    `import {} from '@auth/core/providers/unknown'\n`,
    `import x from '@auth/core/types.js'\n`,
    `/** @import { Session } from '@auth/core/types' */\n`,
    `/** @type {import("@auth/qwik").Session} */\n`,
  ])('something that it can only report: %s', async (before) => {
    const { text, output } = await moveFile(before)
    expect(text).toBe(before)
    expect(output).toContain('src/file.ts:1\n')
  })
})

describe('latchkey move keeps a file correct if', () => {
  it.each([
    [
      'a type inside of an argument of decode is moved, too',
      `${jwt}decode(p as import('@auth/core/jwt').JWTDecodeParams)\n`,
      `decode({ ${option}, ...p as import('latchkey/jwt').JWTDecodeParams })\n`,
    ],
    [
      'calls of decode are nested',
      `${jwt}decode(decode(await decode(x)))\n`,
      `decode({ ${option}, ...decode({ ${option}, ...await decode({ ${option}, ...x }) }) })\n`,
    ],
    [
      'a renamed name is an argument of decode',
      `import { QwikAuth$ } from '@auth/qwik'\n${jwt}decode(QwikAuth$)\n`,
      `decode({ ${option}, ...routeAuth$ })\n`,
    ],
    [
      'decode has comments around its argument',
      `${jwt}decode /* a */ ( /* b */ x /* c */ , /* d */ )\n`,
      `decode /* a */ ( /* b */ { ${option}, ...x } /* c */ , /* d */ )\n`,
    ],
    [
      'two names of Auth.js get the same name',
      `import { QwikAuth$ } from '@auth/qwik'\nimport { serverAuth$ } from '@builder.io/qwik-auth'\nuse(QwikAuth$, serverAuth$)\n`,
      `import { routeAuth$, routeAuth$ as serverAuth$ } from 'latchkey'\nuse(routeAuth$, serverAuth$)\n`,
    ],
    [
      'the alias is the new name',
      `import type { QwikAuthConfig as FrameworkAuthConfig } from '@auth/qwik'\n`,
      `import type { FrameworkAuthConfig } from 'latchkey'\n`,
    ],
    [
      'the line after an import begins with a semicolon',
      `import { AuthError } from '@auth/qwik'\nimport { CredentialsSignin } from '@auth/qwik'\n;[AuthError].map(String)\n`,
      `import { AuthError, CredentialsSignin } from 'latchkey'\n;[AuthError].map(String)\n`,
    ],
    [
      'the line after an import that is split begins with a semicolon',
      `import { Auth, Unknown } from '@auth/core'\n;[Auth].map(String)\n`,
      `import { Auth } from 'latchkey/core'\nimport { Unknown } from '@auth/core'\n;[Auth].map(String)\n`,
    ],
    [
      'a namespace has an import under the name that is renamed',
      `import type { QwikAuthConfig } from '@auth/qwik'\nnamespace N { import QwikAuthConfig = Foo.Bar }\n`,
      `import type { FrameworkAuthConfig as QwikAuthConfig } from 'latchkey'\nnamespace N { import QwikAuthConfig = Foo.Bar }\n`,
    ],
    [
      'a namespace has the name that is renamed',
      `import type { QwikAuthConfig } from '@auth/qwik'\nnamespace N { export namespace QwikAuthConfig {} }\n`,
      `import type { FrameworkAuthConfig as QwikAuthConfig } from 'latchkey'\nnamespace N { export namespace QwikAuthConfig {} }\n`,
    ],
    [
      'a label has the name that is renamed',
      `import { QwikAuth$ } from '@auth/qwik'\nQwikAuth$: for (;;) break QwikAuth$\nuse(QwikAuth$)\n`,
      `QwikAuth$: for (;;) break QwikAuth$\nuse(routeAuth$)\n`,
    ],
    [
      'names are computed',
      `import { QwikAuth$ } from '@auth/qwik'\nconst { [QwikAuth$.name]: a } = { [QwikAuth$.name]: 1, ['QwikAuth$']: 2, QwikAuth$ }\n`,
      `const { [routeAuth$.name]: a } = { [routeAuth$.name]: 1, ['QwikAuth$']: 2, QwikAuth$: routeAuth$ }\n`,
    ],
    [
      'a module is declared with imports of its own',
      `declare module 'mine' {\n  import { QwikAuthConfig } from '@auth/qwik'\n  export { User } from '@auth/core/types'\n  export * from '@auth/core/adapters'\n  export type C = QwikAuthConfig\n}\n`,
      `declare module 'mine' {\n  import { FrameworkAuthConfig } from 'latchkey'\n  export { User } from 'latchkey'\n  export * from 'latchkey/adapters'\n  export type C = FrameworkAuthConfig\n}\n`,
    ],
    [
      'a mock loads the module with its type',
      `vi.mock('@auth/qwik', async (load) => ({ ...(await load<typeof import('@auth/qwik')>()), QwikAuth$ }))\n`,
      `vi.mock('latchkey', async (load) => ({ ...(await load<typeof import('latchkey')>()), routeAuth$: QwikAuth$ }))\n`,
    ],
  ])('%s', async (_what, before, after) => {
    expect((await moveFile(before)).text.endsWith(after)).toBe(true)
  })

  it.each([
    '(decode) => decode(1)',
    'function f({ decode }) { decode(1) }',
    'function f() { if (1) { var decode = g }; decode(1) }',
    '{ const [decode] = g; decode(1) }',
    '{ function decode() {}; decode(1) }',
    'try {} catch (decode) { decode(1) }',
    'for (const decode of g) decode(1)',
    'for (let decode = g; ; ) decode(1)',
    'switch (1) { case 1: let decode = g; decode(1) }',
    '(function decode() { decode(1) })()',
    '(class decode { static x = decode(1) })',
    'namespace N { const decode = g; decode(1) }',
    '(jwt) => jwt.decode(1)',
  ])('an inner name hides that of Auth.js: %s', async (inner) => {
    const before = `${jwt}import * as jwt from '@auth/core/jwt'\n;${inner}\n`
    const { text, output } = await moveFile(before)
    expect(text).toBe(before.replaceAll('@auth/core/jwt', 'latchkey/jwt'))
    expect(output).not.toContain('Look at')
  })

  it.each([
    [
      `import('@auth/core/jwt').then(({ decode }) => decode(x))`,
      `.then(({ decode }) => decode({ ${option}, ...x }))`,
    ],
    [
      `import('@auth/core/jwt').then((m) => m.decode({ token }))`,
      `.then((m) => m.decode({ ${option}, token }))`,
    ],
    [
      `import * as jwt from '@auth/core/jwt'\njwt['decode']({ token })`,
      `jwt['decode']({ ${option}, token })`,
    ],
    [
      `const a = async () => { const { decode } = await import('@auth/core/jwt'); decode(x) }\nconst b = async () => { const { 'decode': d, decode } = await import('@auth/core/jwt'); decode(x) }`,
      `const { 'decode': d, decode } = await import('latchkey/jwt'); decode({ ${option}, ...x }) }`,
    ],
  ])('decode throws as before in %s', async (before, after) => {
    const { text, output } = await moveFile(`${before}\n`)
    expect(text.endsWith(`${after}\n`)).toBe(true)
    const calls = text.split(/decode'?\]?\(/).length - 1
    expect(output.split('  Auth.js throws in decode')).toHaveLength(calls + 1)
  })

  it.each([
    [`['basePath']: '/x', `, ''],
    ['[`basePath`]: 1, ', ''],
    [`'basePath': '/x', `, ''],
  ])('an option has its name in brackets: %s', async (written, left) => {
    const before = `import { QwikAuth$ } from '@auth/qwik'\nQwikAuth$(() => ({ trustHost: true, ${written}providers: [] }))\n`
    const { text, output } = await moveFile(before)
    expect(text).toContain(`({ trustHost: true, ${left}providers: [] })`)
    expect(output).toContain('src/file.ts:2\n  @auth/qwik ignored basePath')
  })

  it('a config is asserted in front of it', async () => {
    const before = `import { QwikAuth$ } from '@auth/qwik'\nQwikAuth$(() => <any>{ trustHost: true, basePath: '/x', providers: [] })\n`
    const { text } = await moveFile(before)
    expect(text).toContain('<any>{ trustHost: true, providers: [] }')
  })

  it('a constant is asserted in front of it', async () => {
    const path = 'src/routes/plugin@auth.ts'
    const before = `import { QwikAuth$ } from '@auth/qwik'\nconst config = <C>{ providers: [] }\nQwikAuth$(() => config)\n`
    const { read } = await moveApp({ [path]: before })
    expect(read(path)).toContain(`const config = <C>{ ${option}, providers: [] }`)
  })

  it('hooks are read by a name in brackets, and another object has the same name', async () => {
    const before = `import * as auth from './auth'\nconst a = auth['useAuthSession'], { 'useAuthSignin': b, ['useAuthSignout']: c } = auth\nconst f = (auth) => auth.useAuthSession\n`
    const { text, output } = await moveFile(before, {
      'src/auth.ts': `import { serverAuth$ } from '@builder.io/qwik-auth'\nexport const { useAuthSession, useAuthSignin, useAuthSignout } = serverAuth$(() => ({ trustHost: true, providers: [] }))\n`,
    })
    expect(text).toBe(
      `import * as auth from './auth'\nconst a = auth['useSession'], { 'useSignIn': b, ['useSignOut']: c } = auth\nconst f = (auth) => auth.useAuthSession\n`,
    )
    expect(output).not.toContain('src/file.ts:2\n  This still names')
    expect(output).toContain('src/file.ts:3\n  This still names useAuthSession')
  })
})

it('latchkey move reports an option whose name it cannot see', async () => {
  const { output } = await moveFile(
    `import { QwikAuth$ } from '@auth/qwik'\nQwikAuth$(() => ({ trustHost: true,\n  [key]: '/x', providers: [] }))\n`,
  )
  expect(output).toContain('src/file.ts:3\n  move cannot see this part of the config')
})

it('edits that overlap are refused, and an insertion comes before what is replaced behind it', () => {
  const insertion = { start: 1, end: 1, text: '<' }
  const replacement = { start: 1, end: 3, text: 'x' }
  expect(applyEdits('abcd', [replacement, insertion])).toBe('a<xd')
  const inside = { start: 2, end: 4, text: 'y' }
  expect(() => applyEdits('abcd', [replacement, inside])).toThrow('Two edits overlap at cd.')
})
