import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeSandbox, type Sandbox } from './sandbox.js'

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** A folder with a TypeScript of its own, as every Qwik app has one. */
export function makeTypeScriptApp(
  files: Readonly<Record<string, string>>,
  typescript = 'typescript',
): Sandbox {
  const sandbox = makeSandbox(files)
  const link = join(sandbox.folder, 'node_modules/typescript')
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join(modules, typescript), link)
  return sandbox
}
