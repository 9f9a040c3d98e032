import { findInstances, type Instance } from './find-instances.js'
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
  const reasons = found.map((instance) => explain(instance, version))
  const [reason] = reasons
  if (reason === undefined || reasons.includes(undefined)) return undefined
  return `${path} answers 404, because ${reason}`
}

function explain(
  { path, place, entry }: Instance,
  version: QwikVersion | undefined,
): string | undefined {
  switch (place) {
    case 'nowhere':
      return `Qwik does not run ${path}. Rename the file to ${pluginFile}.`
    case 'pages':
      return `Qwik runs ${path} only for its own pages. Move the call of \`routeAuth$\` to ${pluginFile}.`
    case 'plugin':
      // Qwik 2 runs `useSession` of a plugin file for each request, so the engine notices.
      return version === 2 || /\bonRequest\b|\bexport\s*\*/.test(entry.text)
        ? undefined
        : `${entry.path} does not export \`onRequest\`. Write \`export const ${members} = routeAuth$(…)\` there.`
    case 'catch-all':
      return undefined
  }
}
