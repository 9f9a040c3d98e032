import { join } from 'node:path'
import ts from 'typescript'
import { runNode, type Folder } from '../folder.js'
import { appFiles } from './app-files.js'
import { runnerFiles } from './runner-files.js'
import type { SampleFile } from './sample-files.js'

/** Runs files in one process. Returns why each one failed, with its place in the documentation. */
export async function runSamples(
  folder: Folder,
  runnable: readonly SampleFile[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const scripts = new Map(runnable.map((file) => [toScriptPath(file.path), file]))
  const own = Object.entries(appFiles).filter(([path]) =>
    /^src\/(?!.*\.d\.ts$).*\.tsx?$/.test(path),
  )
  folder.write('.', {
    ...runnerFiles,
    ...Object.fromEntries(own.map(([path, text]) => [toScriptPath(path), toScript(text)])),
    ...Object.fromEntries([...scripts].map(([path, { text }]) => [path, toScript(text)])),
  })
  const paths = [...scripts.keys()].map((path) => join(folder.path, path))
  const runner = join(folder.path, 'runner/index.mjs')
  const { output } = await runNode([runner, ...paths], folder.path, environment)
  const failures = JSON.parse(output) as [path: string, reason: string][]
  return failures.map(([path, reason]) => {
    const file = scripts.get(path.slice(folder.path.length + 1))
    return `${file?.locate(2)}: ${reason}`
  })
}

export function toScript(text: string): string {
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2022,
    jsx: ts.JsxEmit.ReactJSX,
    jsxImportSource: '@builder.io/qwik',
  }
  return ts.transpileModule(text, { compilerOptions, fileName: 'sample.tsx' }).outputText
}

export function toScriptPath(path: string): string {
  return path.replace(/\.tsx?$/, '.mjs')
}
