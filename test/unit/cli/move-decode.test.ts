import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { decode, encode } from '../../../src/jwt.js'
import { makeTypeScriptApp } from './typescript-app.js'

const guard = 'src/guard.ts'
const problem = 'Auth.js throws in decode if a token is not valid, but Latchkey returns null.'

/** Moves an app with one guard, and returns the report and the guard's new text. */
async function moveGuard(
  text: string,
  args: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<{ readonly output: string; readonly moved: string }> {
  const sandbox = makeTypeScriptApp({
    'package.json': '{"devDependencies":{"@auth/qwik":"1","@builder.io/qwik-city":"1"}}',
    'vite.config.ts': 'export default { plugins: [qwikVite()] }',
    'src/routes/index.tsx': '',
    [guard]: text,
    ...files,
  })
  const { output } = await sandbox.run(['move', '--yes', ...args])
  return { output, moved: sandbox.read(guard) }
}

const plain = `import { decode } from "@auth/core/jwt";
export async function isValid({ token, secret, salt }: Params) {
  try {
    await decode({ token, secret, salt });
    return true;
  } catch {
    return false;
  }
}
`

const jwt = 'import { decode } from "@auth/core/jwt";'
const option = 'compatibility: "authjs"'

describe('latchkey move with a guard that relies on decode to throw', () => {
  it.each([
    ['a call', plain, 4, `await decode({ ${option}, token, secret, salt });`],
    [
      'a call without the object',
      `${jwt}\ndecode(params);\n`,
      2,
      `decode({ ${option}, ...params })`,
    ],
    [
      'a call with a choice',
      `${jwt}\ndecode(a ? b : c);\n`,
      2,
      `decode({ ${option}, ...a ? b : c })`,
    ],
    [
      'an alias',
      'import { decode as read } from "@auth/core/jwt";\n\nread({ token });\n',
      3,
      `read({ ${option}, token })`,
    ],
    [
      'a namespace',
      'import * as jwt from "next-auth/jwt";\njwt.decode({ token });\n',
      2,
      `jwt.decode({ ${option}, token })`,
    ],
    ['a constant', `${jwt}\nconst a = decode;\na({ token });\n`, 3, `a({ ${option}, token })`],
    [
      'a dynamic import',
      '\nconst { decode } = await import("@auth/core/jwt");\ndecode({ "token": t });\n',
      3,
      `decode({ ${option}, "token": t })`,
    ],
    [
      'a member of a dynamic import',
      '\n(await import("@auth/core/jwt")).decode({ token });\n',
      2,
      `.decode({ ${option}, token })`,
    ],
  ])('%s throws as before, and is reported with its line', async (_what, text, line, call) => {
    const { output, moved } = await moveGuard(text)
    expect(moved).toContain(call)
    expect(output).toContain(`${guard}:${line}\n  ${problem}\n  move adds compatibility: 'authjs'`)
    expect(output.split(problem)).toHaveLength(2)
  })

  it.each([
    ['a function value', `${jwt}\nuse({ decode });\n`, 2],
    ['a call with a list', `${jwt}\ndecode(...params);\n`, 2],
  ])('%s is left to the author', async (_what, text, line) => {
    const { output, moved } = await moveGuard(text)
    expect(output).toContain(`${guard}:${line}\n  ${problem}\n  Check the result for null`)
    expect(output.split(problem)).toHaveLength(2)
    expect(moved).not.toContain('compatibility')
  })

  it('each call throws as before where one name has several meanings', async () => {
    const { output, moved } = await moveGuard(`${jwt}
decode({ token });
const later = async () => {
  const { decode } = await import("@auth/core/jwt");
  decode({ later });
};
const other = async () => {
  const { decode } = await import("base64");
  decode({ other });
};
const whole = async () => {
  const all = await import("@auth/core/jwt");
  all.decode({ whole });
};
const foreign = async () => {
  const all = await import("base64");
  all.decode({ foreign });
};
`)
    for (const [argument, line] of [
      ['token', 2],
      ['later', 5],
      ['whole', 13],
    ] as const) {
      expect(moved).toContain(`decode({ ${option}, ${argument} })`)
      expect(output).toContain(`${guard}:${line}\n  ${problem}`)
    }
    expect(moved).toContain('decode({ other })')
    expect(moved).toContain('decode({ foreign })')
    expect(output.split(problem)).toHaveLength(4)
  })

  it.each([
    ['a function that returns it', 'const load = () => import("@auth/core/jwt");', 1],
    ['a list of promises', 'await Promise.all([import("@auth/core/jwt")]);', 1],
    ['an argument', 'import * as jwt from "@auth/core/jwt";\nuse(jwt);', 2],
    ['a later use', 'const jwt = await import("@auth/core/jwt");\nuse(jwt);', 2],
    ['a computed member', 'const jwt = await import("@auth/core/jwt");\njwt[name];', 2],
    ['a rest', 'const { encode, ...jwt } = await import("@auth/core/jwt");', 1],
    ['a callback', 'import("@auth/core/jwt").then(use);', 1],
    ['a parameter', 'import("@auth/core/jwt").then((jwt) =>\n  use(jwt));', 2],
    ['an alias', 'import * as jwt from "@auth/core/jwt";\nconst all = jwt;\nuse(all);', 3],
  ])('a module that is passed on is reported: %s', async (_what, text, line) => {
    const { output } = await moveGuard(`${text}\n`)
    expect(output).toContain(
      `${guard}:${line}\n  move cannot see whether decode of this module is used. ${problem}`,
    )
  })

  it.each([
    'import * as jwt from "@auth/core/jwt";\njwt.encode(params);\nexport type Token = jwt.JWT;',
    'import * as jwt from "@auth/core/jwt";\nconst { encode } = jwt;',
    'import * as jwt from "@auth/core/jwt";\nexport type All = typeof jwt;',
    'const { getToken } = await import("@auth/core/jwt");',
    'export const token = await (await import("@auth/core/jwt")).getToken(params);',
    'import("@auth/core/jwt").then(({ encode }) => encode(params));',
    'import("@auth/core/jwt").then((jwt) => jwt.encode(params));',
    'import("@auth/core/jwt").then(() => done());',
    'await import("@auth/core/jwt");',
    'await import("@auth/core/types").then(use);',
  ])('a module whose decode is not used is not reported: %s', async (text) => {
    expect((await moveGuard(`${text}\n`)).output).not.toContain(problem)
  })

  it.each([[[]], [['--rolling']]])('a moved guard refuses a forged token (%s)', async (args) => {
    const { moved } = await moveGuard(plain, args)
    const isValid = await loadGuard(moved)
    const params = { secret: 'x'.repeat(40), salt: 'authjs.session-token' }
    const token = await encode({ ...params, token: { sub: '1' } })
    expect(await isValid({ ...params, token })).toBe(true)
    expect(await isValid({ ...params, token: `${token}x` })).toBe(false)
    expect(await isValid({ ...params, token: 'forged' })).toBe(false)
  })

  it('a call of a re-exported decode throws as before', async () => {
    const text = 'import { decode } from "./jwt";\ndecode({ token });\n'
    const files = { 'src/jwt.ts': 'export { decode } from "@auth/core/jwt";\n' }
    const { output, moved } = await moveGuard(text, [], files)
    expect(output).toContain(`${guard}:2\n  ${problem}`)
    expect(moved).toContain(`decode({ ${option}, token })`)
  })

  it('a decode of another module and other functions are not reported', async () => {
    const text = `import { decode } from "base64";
import { encode } from "@auth/core/jwt";
decode(text);
encode(params);
other.decode(text);
`
    expect((await moveGuard(text)).output).not.toContain(problem)
  })

  it('a second run changes nothing', async () => {
    const { moved } = await moveGuard(plain)
    expect((await moveGuard(moved)).moved).toBe(moved)
  })
})

type Guard = (params: { token: string; secret: string; salt: string }) => Promise<boolean>

/** Runs a moved guard with the `decode` of this package. */
async function loadGuard(moved: string): Promise<Guard> {
  const body = ts.transpile(moved, { target: ts.ScriptTarget.ES2022 })
  expect(body).toContain('from "latchkey/jwt"')
  const isValid = body.replace(/^import .*$/m, '').replace('export ', 'return ')
  // oxlint-disable-next-line no-new-func, no-implied-eval -- This is what the moved app runs.
  return new Function('decode', isValid)(decode) as Guard
}
