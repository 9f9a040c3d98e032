import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeFolder, root, runNode } from './folder.js'

const { resolve } = createRequire(import.meta.url)
const versions = [
  ['5.4', resolve('typescript-5.4/package.json')],
  ['5.9', resolve('typescript-5.9/package.json')],
  ['6.0', resolve('typescript/package.json')],
  ['7.0', resolve('typescript-7/package.json')],
] as const

const strict = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  // Qwik's own declarations are not for us to check.
  skipLibCheck: true,
}

/** An application that declares what is in its sessions, as those of Auth.js do. */
const augmented = `
import { routeAuth$, type JWT, type Session, type User } from 'latchkey'
declare module 'latchkey' {
  interface Session {
    tenant: string
  }
  interface User {
    level?: number
  }
  interface JWT {
    tenant?: string
  }
}
export const auth = routeAuth$(() => ({
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => (user?.level === 7 ? { ...token, tenant: 'a' } : token),
    session({ session, token }) {
      session.tenant = token.tenant ?? 'none'
      return session
    },
  },
}))
export const tenant: string | undefined = auth.useSession().value?.tenant
export const level: number | undefined = auth.useSession().value?.user?.level
export const records: [Session, User, JWT] = [
  { expires: '', tenant: 'a', user: { level: 1 } },
  { level: 1 },
  { tenant: 'a' },
]`

/** The same through the module that Auth.js has for tokens, in a file that imports it or not. */
const augmentedJwt = (first: string): string => `
${first}
declare module 'latchkey' {
  interface Session {
    tenant: string
  }
}
declare module 'latchkey/jwt' {
  interface JWT {
    tenant?: string
  }
}`
const usesJwt = `
import { routeAuth$, type JWT } from 'latchkey'
export const token: JWT = { sub: 'a', tenant: 'a' }
export const auth = routeAuth$(() => ({
  providers: [],
  callbacks: {
    session({ session, token }) {
      const tenant: string | undefined = token.tenant
      session.tenant = tenant ?? 'none'
      return session
    },
  },
}))`

/** Every line with a remark is wrong, and no other. */
const wrong = `
import { routeAuth$, type Session } from 'latchkey'
import Credentials from 'latchkey/providers/credentials'
export const session: Session = { expires: '' } // without what was declared
export const auth = routeAuth$(() => ({
  providers: [Credentials({ authorize: () => ({ id: 1 }) })], // an id is text
}))
export const value = auth.useSession().value.expires // nobody may be signed in
export const submitted = auth.useSignIn().submit({ providerId: 7 }) // an id is text
export const missing = routeAuth$(() => ({})) // no providers
import { Auth } from 'latchkey/engine' // no such door
`

/** The doors that lead to no declarations but ours. */
const plainDoors = `
export * from 'latchkey/core'
export * from 'latchkey/errors'
export * from 'latchkey/jwt'
export { default } from 'latchkey/providers/credentials'`

const folder = makeFolder()
afterAll(() => folder.remove())

const types = join(root, 'test/types')
const files = readdirSync(types).map((name) => [
  name,
  readFileSync(join(types, name), 'utf8').replaceAll('../../src/', './node_modules/latchkey/dist/'),
])
folder.write('.', {
  ...Object.fromEntries(files),
  'augmented.ts': augmented,
  'with-import.ts': augmentedJwt(
    `import type { JWT } from 'latchkey/jwt'\nexport type Token = JWT`,
  ),
  'without-import.ts': augmentedJwt('export {}'),
  'uses-jwt.ts': usesJwt,
  'with-import.json': JSON.stringify({
    compilerOptions: strict,
    files: ['with-import.ts', 'uses-jwt.ts'],
  }),
  'without-import.json': JSON.stringify({
    compilerOptions: strict,
    files: ['without-import.ts', 'uses-jwt.ts'],
  }),
  'wrong.ts': wrong,
  'doors.ts': plainDoors,
  'right.json': JSON.stringify({ compilerOptions: strict, files: files.map(([name]) => name) }),
  'doors.json': JSON.stringify({
    compilerOptions: { ...strict, skipLibCheck: false },
    files: ['doors.ts'],
  }),
  'wrong.json': JSON.stringify({ compilerOptions: strict, files: ['augmented.ts', 'wrong.ts'] }),
})

describe.each(versions)(
  'the declarations of the package under TypeScript %s',
  (version, manifest) => {
    const tsc = join(dirname(manifest), 'bin/tsc')

    it.each(['with-import', 'without-import'])(
      'can be augmented through latchkey/jwt: %s',
      async (project) => {
        const { output } = await runNode([tsc, '-p', `${project}.json`], folder.path)
        expect(output).toBe('')
      },
    )

    it('are those of the tests of types', async () => {
      const { output } = await runNode([tsc, '--version'], folder.path)
      expect(output).toContain(`Version ${version}.`)
      expect(files.length).toBeGreaterThan(1)
      expect(await compile('right.json')).toEqual({ code: 0, output: '' })
    })

    it('hold by themselves, for whoever has libraries checked', async () => {
      expect(await compile('doors.json')).toEqual({ code: 0, output: '' })
    })

    it('can be added to by the application, and refuse what is wrong', async () => {
      const { code, output } = await compile('wrong.json')
      const found = [...output.matchAll(/^(\S+)\((\d+),\d+\): error/gm)]
      expect(found.filter(([, file]) => file !== 'wrong.ts')).toEqual([])
      const marked = wrong.split('\n').flatMap((line, at) => (line.includes('//') ? [at + 1] : []))
      expect([...new Set(found.map(([, , line]) => Number(line)))]).toEqual(marked)
      expect(code).not.toBe(0)
    })

    function compile(project: string): ReturnType<typeof runNode> {
      return runNode([tsc, '--pretty', 'false', '-p', project], folder.path)
    }
  },
)
