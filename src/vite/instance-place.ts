import type { SourceFile } from './source-file.js'
import { stripComments } from './strip-comments.js'

/**
 * When Qwik runs `onRequest` of a file: for every request (`plugin`), for every path below a folder
 * (`catch-all`), for single pages (`pages`), or never (`nowhere`).
 */
export type InstancePlace = 'plugin' | 'catch-all' | 'pages' | 'nowhere'

const pluginPath = /^src\/routes\/plugin(?:@[^/]+)?\.[jt]sx?$/
const layoutName = /^layout(?:!|-[^/]*)?\.[jt]sx?$/
const indexName = /^index(?:!|@[^/]*)?\.[jt]sx?$/
const catchAll = /\/\[\.\.\.[^/]*\]\/(?:\([^/]*\)\/)*index(?:!|@[^/]*)?\.[jt]sx?$/

/** Finds out when Qwik runs the instance in a file. */
export function placeInstance(
  file: SourceFile,
  sources: readonly SourceFile[],
): { readonly place: InstancePlace; readonly entry: SourceFile } {
  if (pluginPath.test(file.path)) return { place: 'plugin', entry: file }
  const plugin = sources.find((other) => pluginPath.test(other.path) && reExports(other, file))
  if (plugin) return { place: 'plugin', entry: plugin }
  return { place: placeRoute(file.path, sources), entry: file }
}

/** If no page matches, Qwik runs the plugins only. So a layout does not run for the path `/auth`. */
function placeRoute(path: string, sources: readonly SourceFile[]): InstancePlace {
  const [, folder = '', name = ''] = /^(src\/routes(?:\/.*)?)\/([^/]+)$/.exec(path) ?? []
  if (layoutName.test(name)) {
    const isBelow = (other: string): boolean => other.startsWith(`${folder}/`)
    return sources.some((other) => isBelow(other.path) && catchAll.test(other.path))
      ? 'catch-all'
      : 'pages'
  }
  if (!indexName.test(name)) return 'nowhere'
  return catchAll.test(path) ? 'catch-all' : 'pages'
}

function reExports(plugin: SourceFile, { path }: SourceFile): boolean {
  const text = stripComments(plugin.text)
  const [, stem = ''] = /([^/]+)\.[^.]+$/.exec(path) ?? []
  const imported = [...text.matchAll(/\bfrom\s*["']([^"']+)["']/g)].map(([, from = '']) => from)
  return (
    /\bonRequest\b|\bexport\s*\*/.test(text) &&
    imported.some((from) => from.replace(/\.[cm]?[jt]sx?$/, '').endsWith(`/${stem}`))
  )
}

/** Says why Qwik does not run an instance for every request, and what to do. */
export function explainPlace(
  path: string,
  place: Exclude<InstancePlace, 'plugin'>,
): { readonly reason: string; readonly cure: string } {
  if (place === 'nowhere') {
    return {
      reason: /^src\/routes\/(?!plugin@)[^/]+$/.test(path)
        ? `Qwik does not run ${path}, because its name does not start with plugin@.`
        : `Qwik does not run ${path}, because it is not a file such as src/routes/plugin@auth.ts.`,
      cure: 'Rename it to src/routes/plugin@auth.ts, and adjust the imports.',
    }
  }
  const cure = 'Move the call of routeAuth$ to src/routes/plugin@auth.ts.'
  return place === 'pages'
    ? { reason: `Qwik runs ${path} only for its own pages, so /auth/signin answers 404.`, cure }
    : { reason: `Qwik runs ${path} only for its own pages, and not for the others.`, cure }
}
