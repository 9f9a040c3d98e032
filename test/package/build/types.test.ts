import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { isLong } from '../../support/long-run.js'
import { makeFolder, root, runNode } from './folder.js'

const { resolve } = createRequire(import.meta.url)
const versions = [
  ['5.4', resolve('typescript-5.4/package.json')],
  ...(isLong ? ([['5.9', resolve('typescript-5.9/package.json')]] as const) : []),
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

/** A role that every user must have, as in the guide of Auth.js, and an adapter that does not know it. */
const withRequiredRole = `
import type { Adapter as AuthJsAdapter } from '@auth/core/adapters'
import { routeAuth$, type FrameworkAuthConfig, type JWT } from 'latchkey'
declare module 'latchkey' {
  interface User {
    role: string
  }
  interface JWT {
    role?: string
  }
}
declare const adapter: AuthJsAdapter
export const config = {
  adapter,
  providers: [],
  callbacks: {
    // Auth.js declares the user as always present, and so do annotations in its apps.
    jwt({ token, user }: { token: JWT; user: any }) {
      return user ? { ...token, role: user.role } : token
    },
    session({ session, user }) {
      const role: string = user.role
      return { ...session, role }
    },
  },
} satisfies FrameworkAuthConfig
export const auth = routeAuth$(() => config)
export const ours = routeAuth$(() => ({
  providers: [],
  adapter: { getUserByEmail: (email) => ({ id: '1', email, emailVerified: null, role: 'reader' }) },
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

const projects = ['with-import', 'without-import', 'required-role', 'right', 'doors', 'wrong'].map(
  (name) => `${name}.json`,
)
const folder = makeFolder()
afterAll(() => folder.remove())

const types = join(root, 'test/package/types')
const files = readdirSync(types).map((name) => [
  name,
  readFileSync(join(types, name), 'utf8').replaceAll(
    '../../../src/',
    './node_modules/latchkey/dist/',
  ),
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
  'required-role.ts': withRequiredRole,
  'required-role.json': JSON.stringify({
    compilerOptions: { ...strict, exactOptionalPropertyTypes: false },
    files: ['required-role.ts'],
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
    const compiler = openCompiler(version, manifest)

    it.each(['with-import', 'without-import'])(
      'can be augmented through latchkey/jwt: %s',
      async (project) => {
        expect(await compiler.compile(`${project}.json`)).toBe('')
      },
    )

    it('accept a published adapter although the app declares a required field of users', async () => {
      expect(await compiler.compile('required-role.json')).toBe('')
    })

    it('are those of the tests of types', async () => {
      expect(await compiler.findVersion()).toMatch(new RegExp(`^${version}\\.`))
      expect(files.length).toBeGreaterThan(1)
      expect(await compiler.compile('right.json')).toBe('')
    })

    it('compile without `skipLibCheck`', async () => {
      expect(await compiler.compile('doors.json')).toBe('')
    })

    it('can be added to by the application, and refuse what is wrong', async () => {
      const output = await compiler.compile('wrong.json')
      const found = [...output.matchAll(/^(\S+)\((\d+),\d+\): error/gm)]
      expect(found.filter(([, file]) => file !== 'wrong.ts')).toEqual([])
      const marked = wrong.split('\n').flatMap((line, at) => (line.includes('//') ? [at + 1] : []))
      expect([...new Set(found.map(([, , line]) => Number(line)))]).toEqual(marked)
    })
  },
)

/** A version of TypeScript. Checks a project, and returns the errors as `tsc` prints them. */
interface Compiler {
  findVersion(): Promise<string>
  compile(project: string): Promise<string>
}

function openCompiler(version: string, manifest: string): Compiler {
  return version === '7.0' ? openCommand(join(dirname(manifest), 'bin/tsc')) : openApi(manifest)
}

function openCommand(tsc: string): Compiler {
  return {
    findVersion: async () => {
      const { output } = await runNode([tsc, '--version'], folder.path)
      return output.replace('Version ', '')
    },
    compile: async (project) => {
      const args = [tsc, '--pretty', 'false', '-p', project]
      const { code, output } = await runNode(args, folder.path)
      expect(code === 0).toBe(output === '')
      return output
    },
  }
}

/** One process checks all projects, because most of the time goes to reading the declarations. */
function openApi(manifest: string): Compiler {
  let checking: Promise<{ version: string; outputs: Readonly<Record<string, string>> }> | undefined
  const check = async () => {
    const script = fileURLToPath(new URL('compile-projects.mjs', import.meta.url))
    const args = [script, manifest, ...projects]
    const { code, output } = await runNode(args, folder.path)
    expect(code, output).toBe(0)
    return JSON.parse(output)
  }
  return {
    findVersion: async () => (await (checking ??= check())).version,
    compile: async (project) => {
      const errors = (await (checking ??= check())).outputs[project]
      if (errors === undefined) throw new Error(`No project is named ${project}.`)
      return errors
    },
  }
}
