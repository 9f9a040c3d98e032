import { describe, expect, it } from 'vitest'
import type { Sandbox } from './sandbox.js'
import { makeTypeScriptApp } from './typescript-app.js'

const binding = 'src/lib/auth.ts'

/** An app that has no binding of Auth.js, but calls the function of `@auth/core` itself. */
function makeApp(code: string, others: Readonly<Record<string, string>> = {}): Sandbox {
  return makeTypeScriptApp({
    'package.json': '{"dependencies":{"@auth/core":"0.41.0","@builder.io/qwik-city":"1.20.1"}}',
    'vite.config.ts': 'export default { plugins: [qwikVite()] }',
    'src/routes/index.tsx': '',
    [binding]: `import { Auth } from "@auth/core";\n${code}\n`,
    ...others,
  })
}

async function move(sandbox: Sandbox, ...args: readonly string[]): Promise<string> {
  const { code, output, errors } = await sandbox.run(['move', '--yes', ...args])
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return output
}

describe('latchkey move with an app that calls Auth itself', () => {
  it('adds the moving mode to the second argument, before and after the move', async () => {
    const code = 'const config = { basePath: "/api/auth" };\nAuth(request, config);'
    const sandbox = makeApp(code)
    expect(await move(sandbox)).not.toContain('Look at')
    const moved = 'import { Auth } from "latchkey/core";\nconst config = { basePath: "/api/auth" };'
    expect(sandbox.read(binding)).toContain(moved)
    expect(sandbox.read('vite.config.ts')).toContain('latchkey({ basePath: "/api/auth" })')
    await move(sandbox, '--rolling')
    expect(sandbox.read(binding)).toContain(
      'config = { compatibility: "authjs" as const, basePath: "/api/auth" };',
    )
    expect(await move(sandbox, '--rolling')).toBe('Nothing to move.\n')

    const other = makeApp(code)
    await move(other, '--rolling')
    expect(other.read(binding)).toBe(sandbox.read(binding))
  })

  it('reports a config that it cannot see', async () => {
    const code =
      'export const handle = (request: Request, config: AuthConfig) =>\n\n  Auth(request, config);'
    const unseen = `${binding}:4\n  move cannot see this part of the config, so it changes no option there.\n`
    const look = 'Look for logger, cookies, secret and skipCSRFCheck in it'
    const rolling = await move(makeApp(code), '--rolling')
    expect(rolling).toContain(`${unseen}  Add compatibility: 'authjs' to the config. ${look}`)
    expect(rolling).not.toContain('Remove basePath')
    const plain = await move(makeApp(code))
    expect(plain).toContain(`${unseen}  ${look}`)
    expect(plain).not.toContain('Add compatibility')
  })

  it('reports options that Latchkey reads in another way', async () => {
    const options = [
      'skipCSRFCheck',
      'cookies: {}',
      'logger: { error: log }',
      'secret: "k3Jx9Qp7wZ"',
    ]
    const output = await move(makeApp(`Auth(request, {\n${options.join(',\n')}\n});`))
    expect(output).toContain(`${binding}:3\n  skipCSRFCheck turns off`)
    expect(output).toContain('Replace the code around Auth with routeAuth$')
    expect(output).toContain(`${binding}:4\n  Latchkey keeps the state of a sign-in in one cookie`)
    expect(output).toContain(`${binding}:5\n  Auth.js calls logger.error`)
    expect(output).toContain(`${binding}:6\n  The secret in this file has fewer`)
  })

  it('leaves another function with that name alone', async () => {
    const other = 'import { Auth } from "aws-amplify";\nAuth(request, { skipCSRFCheck });\n'
    const sandbox = makeApp('', { 'src/lib/other.ts': other })
    expect(await move(sandbox, '--rolling')).not.toContain('Look at')
    expect(sandbox.read('src/lib/other.ts')).toBe(other)
  })
})
