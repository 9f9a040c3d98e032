import { describe, expect, it } from 'vitest'
import { makeTypeScriptApp } from './typescript-app.js'

const file = 'src/routes/plugin@auth.ts'

/** Moves one file of an app, and checks that a second run changes nothing. */
async function moveFile(
  before: string,
): Promise<{ readonly text: string; readonly output: string }> {
  const sandbox = makeTypeScriptApp({
    'package.json': '{"devDependencies":{"@auth/qwik":"1","@builder.io/qwik-city":"1"}}',
    'vite.config.ts': 'export default { plugins: [qwikVite()] }',
    'src/routes/index.tsx': '',
    [file]: before,
  })
  const { code, output, errors } = await sandbox.run(['move', '--yes'])
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  const text = sandbox.read(file)
  await sandbox.run(['move', '--yes'])
  expect(sandbox.read(file)).toBe(text)
  return { text, output }
}

describe('imports of one file from several modules of Auth.js', () => {
  it('become one import for each entry point, values and types apart', async () => {
    const { text, output } = await moveFile(`import { QwikAuth$, type Profile } from "@auth/qwik";
import { Auth, type AuthConfig } from "@auth/core";
import type { Session, User } from "@auth/core/types";
import type { Adapter } from "@auth/core/adapters";
import type { JWT } from "@auth/core/jwt";
import { decode } from "@auth/core/jwt";
import { AuthError, type Account } from "@auth/qwik";
import Google, { type GoogleProfile } from "@auth/core/providers/google";
import type { Provider } from "@auth/core/providers";
import Credentials, { type CredentialsConfig } from "@auth/core/providers/credentials";
QwikAuth$(() => ({ trustHost: true, providers: [] }));
`)
    expect(text)
      .toBe(`import { routeAuth$, type Profile, AuthError, type Account, type CredentialsConfig } from "latchkey";
import { Auth, type AuthConfig } from "latchkey/core";
import type { Session, User, Adapter, Provider } from "latchkey";
import type { JWT } from "latchkey/jwt";
import { decode } from "latchkey/jwt";
import Google, { type GoogleProfile } from "latchkey/providers/google";
import Credentials from "latchkey/providers/credentials";
routeAuth$(() => ({ trustHost: true, providers: [] }));
`)
    expect(output).not.toContain('Look at')
  })

  it.each([
    [
      'an import of Latchkey that is there already',
      `import type { User } from '@auth/core/types'\nimport type { Session } from 'latchkey'\n`,
      `import type { Session, User } from 'latchkey'\n`,
    ],
    [
      'a list on several lines',
      `import type {\n  Session,\n  // the user\n  User,\n} from '@auth/core/types'\nimport type { Adapter as A } from '@auth/core/adapters'\n`,
      `import type {\n  Session,\n  // the user\n  User,\n  Adapter as A,\n} from 'latchkey'\n`,
    ],
    [
      'a renamed import',
      `import { AuthError } from '@auth/qwik'\nimport { QwikAuth$ as auth$ } from '@auth/qwik'\n`,
      `import { AuthError, routeAuth$ as auth$ } from 'latchkey'\n`,
    ],
    [
      'a type that is imported twice under two names',
      `import type { Session } from '@auth/qwik'\nimport type { Session as Core } from '@auth/core/types'\n`,
      `import type { Session, Session as Core } from 'latchkey'\n`,
    ],
  ])('are merged with %s', async (_what, before, after) => {
    expect((await moveFile(before)).text).toBe(after)
  })

  it('stay apart from an import without names', async () => {
    const before = `import type {} from '@auth/core/jwt'\nimport type { JWT } from '@auth/core/jwt'\n`
    expect((await moveFile(before)).text).toBe(before.replaceAll('@auth/core/jwt', 'latchkey/jwt'))
  })

  it('are merged in a file with CRLF, and the comments around them stay', async () => {
    const { text } = await moveFile(
      `// a\r\nimport { QwikAuth$ } from '@auth/qwik' // b\r\n// c\r\nimport { AuthError } from '@auth/qwik' // d\r\nlet x\r\n`,
    )
    expect(text).toBe(
      `// a\r\nimport { routeAuth$, AuthError } from 'latchkey' // b\r\n// c\r\n // d\r\nlet x\r\n`,
    )
  })
})

