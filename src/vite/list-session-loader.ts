import { normalizePath, type DevEnvironment } from 'vite'
import type { Resolve } from './module-exports.js'

/** Contains the `routeLoader$` behind `useSession` in every app on Qwik 2. */
const sessionModule = 'latchkey/qwik2'

/**
 * Makes the dev server of Qwik 2 list the session's loader in the route table. Call it before Qwik
 * writes the table.
 *
 * Qwik lists a loader after it has transformed the loader's module for the browser, but a browser
 * loads the table first. A router whose table lacks the session's loader discards the session at the
 * first action or link, and the page stops changing.
 */
export async function listSessionLoader(client: DevEnvironment, resolve: Resolve): Promise<void> {
  const { root } = client.config
  const id = await resolve(sessionModule, `${root}/index.html`)
  if (id === undefined) return
  // If the module does not load, the browser's own request for it says why.
  await client.transformRequest(urlOf(normalizePath(id), normalizePath(root))).catch(() => {})
}

/** The URL at which a browser loads a module from the dev server. */
function urlOf(id: string, root: string): string {
  if (id.startsWith(`${root}/`)) return id.slice(root.length)
  return `/@fs/${id.replace(/^\//, '')}`
}
