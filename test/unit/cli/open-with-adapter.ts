import { execFileSync } from 'node:child_process'
import ts from 'typescript'
import type { Sandbox } from './sandbox.js'

/** Opens each address in turn, in a module of its own, and tells how it ended. */
const script = `
const answers = []
for (const [at, url] of JSON.parse(process.argv[1]).entries()) {
  const { openAdapter } = await import('./auth-adapter.mjs?' + at)
  answers.push(await openAdapter(url ?? undefined).then(
    (db) => db.destroy().then(() => 'opened'),
    (error) => error.message,
  ))
}
console.log(JSON.stringify(answers))
`

/**
 * Opens addresses with the adapter file that `init` wrote, in the folder of the app and with the
 * packages of this repository. Returns `opened` or the error's message for each.
 */
export function openWithAdapter(
  sandbox: Sandbox,
  urls: readonly (string | undefined)[],
): readonly unknown[] {
  const { outputText } = ts.transpileModule(sandbox.read('src/auth-adapter.ts'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  })
  // Only how the file is opened matters here, so the tables are left out.
  const ours =
    'data:text/javascript,export const migrate = () => {}; export const kyselyAdapter = (db) => db'
  const text = outputText.replaceAll(/from "([\w/]+)"/g, (_, name: string) =>
    name.startsWith('latchkey/') ? `from "${ours}"` : `from "${import.meta.resolve(name)}"`,
  )
  sandbox.write('auth-adapter.mjs', text)
  const args = [
    '--input-type=module',
    '--eval',
    script,
    JSON.stringify(urls.map((url) => url ?? null)),
  ]
  return JSON.parse(execFileSync(process.execPath, args, { cwd: sandbox.folder, encoding: 'utf8' }))
}