describe('an import with names that Latchkey lacks', () => {
  it.each([
    [
      'a type',
      `import { something, type Session } from '@auth/core/types';\n`,
      `import { type Session } from 'latchkey';\nimport { something } from '@auth/core/types';\n`,
      'Latchkey has no something of "@auth/core/types".',
    ],
    [
      'a type beside a provider',
      `import Osu, { type OsuUserCompact, type OsuProfile } from '@auth/core/providers/osu'\n`,
      `import Osu, { type OsuProfile } from 'latchkey/providers/osu'\nimport { type OsuUserCompact } from '@auth/core/providers/osu'\n`,
      'Latchkey has no OsuUserCompact of "@auth/core/providers/osu".',
    ],
    [
      'a re-export',
      `export type { something, Session } from '@auth/core/types'\n`,
      `export type { Session } from 'latchkey'\nexport type { something } from '@auth/core/types'\n`,
      'Latchkey has no something of "@auth/core/types".',
    ],
    [
      'a default that a module does not have',
      `import auth, { AuthError } from '@auth/qwik'\n`,
      `import { AuthError } from 'latchkey'\nimport auth from '@auth/qwik'\n`,
      'Latchkey has no default of "@auth/qwik".',
    ],
  ])('is split: %s', async (_what, before, after, problem) => {
    const { text, output } = await moveFile(before)
    expect(text).toBe(after)
    expect(output).toContain(`${file}:1\n  ${problem}`)
  })
})

describe('a module of Auth.js that is imported whole', () => {
  it.each([
    [`import * as types from '@auth/core/types'`, `import * as types from 'latchkey/types'`],
    [`export * from '@auth/core/adapters'`, `export * from 'latchkey/adapters'`],
    [
      `export type * as P from '@auth/core/providers'`,
      `export type * as P from 'latchkey/providers'`,
    ],
    [
      `import * as auth from '@auth/qwik'\nconst f = (e: auth.QwikAuthConfig) => e instanceof auth.AuthError`,
      `import * as auth from 'latchkey'\nconst f = (e: auth.FrameworkAuthConfig) => e instanceof auth.AuthError`,
    ],
    [
      `import * as google from '@auth/core/providers/google'\nlet p: google.GoogleProfile = google.default`,
      `import * as google from 'latchkey/providers/google'\nlet p: google.GoogleProfile = google.default`,
    ],
    [
      `const { AuthError, customFetch: f } = await import('@auth/qwik')`,
      `const { AuthError, customFetch: f } = await import('latchkey')`,
    ],
    [
      `const make = (await import('@auth/qwik')).QwikAuthQrl`,
      `const make = (await import('latchkey')).routeAuthQrl`,
    ],
    [
      `import('@auth/core').then(({ createActionURL }) => createActionURL)`,
      `import('latchkey/core').then(({ createActionURL }) => createActionURL)`,
    ],
    [
      `import('@auth/core').then((m) => m.Auth(a, { providers: [] }))`,
      `import('latchkey/core').then((m) => m.Auth(a, { providers: [] }))`,
    ],
    [
      `import * as auth from '@auth/qwik'\nlet e = auth['AuthError'], c: typeof auth.CredentialsSignin`,
      `import * as auth from 'latchkey'\nlet e = auth['AuthError'], c: typeof auth.CredentialsSignin`,
    ],
    [
      `const { ['AuthError']: a, "CredentialsSignin": b } = await import('@auth/qwik')`,
      `const { ['AuthError']: a, "CredentialsSignin": b } = await import('latchkey')`,
    ],
    [
      `type C = import('@auth/qwik').QwikAuthConfig`,
      `type C = import('latchkey').FrameworkAuthConfig`,
    ],
    [`type J = typeof import('@auth/core/jwt')`, `type J = typeof import('latchkey/jwt')`],
    [
      `type E = import('@auth/core/providers/email').EmailConfig`,
      `type E = import('latchkey').EmailConfig`,
    ],
  ])('moves %s', async (before, after) => {
    const { text, output } = await moveFile(before)
    expect(text).toBe(after)
    expect(output).not.toContain('Look at')
  })

  it.each([
    [`export * from '@auth/qwik'`],
    [`import * as auth from '@auth/qwik'\nexport default auth`],
    [`import * as auth from '@auth/qwik'\nauth[name]`],
    [`import * as auth from '@auth/core'\nauth.something()`],
    [`const all = await import('@auth/qwik')`],
    [`const { AuthError, ...rest } = await import('@auth/qwik')`],
    [`import('@auth/core').then((m) => use(m))`],
  ])('stays and is reported if its names cannot be seen: %s', async (before) => {
    const { text, output } = await moveFile(before)
    expect(text).toBe(before)
    expect(output).toContain(`${file}:1\n  Latchkey has no`)
  })
})

