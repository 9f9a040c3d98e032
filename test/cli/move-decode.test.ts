import { describe, expect, it } from 'vitest'
import { makeTypeScriptApp } from './typescript-app.js'

const guard = 'src/guard.ts'
const problem = 'Auth.js throws in decode if a token is not valid, but Latchkey returns null.'

/** Moves an app with one guard, and returns the report and the guard's new text. */
async function moveGuard(
  text: string,
  args: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<{ readonly output: string; readonly moved: string }> {
  const scene = makeTypeScriptApp({
    'package.json': '{"devDependencies":{"@auth/qwik":"1","@builder.io/qwik-city":"1"}}',
    'vite.config.ts': 'export default { plugins: [qwikVite()] }',
    'src/routes/index.tsx': '',
    [guard]: text,
    ...files,
  })
  const { output } = await scene.run(['move', '--yes', ...args])
  return { output, moved: scene.read(guard) }
}

const plain = `import { decode } from "@auth/core/jwt";
export async function isValid(token: string) {
  try {
    await decode({ token, secret, salt });
    return true;
  } catch {
    return false;
  }
}
`

describe('latchkey move with a guard that relies on decode to throw', () => {
  it.each([
    ['a call', plain, 4],
    ['an alias', 'import { decode as read } from "@auth/core/jwt";\n\nread(params);\n', 3],
    ['a namespace', 'import * as jwt from "next-auth/jwt";\njwt.decode(params);\n', 2],
    ['a function value', 'import { decode } from "@auth/core/jwt";\nuse({ decode });\n', 2],
    ['a dynamic import', '\nconst { decode } = await import("@auth/core/jwt");\n', 2],
    ['a member of a dynamic import', '\n(await import("@auth/core/jwt")).decode(params);\n', 2],
  ])('%s is reported with its line', async (_what, text, line) => {
    const { output, moved } = await moveGuard(text)
    expect(output).toContain(`${guard}:${line}\n  ${problem}\n  Check the result for null`)
    expect(output.split(problem)).toHaveLength(2)
    expect(moved).not.toContain('compatibility')
  })

  it('a call of a re-exported decode is reported', async () => {
    const text = 'import { decode } from "./jwt";\ndecode(params);\n'
    const files = { 'src/jwt.ts': 'export { decode } from "@auth/core/jwt";\n' }
    const { output } = await moveGuard(text, [], files)
    expect(output).toContain(`${guard}:2\n  ${problem}`)
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

  it('with --rolling the call throws as before', async () => {
    const { output, moved } = await moveGuard(plain, ['--rolling'])
    expect(moved).toContain('await decode({ compatibility: "authjs", token, secret, salt });')
    expect(output).toContain(`${guard}:4\n  ${problem}\n  move adds compatibility: 'authjs'`)
  })

  it('with --rolling a call whose object is elsewhere is left to the author', async () => {
    const text = 'import { decode } from "@auth/core/jwt";\ndecode(params);\n'
    const { output, moved } = await moveGuard(text, ['--rolling'])
    expect(moved).toContain('decode(params)')
    expect(output).toContain(`${guard}:2\n  ${problem}\n  Check the result for null`)
  })
})
