import { exportedNodes } from './declarations.js'
import { findInstances, type Instance } from './find-instances.js'
import { reExportsOf } from './module-exports.js'
import { parseModule } from './parse-module.js'
import type { SourceFile } from './source-file.js'
import type { QwikVersion } from './wrong-door.js'

const pluginFile = 'src/routes/plugin@auth.ts'
const members = '{ onRequest, useSession, useSignIn, useSignOut }'

/**
 * Explains why no route of Latchkey answers in an app, after a path such as `/auth/signin` answered
 * 404. Returns undefined if the app's files do not show why, or if the engine says it itself.
 */
export async function explainUnanswered(
  folder: string,
  path: string,
  version: QwikVersion | undefined,
): Promise<string | undefined> {
  const found = await findInstances(folder).catch(() => [])
  // Where one instance answers, a 404 has another reason, such as an unknown route.
  const reasons = await Promise.all(found.map((instance) => explain(instance, version)))
  const [reason] = reasons
  if (reason === undefined || reasons.includes(undefined)) return undefined
  return `${path} answers 404, because ${reason}`
}

async function explain(
  { path, place, entry }: Instance,
  version: QwikVersion | undefined,
): Promise<string | undefined> {
  switch (place) {
    case 'nowhere':
      return `Qwik does not run ${path}. Rename the file to ${pluginFile}.`
    case 'pages':
      return `Qwik runs ${path} only for its own pages. Move the call of \`routeAuth$\` to ${pluginFile}.`
    case 'plugin':
      // Qwik 2 runs `useSession` of a plugin file for each request, so the engine notices.
      return version === 2 || (await exportsOnRequest(entry))
        ? undefined
        : `${entry.path} does not export \`onRequest\`. Write \`export const ${members} = routeAuth$(…)\` there.`
    case 'catch-all':
      return undefined
  }
}

/** A file that cannot be parsed has another mistake, which Vite reports. */
async function exportsOnRequest({ path, text }: SourceFile): Promise<boolean> {
  const parsed = await parseModule(text, path).catch(() => undefined)
  if (!parsed) return true
  const { statements } = parsed
  const found = [...exportedNodes(statements, 'onRequest'), ...reExportsOf(statements, 'onRequest')]
  return found.length > 0
}