describe('a mock of a module of Auth.js', () => {
  it.each([
    [
      `vi.mock('@auth/qwik', () => ({ QwikAuth$: vi.fn(), 'AuthError': Error }))`,
      `vi.mock('latchkey', () => ({ routeAuth$: vi.fn(), 'AuthError': Error }))`,
    ],
    [`vi.mock("@auth/qwik/providers/github")`, `vi.mock("latchkey/providers/github")`],
    [
      `jest.mock('@auth/core/jwt', () => ({ getToken }))`,
      `jest.mock('latchkey/jwt', () => ({ getToken }))`,
    ],
    [
      `vi.mock(import('@auth/qwik'), async (load) => {\n  return { ...(await load()), QwikAuth$ }\n})`,
      `vi.mock(import('latchkey'), async (load) => {\n  return { ...(await load()), routeAuth$: QwikAuth$ }\n})`,
    ],
    [
      `const real = await vi.importActual<typeof import('@auth/qwik')>('@auth/qwik')`,
      `const real = await vi.importActual<typeof import('latchkey')>('latchkey')`,
    ],
  ])('moves with it: %s', async (before, after) => {
    const { text, output } = await moveFile(before)
    expect(text).toBe(after)
    expect(output).not.toContain('Look at')
  })

  it('stays and is reported if it has a name that Latchkey lacks', async () => {
    const before = `\nvi.mock('@auth/core', () => ({ something: 1 }))`
    const { text, output } = await moveFile(before)
    expect(text).toBe(before)
    expect(output).toContain(`${file}:2\n  Latchkey has no something of "@auth/core".`)
  })
})

describe('an augmented module of Auth.js', () => {
  it.each([
    [
      `declare module '@auth/core/adapters' { interface AdapterUser { role: string } }`,
      `declare module 'latchkey' { interface AdapterUser { role: string } }\n\nexport {}\n`,
    ],
    [
      `declare module '@auth/core/providers/google' { interface GoogleProfile { a: 1 } }`,
      `declare module 'latchkey/providers/google' { interface GoogleProfile { a: 1 } }\n\nexport {}\n`,
    ],
    [
      `export {}\ndeclare module '@auth/core/jwt' { interface JWT { a: 1 } }\n`,
      `export {}\ndeclare module 'latchkey' { interface JWT { a: 1 } }\n`,
    ],
    [
      `declare module '@auth/core/jwt' { interface JWT { a: 1 } }\r\ndeclare module '@auth/core/types' { interface Session { a: 1 } }\r\n`,
      `declare module 'latchkey' { interface JWT { a: 1 } }\r\ndeclare module 'latchkey' { interface Session { a: 1 } }\r\n\r\nexport {}\r\n`,
    ],
  ])('moves: %s', async (before, after) => {
    expect((await moveFile(before)).text).toBe(after)
  })

  it('leaves a file ambient that has no augmentation of Auth.js', async () => {
    const before = `declare module '*.svg'\ndeclare const session: import('@auth/core/types').Session\n`
    const { text } = await moveFile(before)
    expect(text).toBe(before.replace('@auth/core/types', 'latchkey'))
  })

  it.each([`declare module '*.svg'`, 'declare const build: string', 'interface Window { a: 1 }'])(
    'stays and is reported beside a declaration for the whole app: %s',
    async (other) => {
      const before = `${other}\ndeclare module '@auth/core/jwt' { interface JWT { a: 1 } }\n`
      const { text, output } = await moveFile(before)
      expect(text).toBe(before)
      expect(output).toContain(`${file}:2\n  This file has no import or export`)
    },
  )

  it.each([
    [`declare module '@auth/core/types' {\n  interface Something { a: 1 }\n}`, 'Something'],
    [
      `declare module '@auth/core/providers/osu' {\n  interface OsuUserCompact { a: 1 }\n}`,
      'OsuUserCompact',
    ],
  ])('stays and is reported if Latchkey lacks the interface: %s', async (before, name) => {
    const { text, output } = await moveFile(before)
    expect(text).toBe(before)
    expect(output).toContain(`${file}:1\n  Latchkey has no ${name} of`)
  })
})
