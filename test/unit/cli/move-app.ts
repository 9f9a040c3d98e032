import { expect } from 'vitest'
import { makeTypeScriptApp } from './typescript-app.js'

/** An app of `@auth/qwik` that was moved. */
interface MovedApp {
  readonly output: string
  readonly read: (path: string) => string
}

/** Moves an app with these files. Fails if a second run finds something else to move. */
export async function moveApp(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = ['--rolling'],
): Promise<MovedApp> {
  const sandbox = makeTypeScriptApp({
    'package.json': '{"devDependencies":{"@auth/qwik":"1","@builder.io/qwik-city":"1"}}',
    'vite.config.ts': 'export default { plugins: [qwikVite()] }',
    'src/routes/index.tsx': '',
    ...files,
  })
  const { code, output, errors } = await sandbox.run(['move', '--yes', ...args])
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  const second = await sandbox.run(['move', '--yes', ...args])
  expect(second.output).toMatch(/Nothing to move\.\n$/)
  return { output, read: (path) => sandbox.read(path) }
}
